import { randomUUID } from 'node:crypto';
import { assertKnownOptions, badArgument, type ConversationPart, type KnownOptions } from '@cubo/contracts';
import { CuboError, type IngestStream } from '@cubo/core';
import type { Attachment } from '../attachments/attachment.ts';
import { replayTurn } from '../events/replay-turn.ts';
import type { AgentParts } from '../turn/agent-parts.ts';
import { createTurnStream } from '../turn/turn-stream.ts';
import { assertCount, assertId } from './assert-arguments.ts';
import { beginTurn } from './begin-turn.ts';
import type {
  BranchOptions,
  Conversation,
  EventPosition,
  KeepOptions,
  RepeatOptions,
  SendOptions,
} from './conversation.ts';
import { keptDetails, readFile, readStoredTurns } from './conversation-file.ts';
import type { RunningTurns } from './running-turns.ts';
import { type Turn, toTurn } from './turn.ts';

const sendOptions: KnownOptions<SendOptions> = { attachments: true, scope: true, signal: true };
const branchOptions: KnownOptions<BranchOptions> = { turns: true, id: true };
const eventOptions: KnownOptions<EventPosition> = { turn: true, after: true };
const keepOptions: KnownOptions<KeepOptions> = { uri: true, metadata: true };

/** The methods of a conversation that is stored. */
export function openConversation(
  id: string,
  agent: { readonly parts: AgentParts; readonly running: RunningTurns },
): Conversation {
  const { parts, running } = agent;
  const { conversations: store } = parts.cubo;

  function turnAt(number: number): Turn {
    const [stored] = readStoredTurns(store, id, { fromTurn: number });
    if (stored !== undefined) return toTurn(stored);
    readFile(store, id);
    throw rewoundElsewhere(id, number);
  }

  /** A turn in place of another, with what that had. */
  function repeat(turn: number | undefined, text: string | undefined, options: RepeatOptions) {
    return createTurnStream(() => {
      const { turns } = readFile(store, id);
      const number = turn ?? turns - 1;
      assertTurn(number, turns);
      const [old] = readStoredTurns(store, id, { fromTurn: number, bytes: true });
      const { attachments, scope, question } = old as NonNullable<typeof old>;
      const kept: Attachment[] = attachments.map(({ name, mediaType, bytes = new Uint8Array() }) => {
        const isKnown = mediaType !== 'application/octet-stream';
        return { name, bytes, ...(isKnown && { mediaType }) };
      });
      return beginTurn(agent, {
        ...{ conversation: id, text: text ?? question, keepTurns: number },
        options: { attachments: kept, ...options, scope: options.scope ?? scope },
      });
    }, turnAt);
  }

  const conversation: Conversation = {
    id,
    send(text, options = {}) {
      assertKnownOptions('send()', options, sendOptions);
      return createTurnStream(() => beginTurn(agent, { conversation: id, text, options }), turnAt);
    },
    edit(turn, text, options = {}) {
      assertKnownOptions('edit()', options, sendOptions);
      return repeat(turn, text, options);
    },
    regenerate(turn, options = {}) {
      assertKnownOptions('regenerate()', options, sendOptions);
      return repeat(turn, undefined, options);
    },
    rewind(turns) {
      running.assertIdle(id);
      const { revision, details, turns: all } = readFile(store, id);
      assertKept(turns, all);
      store.change(id, { revision, keepTurns: turns, details: keptDetails(details, turns) });
      running.forget(id);
    },
    branch(options = {}) {
      assertKnownOptions('branch()', options, branchOptions);
      const { id: branch = randomUUID() } = options;
      assertId(branch);
      if (store.find(branch) !== undefined) {
        throw badArgument(`There is a conversation ${branch} already.`, 'Pass another id, or none.');
      }
      const { title, details, turns: all } = readFile(store, id);
      const { turns = all } = options;
      assertKept(turns, all);
      const copied = store.parts(id, { bytes: true }).filter((part: ConversationPart) => part.turn < turns);
      store.change(branch, {
        ...{ revision: 0, title, parts: copied },
        details: { ...keptDetails(details, turns), branchedFrom: id },
      });
      return openConversation(branch, agent);
    },
    history: () => {
      readFile(store, id);
      return readStoredTurns(store, id).map(toTurn);
    },
    async *events(position = {}) {
      assertKnownOptions('events()', position, eventOptions);
      const { turn, after = 0 } = position;
      assertCount('after', after);
      const { turns } = readFile(store, id);
      const number = turn ?? turns - 1;
      assertTurn(number, turns);
      const [stored] = readStoredTurns(store, id, { fromTurn: number });
      const latest = running.latest(id);
      // Another process may have put a turn of its own in the place of that one.
      const isSame = latest?.turn === number && latest.askedAt === stored?.askedAt;
      const isErased = stored?.isErased && !running.isRunning(id);
      if (isErased) running.forget(id);
      else if (isSame) return yield* latest.log.read(after);
      yield* replayTurn(id, stored as NonNullable<typeof stored>);
    },
    stop: () => running.cancel(new DOMException('The turn was stopped.', 'AbortError'), id),
    keep(turn, name, options = {}) {
      assertKnownOptions('keep()', options, keepOptions);
      return keepAttachment(turn, name, options);
    },
  };
  return conversation;

  function keepAttachment(turn: number, name: string, options: KeepOptions): IngestStream {
    assertTurn(turn, readFile(store, id).turns);
    const [stored] = readStoredTurns(store, id, { fromTurn: turn, bytes: true });
    const found = stored?.attachments.find((attachment) => attachment.name === name);
    if (found?.bytes === undefined) {
      throw badArgument(`The turn ${turn} has no attachment ${name}.`, 'Look at attachments of history().');
    }
    const { bytes, size, mediaType } = found;
    const { uri = `attachment:${id}/${turn}/${name}`, metadata } = options;
    const source = {
      ...{ uri, name, size, metadata },
      ...(mediaType !== 'application/octet-stream' && { mediaType }),
      async *open() {
        yield bytes;
      },
    };
    return parts.cubo.ingest([source]);
  }

  function assertTurn(turn: number, turns: number): void {
    if (Number.isInteger(turn) && turn >= 0 && turn < turns) return;
    throw badArgument(`The conversation ${id} has no turn ${turn}: it has ${turns}.`, 'Turns count from 0.');
  }

  function assertKept(turns: number, all: number): void {
    if (Number.isInteger(turns) && turns >= 0 && turns <= all) return;
    throw badArgument(`The conversation ${id} cannot keep ${turns} turns: it has ${all}.`, 'Pass how many turns stay.');
  }
}

function rewoundElsewhere(id: string, turn: number): CuboError {
  return new CuboError({
    code: 'CUBO_CONVERSATION_CHANGED',
    message: `The turn ${turn} of the conversation ${id} was removed by somebody else while it was answered.`,
    remedy: 'Read the history, and ask again.',
  });
}
