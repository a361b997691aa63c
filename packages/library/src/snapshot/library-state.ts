import type { ChunkSet } from '@cubo/contracts';
import { type ChangeMark, changesSince, endOf, isBehind, knowsChangesSince } from '../catalog/document-changes.ts';
import { readCounter } from '../catalog/meta.ts';
import { type Catalog, query } from '../catalog/open-catalog.ts';
import { unlessAborted } from '../lock/unless-aborted.ts';
import { createPacer } from '../pacer.ts';
import { type PlacementTable, tableBuilder } from './placement-table.ts';
import { readLiveRuns, readPendingChunks, readRunsOfChanged } from './read-placements.ts';

/** What is live at one generation of the catalog. */
export interface LibraryState {
  readonly generation: number;
  readonly documents: number;
  readonly table: PlacementTable;
  /** Chunks of documents that are not complete. */
  readonly pending: ChunkSet;
}

/** Reads what is live, and from then on only what has changed. */
export interface StateReader {
  /** The state of the library now. */
  now(): LibraryState;
  /**
   * The same. Where there is much to read, the event loop has its turns meanwhile: each part is read for itself, and what
   * has changed in the meantime once more at the end.
   */
  read(signal?: AbortSignal): Promise<LibraryState>;
}

/**
 * A table that is right but for the documents that have changed since a place in the order of changes: these may stand
 * in it as they were or as they are.
 */
interface Draft {
  readonly mark: ChangeMark;
  readonly table: PlacementTable;
}

/** Changed documents that are read at a time. */
const changesAtOnce = 512;

/** Makes the reader of one connection. */
export function createStateReader(catalog: Catalog): StateReader {
  let draft: Draft | undefined;
  let latest: LibraryState | undefined;
  let reading: Promise<void> | undefined;

  const isKnown = (known: Draft | undefined): known is Draft =>
    known !== undefined && knowsChangesSince(catalog, known.mark);

  function begin(): { readonly mark: ChangeMark; readonly runs: ReturnType<typeof readLiveRuns> } {
    return { mark: endOf(readCounter(catalog, 'generation')), runs: readLiveRuns(catalog) };
  }

  function readAll(): Draft {
    const { mark, runs } = begin();
    const builder = tableBuilder();
    for (const page of runs) builder.add(page);
    return { mark, table: builder.table() };
  }

  /** Takes in what has changed; to be called in a transaction. */
  function catchUp(): LibraryState {
    const generation = readCounter(catalog, 'generation');
    const from = isKnown(draft) ? draft : readAll();
    const changed = changesSince(catalog, from.mark).map(({ document }) => document);
    const mark = endOf(generation);
    const table =
      changed.length === 0 ? from.table : from.table.replace(changed, readRunsOfChanged(catalog, from.mark, mark));
    draft = { mark, table };
    return { generation, documents: readCounter(catalog, 'documents'), table, pending: readPendingChunks(catalog) };
  }

  function now(): LibraryState {
    return query(catalog, () => {
      if (latest?.generation !== readCounter(catalog, 'generation')) latest = catalog.transaction(catchUp).deferred();
      return latest;
    });
  }

  async function readDraft(pace: () => Promise<void> | undefined): Promise<Draft> {
    const { mark, runs } = query(catalog, begin);
    const builder = tableBuilder();
    for (;;) {
      const page = query(catalog, () => runs.next());
      if (page.done) return { mark, table: builder.table() };
      builder.add(page.value);
      await pace();
      // Somebody could not wait.
      if (draft !== undefined && !isBehind(mark, draft.mark)) return draft;
    }
  }

  /** Comes so near to the present that the rest is little. */
  async function approach(): Promise<void> {
    const pace = createPacer();
    for (;;) {
      if (!query(catalog, () => isKnown(draft))) draft = await readDraft(pace);
      const { mark, table } = draft as Draft;
      const changes = query(catalog, () => changesSince(catalog, mark, changesAtOnce));
      const last = changes.at(-1);
      if (last === undefined || changes.length < changesAtOnce) return;
      const runs = query(catalog, () => readRunsOfChanged(catalog, mark, last));
      const documents = changes.map(({ document }) => document);
      draft = { mark: last, table: table.replace(documents, runs) };
      await pace();
    }
  }

  return {
    now,
    async read(signal) {
      if (latest === undefined || query(catalog, () => readCounter(catalog, 'generation')) !== latest.generation) {
        reading ??= approach().finally(() => {
          reading = undefined;
        });
        await unlessAborted(reading, signal, () => true);
      }
      return now();
    },
  };
}
