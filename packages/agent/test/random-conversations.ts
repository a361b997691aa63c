import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { GenerationEvent, GenerationRequest, Generator } from '@cubo/contracts';
import { type Cubo, createCubo } from '@cubo/core';
import fc from 'fast-check';
import { type Agent, type Conversation, createAgent, type Turn } from '../src/index.ts';

const contextWindow = 4600;
const kinds = ['plain', 'search', 'rounds', 'parallel', 'misfit', 'wrong', 'endless', 'cut', 'empty'] as const;
type Kind = (typeof kinds)[number];

type Action =
  | {
      readonly type: 'send' | 'edit';
      readonly kind: Kind;
      readonly at: number;
      readonly cancelAfter?: number | undefined;
      readonly attach: number;
      readonly narrow: boolean;
    }
  | { readonly type: 'regenerate' | 'rewind' | 'branch'; readonly at: number }
  | { readonly type: 'restart' };

const at = fc.nat(20);
const message = {
  kind: fc.constantFrom(...kinds),
  at,
  cancelAfter: fc.option(fc.nat(12), { nil: undefined, freq: 2 }),
  attach: fc.constantFrom(0, 0, 0, 1, 2),
  narrow: fc.boolean(),
};
const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 10, arbitrary: fc.record({ type: fc.constant('send' as const), ...message }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('edit' as const), ...message }) },
  {
    weight: 3,
    arbitrary: fc.record({ type: fc.constantFrom('regenerate' as const, 'rewind' as const, 'branch' as const), at }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('restart' as const) }) },
);

/** What is expected of a turn. */
interface ExpectedTurn {
  readonly question: string;
  readonly attachments: readonly string[];
  readonly scope: Turn['scope'];
  readonly finish: Turn['finish'];
}

/** What the conversations came to. */
export interface RandomConversations {
  conversations: number;
  turns: number;
  requests: number;
  cancelled: number;
  /** Requests for which turns had to leave. */
  crowded: number;
}

/**
 * Makes random conversations in a real library, and compares each with a simple model of its history after every step. Throws
 * at the first difference.
 */
export async function checkRandomConversations(options: {
  readonly seed: number;
  readonly runs: number;
}): Promise<RandomConversations> {
  const root = await mkdtemp(join(tmpdir(), 'cubo-conversations-'));
  const report: RandomConversations = { conversations: 0, turns: 0, requests: 0, cancelled: 0, crowded: 0 };
  const generator = speakingGenerator(report);
  let cubo = await openLibrary(root);
  try {
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 3, maxLength: 14 }), async (actions) => {
        report.conversations++;
        const reopen = async (agent: Agent) => {
          await agent.close();
          await cubo.close();
          cubo = await openLibrary(root);
          return { cubo, agent: createAgent({ cubo, generator }) };
        };
        await converse(actions, {
          cubo,
          generator,
          report,
          reopen,
          name: `talk-${options.seed}-${report.conversations}`,
        });
      }),
      { seed: options.seed, numRuns: options.runs, endOnFailure: true },
    );
    deepStrictEqual((await cubo.doctor()).problems, []);
  } finally {
    await cubo.close();
    await rm(root, { recursive: true, force: true });
  }
  return report;
}

async function converse(
  actions: readonly Action[],
  options: {
    readonly cubo: Cubo;
    readonly generator: Generator;
    readonly report: RandomConversations;
    reopen(agent: Agent): Promise<{ cubo: Cubo; agent: Agent }>;
    readonly name: string;
  },
): Promise<void> {
  const { generator, report, name } = options;
  const wide = { metadata: { category: ['contracts', 'letters'] } };
  const narrow = { metadata: { category: ['contracts'] } };
  let agent = createAgent({ cubo: options.cubo, generator });
  let conversation: Conversation = await agent.conversation(name, { scope: wide });
  let expected: ExpectedTurn[] = [];
  let branches = 0;

  async function take(
    stream: ReturnType<Conversation['send']>,
    keep: number,
    asked: Omit<ExpectedTurn, 'finish'>,
    stop?: { after: number; controller: AbortController },
  ) {
    let events = 0;
    for await (const event of stream) {
      strictEqual(event.sequence, ++events, 'Sequence numbers have a gap.');
      if (event.type === 'memory') ok(event.usedTokens <= event.budgetTokens, 'The budget is exceeded.');
      if (stop !== undefined && events > stop.after) stop.controller.abort(new Error('enough'));
    }
    const turn = await stream;
    report.turns++;
    if (turn.finish === 'cancelled') report.cancelled++;
    if ((turn.memory?.turnsLeftOut ?? 0) > 0) report.crowded++;
    ok(stop !== undefined || turn.finish !== 'cancelled', 'A turn was cancelled by nobody.');
    expected = [...expected.slice(0, keep), { ...asked, finish: turn.finish }];
  }

  for (const [step, one] of actions.entries()) {
    const place = one.type === 'restart' ? 0 : one.at % Math.max(1, expected.length);
    switch (one.type) {
      case 'send':
      case 'edit': {
        const isEdit = one.type === 'edit' && expected.length > 0;
        const text = `${one.kind} ${step} of the tenant`;
        const controller = new AbortController();
        const stop = one.cancelAfter === undefined ? undefined : { after: one.cancelAfter, controller };
        const attachments = attachmentsOf(one.attach);
        const sending = {
          signal: controller.signal,
          ...(one.narrow && { scope: narrow }),
          ...(attachments.length > 0 && { attachments }),
        };
        const old = isEdit ? expected[place] : undefined;
        const asked = {
          question: text,
          attachments: attachments.length > 0 ? attachments.map((file) => file.name) : (old?.attachments ?? []),
          scope: one.narrow ? narrow : (old?.scope ?? wide),
        };
        const keep = isEdit ? place : expected.length;
        await take(
          isEdit ? conversation.edit(place, text, sending) : conversation.send(text, sending),
          keep,
          asked,
          stop,
        );
        break;
      }
      case 'regenerate':
        if (expected.length > 0) await take(conversation.regenerate(place), place, expected[place] as ExpectedTurn);
        break;
      case 'rewind':
        conversation.rewind(place);
        expected = expected.slice(0, place);
        break;
      case 'branch':
        conversation = conversation.branch({ turns: place, id: `${name}-${++branches}` });
        expected = expected.slice(0, place);
        break;
      case 'restart': {
        const before = conversation.history();
        const reopened = await options.reopen(agent);
        agent = reopened.agent;
        conversation = await agent.conversation(conversation.id);
        deepStrictEqual(conversation.history(), before, 'A restart has changed the history.');
      }
    }
    const history = conversation.history().map(({ question, attachments, scope, finish }) => {
      return { question, attachments: attachments.map((file) => file.name), scope, finish };
    });
    deepStrictEqual(history, expected, 'The history is not what was done.');
  }
  await agent.close();
}

function attachmentsOf(count: number) {
  return [
    { name: 'note.txt', bytes: Buffer.from('The tenant of the note pays 30 euros.') },
    { name: 'plan.png', bytes: Buffer.from([1, 2, 3]) },
  ].slice(0, count);
}

/** Says what the first word of the question tells it to, and checks what it is given. */
function speakingGenerator(report: RandomConversations): Generator {
  return {
    id: 'speaking',
    contextWindow,
    capabilities: { tools: true, images: true, thinking: true, jsonSchema: false },
    async *generate(request): AsyncGenerator<GenerationEvent> {
      report.requests++;
      assertValid(request);
      const asked = request.messages.findLastIndex(({ role }) => role === 'user');
      const [kind = 'plain'] = request.question.split(' ');
      const round = request.messages.slice(asked).filter(({ role }) => role === 'assistant').length;
      yield { type: 'thinking', text: 'Hm.' };
      await new Promise((resolve) => setImmediate(resolve));
      yield* speak(kind as Kind, round, request.tools !== undefined);
    },
  };
}

function* speak(kind: Kind, round: number, canCall: boolean): Iterable<GenerationEvent> {
  const call = (id: string, name: string, input: unknown) => ({ type: 'tool-call' as const, id, name, input });
  const search = call('s', 'search_knowledge_base', { query: 'notice of the tenant' });
  const rounds: Readonly<Record<Kind, number>> = {
    plain: 0,
    search: 1,
    rounds: 3,
    parallel: 1,
    misfit: 2,
    wrong: 1,
    endless: 99,
    cut: 1,
    empty: 0,
  };
  if (canCall && round < rounds[kind]) {
    if (kind === 'misfit') yield call('m', 'calculator', { expression: 7 });
    else if (kind === 'wrong') yield call('w', 'calculator', { expression: '1/0' });
    else yield search;
    if (kind === 'parallel') yield* [call('l', 'list_documents', {}), call('c', 'calculator', { expression: '2*3' })];
    yield { type: 'finish', reason: 'tool-calls' };
    return;
  }
  if (kind !== 'empty') yield { type: 'text', text: 'The tenant must give notice ' };
  if (kind === 'cut') return;
  if (kind !== 'empty') yield { type: 'text', text: 'three months before the end [1].' };
  yield { type: 'finish', reason: 'stop' };
}

/** No call without its result right behind it, no result without its call, and roles that take turns. */
function assertValid({ messages }: GenerationRequest): void {
  const open: string[] = [];
  let last: string | undefined;
  for (const { role, ...message } of messages) {
    if (role === 'tool') strictEqual((message as { call: { id: string } }).call.id, open.shift(), 'An orphan result.');
    else deepStrictEqual(open, [], 'A call without its result.');
    ok(role !== 'user' || last !== 'user', 'Two questions without an answer between them.');
    if (role === 'assistant')
      open.push(...((message as { toolCalls?: { id: string }[] }).toolCalls ?? []).map(({ id }) => id));
    last = role;
  }
  deepStrictEqual(open, [], 'A call without its result.');
  strictEqual(messages[0]?.role, 'system');
}

async function openLibrary(root: string): Promise<Cubo> {
  const cubo = await createCubo({ path: join(root, 'library'), threads: false, workers: 0, embedder: false });
  if ([...cubo.documents()].length > 0) return cubo;
  const documents = join(root, 'documents');
  for (const [folder, text] of [
    ['contracts', 'The tenant must give notice three months before the end. Notice is given in writing. '.repeat(20)],
    ['letters', 'Dear tenant, the notice board is in the cellar.'],
  ] as const) {
    await mkdir(join(documents, folder), { recursive: true });
    await writeFile(join(documents, folder, 'text.txt'), text);
  }
  await cubo.ingest(documents, { categories: { 'contracts/**': 'contracts', 'letters/**': 'letters' } });
  return cubo;
}
