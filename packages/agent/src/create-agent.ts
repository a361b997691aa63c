import { randomUUID } from 'node:crypto';
import { assertKnownOptions, badArgument, type KnownOptions, systemClock } from '@cubo/contracts';
import type { Agent, AgentOptions, ConversationOptions } from './agent.ts';
import { assertAgentOptions } from './assert-agent-options.ts';
import { attachmentLimits } from './attachments/attachment.ts';
import { assertId, assertText } from './conversation/assert-arguments.ts';
import { type ConversationDetails, readFile } from './conversation/conversation-file.ts';
import { createConversations } from './conversation/conversations.ts';
import { openConversation } from './conversation/open-conversation.ts';
import { createRunningTurns } from './conversation/running-turns.ts';
import { loadPrompts } from './prompts/load-prompts.ts';
import { plainScope } from './scope/agent-scope.ts';
import { calculatorTool } from './tools/calculator/calculator-tool.ts';
import { currentTimeTool } from './tools/current-time-tool.ts';
import type { AgentParts } from './turn/agent-parts.ts';

const conversationOptions: KnownOptions<ConversationOptions> = { scope: true, title: true, create: true };

/** Below this share of its words in one place a question is hardly answered by sentences that are quoted (decision 27). */
const leastCoverageOfQuotes = 0.4;

/**
 * Makes an agent: conversations about the documents of a library, with tools, memory, and citations that are checked.
 *
 * ```ts
 * const agent = createAgent({ cubo, generator });
 * const conversation = await agent.conversation('case-42', { scope: { categories: ['contracts'] } });
 * for await (const event of conversation.send('Which notice period applies?')) render(event);
 * await agent.close();
 * ```
 *
 * @throws CuboError `CUBO_BAD_ARGUMENT`, `CUBO_PROMPT_INVALID`, `CUBO_PATH_NOT_FOUND`
 */
export function createAgent(given: AgentOptions): Agent {
  assertAgentOptions(given);
  const { cubo, tools = [], maximumRounds = 6, thinking, memory = {}, clock = systemClock } = given;
  const generator = cubo.holdGenerator(given.generator);
  const timeZone = given.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const parts: AgentParts = {
    ...{ cubo, generator, maximumRounds, thinking, clock },
    tools: [calculatorTool(), currentTimeTool({ clock, timeZone }), ...tools],
    prompts: loadPrompts(given.prompts),
    limits: attachmentLimits(given.attachments),
    leastCoverage: given.leastCoverage ?? (generator.id === 'extractive' ? leastCoverageOfQuotes : 0),
    leastSimilarity: given.leastSimilarity,
    budgetTokens: memory.budgetTokens,
    summarizes: memory.summarize ?? false,
  };
  const running = createRunningTurns();
  const conversations = createConversations(cubo.conversations, running);
  const closing = () => new DOMException('The agent was closed.', 'AbortError');
  const agent: Agent = {
    async conversation(id = randomUUID(), wanted = {}) {
      assertKnownOptions('conversation()', wanted, conversationOptions);
      assertId(id);
      if (wanted.title !== undefined) assertText('title', wanted.title);
      if (wanted.create !== undefined && typeof wanted.create !== 'boolean')
        throw badArgument(`The option create is ${String(wanted.create)}.`, 'Pass true or false.');
      const { conversations: store } = cubo;
      if (wanted.create === false) readFile(store, id);
      const known = store.find(id);
      const stored = known?.details as ConversationDetails | undefined;
      const scope = wanted.scope === undefined ? (stored?.scope ?? {}) : plainScope(wanted.scope);
      // A scope that makes no sense is refused now, and not with the first search.
      cubo.documents({ scope });
      const isSame = JSON.stringify(scope) === JSON.stringify(stored?.scope);
      const title = wanted.title ?? known?.title;
      if (known === undefined || !isSame || title !== known.title) {
        running.assertIdle(id);
        store.change(id, { revision: known?.revision ?? 0, title, details: { ...stored, scope } });
      }
      return openConversation(id, { parts, running });
    },
    conversations: () => conversations,
    close: () => running.cancel(closing()),
    [Symbol.asyncDispose]: () => agent.close(),
  };
  return agent;
}
