import type { Scope } from '@cubo/contracts';
import type {
  CheckedSentence,
  FinishReason,
  MemoryUse,
  Notice,
  NumberedSource,
  ToolOutcome,
  TurnError,
  TurnUsage,
} from '../events/agent-event.ts';
import type { StoredTurn } from './stored-turn.ts';

/** A call of a tool in a turn that was made. */
export interface TurnCall {
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
  readonly outcome: ToolOutcome;
  /** What the model was told. */
  readonly content: string;
  readonly milliseconds: number;
}

/** A turn of a conversation: a question, and what came of it. */
export interface Turn {
  /** From 0. */
  readonly number: number;
  readonly question: string;
  /** Which documents it could see. */
  readonly scope: Scope;
  readonly attachments: readonly { readonly name: string; readonly mediaType: string; readonly bytes: number }[];
  /** Id of the generator. */
  readonly generator: string;
  /** Version of the prompts. */
  readonly prompts: string;
  /** Milliseconds since the epoch. */
  readonly askedAt: number;
  /** What the model thought, in all of its rounds. */
  readonly thinking: string;
  readonly calls: readonly TurnCall[];
  /** The passages that the model was shown. */
  readonly sources: readonly NumberedSource[];
  readonly answer: string;
  /** The sentences of the answer, checked. */
  readonly sentences: readonly CheckedSentence[];
  readonly notices: readonly { readonly notice: Notice; readonly message: string }[];
  readonly usage: TurnUsage | undefined;
  readonly memory: MemoryUse | undefined;
  /** Why it failed; `undefined` where it did not. */
  readonly error: TurnError | undefined;
  /** `interrupted`: the process ended before the turn did. */
  readonly finish: FinishReason | 'interrupted';
}

/** A turn as it is told to the host. */
export function toTurn(stored: StoredTurn): Turn {
  const { number, question, scope, generator, prompts, askedAt, rounds, sentences, notices, usage, memory, error } =
    stored;
  const last = rounds.at(-1);
  return {
    ...{ number, question, scope, generator, prompts, askedAt },
    attachments: stored.attachments.map(({ name, mediaType, size }) => ({ name, mediaType, bytes: size })),
    thinking: rounds.map(({ thinking }) => thinking).join(''),
    calls: rounds.flatMap(({ calls }) => calls.map(({ passages: _, quotes: __, ...call }) => call)),
    sources: sourcesOf(stored),
    answer: last?.calls.length === 0 ? last.text : '',
    ...{ sentences, notices, usage, memory, error },
    finish: stored.finish ?? 'interrupted',
  };
}

/** The passages of a turn, each once. */
export function sourcesOf({ attached, retrieved = [], rounds }: StoredTurn): NumberedSource[] {
  const all = [...attached, ...retrieved, ...rounds.flatMap(({ calls }) => calls.flatMap(({ passages }) => passages))];
  const byNumber = new Map(all.map(({ kind: _, heading: __, context: ___, ...source }) => [source.number, source]));
  return [...byNumber.values()];
}
