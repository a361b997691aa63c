import { describeThrown, type ToolCall, unlessAborted } from '@cubo/contracts';
import { isCuboError } from '@cubo/core';
import type { ToolOutcome } from '../events/agent-event.ts';
import type { AgentTool, ToolContext } from './agent-tool.ts';
import { issueText } from './standard-schema.ts';

/** How long a call may take where its tool does not say. */
const defaultTimeout = 30_000;

/** What came of a call. */
export interface CallResult {
  readonly outcome: ToolOutcome;
  /** What the model is told. */
  readonly content: string;
}

/**
 * Checks the input of a call, and does what it asks for, within the time that the tool may take. However it ends, there is
 * something to tell the model; only an abort of the turn is thrown.
 */
export async function callTool(tool: AgentTool | undefined, call: ToolCall, context: ToolContext): Promise<CallResult> {
  if (tool === undefined) return { outcome: 'invalid', content: `Error: There is no tool ${call.name}.` };
  const { timeoutMilliseconds = defaultTimeout } = tool;
  const turn = context.signal;
  const limit = new AbortController();
  const stop = () => limit.abort(turn.reason);
  turn.addEventListener('abort', stop, { once: true });
  const timer = setTimeout(() => limit.abort(timedOut), timeoutMilliseconds);
  try {
    turn.throwIfAborted();
    // A tool that does not listen to its signal is left behind.
    return await unlessAborted(work(tool, call, { ...context, signal: limit.signal }), limit.signal);
  } catch (error) {
    turn.throwIfAborted();
    if (limit.signal.reason !== timedOut) return { outcome: 'failed', content: `Error: ${reasonOf(error)}` };
    return { outcome: 'timeout', content: `Error: ${tool.name} took longer than ${timeoutMilliseconds} ms.` };
  } finally {
    clearTimeout(timer);
    turn.removeEventListener('abort', stop);
  }
}

const timedOut = new Error('The tool took too long.');

async function work(tool: AgentTool, call: ToolCall, context: ToolContext): Promise<CallResult> {
  const checked = await tool.input['~standard'].validate(call.input);
  if (checked.issues !== undefined) {
    const content = `Error: The input does not fit ${tool.name}: ${issueText(checked.issues)}. Correct it and call again.`;
    return { outcome: 'invalid', content };
  }
  const given = await tool.execute(checked.value, context);
  return { outcome: 'done', content: typeof given === 'string' ? given : (JSON.stringify(given) ?? 'Done.') };
}

function reasonOf(error: unknown): string {
  return isCuboError(error) ? error.message : describeThrown(error);
}
