import { badArgument, type GenerationTool, type JsonSchema } from '@cubo/contracts';
import type { AgentTool } from './agent-tool.ts';

/**
 * Refuses tools of a host that no model could call.
 *
 * @throws CuboError `CUBO_BAD_ARGUMENT`
 */
export function assertTools(tools: readonly AgentTool[], taken: readonly string[]): void {
  if (!Array.isArray(tools))
    throw badArgument('The option tools is no list.', 'Pass an array of what defineTool() gives.');
  const names = new Set(taken);
  for (const tool of tools as readonly AgentTool[]) {
    const { name, description, input, execute, timeoutMilliseconds } = tool ?? {};
    if (typeof name !== 'string' || !/^[\w-]{1,64}$/.test(name)) {
      throw badArgument(
        `The name of a tool is ${JSON.stringify(name)}.`,
        'It has letters, digits, _ and -, at most 64.',
      );
    }
    if (names.has(name)) throw badArgument(`There are two tools ${name}.`, 'Give one of them another name.');
    names.add(name);
    if (typeof description !== 'string' || typeof execute !== 'function' || !hasSchema(input)) {
      throw badArgument(
        `The tool ${name} has no description, no execute() or no schema of its input.`,
        'Give it all three; the schema by Standard Schema, as of Zod or Valibot.',
      );
    }
    inputSchemaOf(tool);
    if (timeoutMilliseconds !== undefined && !isTimeout(timeoutMilliseconds)) {
      const message = `The timeoutMilliseconds of the tool ${name} are ${String(timeoutMilliseconds)}.`;
      throw badArgument(message, `Pass a whole number from 1 to ${longestTimeout}, which is 24 days.`);
    }
  }
}

/** A tool as a generator is told of it. */
export function generationTool(tool: AgentTool): GenerationTool {
  return { name: tool.name, description: tool.description, inputSchema: inputSchemaOf(tool) };
}

/** What a timer takes: with more it fires at once. */
export const longestTimeout = 2 ** 31 - 1;

/** Whether a timer can wait so long. */
function isTimeout(milliseconds: unknown): boolean {
  return Number.isSafeInteger(milliseconds) && Number(milliseconds) >= 1 && Number(milliseconds) <= longestTimeout;
}

function hasSchema(input: unknown): boolean {
  const standard = (input as { '~standard'?: { validate?: unknown } } | undefined)?.['~standard'];
  return typeof standard?.validate === 'function';
}

function inputSchemaOf({ name, input, inputSchema }: AgentTool): JsonSchema {
  const given = inputSchema ?? input['~standard'].jsonSchema?.input({ target: 'draft-2020-12' });
  if (given !== undefined) return given;
  throw badArgument(
    `The schema of the tool ${name} does not tell itself as JSON Schema, which models need.`,
    'Give the tool an inputSchema beside it.',
  );
}
