import type { ConversationPart, Scope } from '@cubo/contracts';
import type { NumberedPassage } from '../citations/passage-book.ts';
import type {
  CheckedSentence,
  FinishReason,
  MemoryUse,
  Notice,
  ToolOutcome,
  TurnError,
  TurnUsage,
} from '../events/agent-event.ts';

/** A call of a tool, and what came of it. */
export interface StoredCall {
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
  readonly outcome: ToolOutcome;
  /** What the model was told; gone where a document that it holds words of was erased. */
  readonly content: string;
  readonly passages: readonly NumberedPassage[];
  /** Documents that the content holds words of beside those of the passages. Known while it is stored only. */
  readonly quotes: readonly string[];
  readonly milliseconds: number;
}

/** A round of a turn: what a model said in answer to one request. */
export interface StoredRound {
  readonly thinking: string;
  readonly text: string;
  /** None in the round that answers. */
  readonly calls: readonly StoredCall[];
}

/** An attachment as it is stored; its bytes are read when they are needed. */
export interface StoredAttachment {
  readonly name: string;
  readonly mediaType: string;
  readonly size: number;
  /** Only where they were asked for. */
  readonly bytes?: Uint8Array | undefined;
}

/** A turn as its parts tell it. */
export interface StoredTurn {
  readonly number: number;
  readonly question: string;
  readonly scope: Scope;
  readonly generator: string;
  readonly prompts: string;
  /** Milliseconds since the epoch. */
  readonly askedAt: number;
  readonly attachments: readonly StoredAttachment[];
  /** Passages of attachments, and, for a model without tools, of the library, that stand with the question. */
  readonly attached: readonly NumberedPassage[];
  readonly retrieved: readonly NumberedPassage[] | undefined;
  readonly rounds: readonly StoredRound[];
  readonly sentences: readonly CheckedSentence[];
  readonly notices: readonly { readonly notice: Notice; readonly message: string }[];
  readonly usage: TurnUsage | undefined;
  readonly memory: MemoryUse | undefined;
  readonly error: TurnError | undefined;
  readonly finish: FinishReason | undefined;
  /** The highest number of a passage until then; `undefined` where the turn has not ended. */
  readonly lastPassage: number | undefined;
  /** Whether words of a document stood in it that was erased since. */
  readonly isErased: boolean;
}

/** What is stored of a round, in the order of its events. */
export function roundParts(turn: number, round: StoredRound): ConversationPart[] {
  const { thinking, text, calls } = round;
  return [
    { turn, kind: 'round', content: {} },
    ...(thinking === '' ? [] : [{ turn, kind: 'thinking', content: thinking }]),
    ...(text === '' ? [] : [{ turn, kind: 'text', content: text, text }]),
    ...calls.map(({ id, name, input }) => ({ turn, kind: 'tool-call', content: { id, name, input } })),
    ...calls.map(({ id, outcome, content, passages, quotes, milliseconds }) => ({
      turn,
      kind: 'tool-result',
      content: { id, outcome, milliseconds, quoted: { content, passages } },
      quotes: [...new Set([...quotedSources(passages), ...quotes])],
    })),
  ];
}

/** Passages that stand with a question. */
export function passagesPart(
  turn: number,
  kind: 'attached' | 'retrieved',
  passages: readonly NumberedPassage[],
): ConversationPart {
  return { turn, kind, content: { quoted: { passages } }, quotes: quotedSources(passages) };
}

/** A sentence of the answer with what it rests on. */
export function sentencePart(turn: number, { citations, ...sentence }: CheckedSentence): ConversationPart {
  return { turn, kind: 'sentence', content: { ...sentence, quoted: { citations } }, quotes: quotedSources(citations) };
}

/** Documents of the library: attachments are the conversation's own. */
function quotedSources(places: readonly { readonly source: string }[]): string[] {
  return [...new Set(places.map(({ source }) => source))].filter((source) => !source.startsWith('attachment:'));
}

/** The turns that parts tell. */
export function readTurns(parts: readonly ConversationPart[]): StoredTurn[] {
  const byTurn = new Map<number, ConversationPart[]>();
  for (const part of parts) {
    const known = byTurn.get(part.turn);
    if (known === undefined) byTurn.set(part.turn, [part]);
    else known.push(part);
  }
  return [...byTurn].map(([number, own]) => readTurn(number, own));
}

interface Quoted {
  readonly content?: string;
  readonly passages?: readonly NumberedPassage[];
  readonly citations?: CheckedSentence['citations'];
}

function readTurn(number: number, parts: readonly ConversationPart[]): StoredTurn {
  const all = <Content>(kind: string) =>
    parts.filter((part) => part.kind === kind).map(({ content }) => content as Content);
  const [asked] = all<Pick<StoredTurn, 'question' | 'scope' | 'generator' | 'prompts' | 'askedAt'>>('user');
  const [ended] = all<{ reason: FinishReason; lastPassage: number }>('finish');
  const passagesOf = (kind: string) => all<{ quoted?: Quoted }>(kind).map(({ quoted }) => quoted?.passages ?? []);
  return {
    number,
    ...{ question: '', scope: {}, generator: '', prompts: '', askedAt: 0 },
    ...asked,
    attachments: parts.flatMap(({ kind, content, bytes }) =>
      kind === 'attachment' ? [{ ...(content as StoredAttachment), ...(bytes && { bytes }) }] : [],
    ),
    attached: passagesOf('attached').flat(),
    retrieved: passagesOf('retrieved')[0],
    rounds: readRounds(parts),
    sentences: all<CheckedSentence & { quoted?: Quoted }>('sentence').map(({ quoted, ...sentence }) => {
      return { ...sentence, citations: quoted?.citations ?? [] };
    }),
    notices: all('notice'),
    usage: all<TurnUsage>('usage')[0],
    memory: all<MemoryUse>('memory')[0],
    error: all<TurnError>('error')[0],
    finish: ended?.reason,
    lastPassage: ended?.lastPassage,
    isErased: parts.some(({ content }) => (content as { erased?: boolean } | null)?.erased === true),
  };
}

function readRounds(parts: readonly ConversationPart[]): StoredRound[] {
  const rounds: { thinking: string; text: string; calls: StoredCall[] }[] = [];
  for (const { kind, content } of parts) {
    if (kind === 'round') rounds.push({ thinking: '', text: '', calls: [] });
    const round = rounds.at(-1);
    if (round === undefined) continue;
    if (kind === 'thinking') round.thinking += content as string;
    else if (kind === 'text') round.text += content as string;
    else if (kind === 'tool-call') {
      const call = content as Pick<StoredCall, 'id' | 'name' | 'input'>;
      round.calls.push({ ...call, outcome: 'failed', content: erased, passages: [], quotes: [], milliseconds: 0 });
    } else if (kind === 'tool-result') {
      const { quoted, ...result } = content as {
        id: string;
        outcome: ToolOutcome;
        milliseconds: number;
        quoted?: Quoted;
      };
      const at = round.calls.findIndex(({ id }) => id === result.id);
      const call = round.calls[at];
      if (call === undefined) continue;
      const { id, outcome, milliseconds } = result;
      round.calls[at] = {
        ...call,
        id,
        outcome,
        milliseconds,
        content: quoted?.content ?? erased,
        passages: quoted?.passages ?? [],
      };
    }
  }
  return rounds;
}

/** What a model is told where words of a document were, that was erased since. */
const erased = 'What stood here was erased from the library.';
