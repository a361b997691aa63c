import { assertKnownOptions, badArgument, isTimeZone, type KnownOptions } from '@cubo/contracts';
import type { AgentOptions, MemoryOptions } from './agent.ts';
import type { AttachmentLimits } from './attachments/attachment.ts';
import type { SimilarityThresholds } from './citations/raise-support.ts';
import { assertTools, longestTimeout } from './tools/assert-tools.ts';

const options: KnownOptions<AgentOptions> = {
  cubo: true,
  generator: true,
  tools: true,
  prompts: true,
  maximumRounds: true,
  thinking: true,
  leastCoverage: true,
  leastSimilarity: true,
  memory: true,
  attachments: true,
  timeZone: true,
  clock: true,
};
const memoryOptions: KnownOptions<MemoryOptions> = { budgetTokens: true, summarize: true };
const similarityOptions: KnownOptions<SimilarityThresholds> = { weak: true, supported: true };
const limitOptions: KnownOptions<AttachmentLimits> = {
  maximumCount: true,
  maximumBytes: true,
  maximumCharacters: true,
  timeoutMilliseconds: true,
};

/** Names that tools of a host may not have. */
const ownTools = [
  'search_knowledge_base',
  'list_documents',
  'read_document',
  'analyze_document',
  'compare_documents',
  'search_attachments',
  'calculator',
  'current_time',
];

/**
 * Refuses options of an agent that make no sense.
 *
 * @throws CuboError `CUBO_BAD_ARGUMENT`
 */
export function assertAgentOptions(given: AgentOptions): void {
  assertKnownOptions('createAgent()', given, options);
  const {
    cubo,
    tools = [],
    memory,
    attachments,
    maximumRounds,
    leastCoverage,
    leastSimilarity,
    timeZone,
    thinking,
  } = given ?? {};
  if (typeof cubo?.holdGenerator !== 'function') {
    throw badArgument('The option cubo is no knowledge base.', 'Pass what createCubo() gives.');
  }
  assertKnownOptions('The option memory', memory, memoryOptions);
  assertKnownOptions('The option leastSimilarity', leastSimilarity, similarityOptions);
  assertKnownOptions('The option attachments', attachments, limitOptions);
  assertTools(tools, ownTools);
  const counts = { maximumRounds, 'memory.budgetTokens': memory?.budgetTokens };
  const limits = Object.entries(attachments ?? {}).map(([name, value]) => [`attachments.${name}`, value] as const);
  for (const [name, value] of [...Object.entries(counts), ...limits]) {
    if (value === undefined || (Number.isSafeInteger(value) && (value as number) > 0)) continue;
    throw badArgument(`The option ${name} is ${String(value)}.`, 'Pass a whole number above 0.');
  }
  const { timeoutMilliseconds = 1 } = attachments ?? {};
  if (timeoutMilliseconds > longestTimeout) {
    const message = `The option attachments.timeoutMilliseconds is ${timeoutMilliseconds}.`;
    throw badArgument(message, `Pass at most ${longestTimeout}, which is 24 days.`);
  }
  for (const [name, value] of Object.entries({ thinking, 'memory.summarize': memory?.summarize })) {
    if (value === undefined || typeof value === 'boolean') continue;
    throw badArgument(`The option ${name} is ${String(value)}.`, 'Pass true or false.');
  }
  const shares = {
    leastCoverage,
    'leastSimilarity.weak': leastSimilarity?.weak,
    'leastSimilarity.supported': leastSimilarity?.supported,
  };
  for (const [name, value] of Object.entries(shares)) {
    if (value === undefined || (typeof value === 'number' && value >= 0 && value <= 1)) continue;
    throw badArgument(`The option ${name} is ${String(value)}.`, 'Pass a number from 0 to 1.');
  }
  if (timeZone !== undefined && !isTimeZone(timeZone)) {
    throw badArgument(`There is no time zone ${String(timeZone)}.`, 'Names are like Europe/Berlin.');
  }
}
