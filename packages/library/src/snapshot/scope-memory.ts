import { type ChunkSet, intersectChunkSets, type Scope } from '@cubo/contracts';
import { changesSince, endOf, knowsChangesSince } from '../catalog/document-changes.ts';
import { type Catalog, query } from '../catalog/open-catalog.ts';
import { unlessAborted } from '../lock/unless-aborted.ts';
import { createPacer } from '../pacer.ts';
import type { LibraryState } from './library-state.ts';
import { documentsInScope, isRestricting, versionInScope } from './scope.ts';
import { spliceChunks } from './splice-chunks.ts';

/** What scopes admit: once found out, only what has changed is looked at again. */
export interface ScopeMemory {
  /**
   * The live chunks that a scope admits. Documents that have changed since may be left out: what they were labelled with
   * is not known any more. The event loop has its turns meanwhile.
   */
  chunksOf(scope: Scope, state: LibraryState, signal?: AbortSignal): Promise<ChunkSet>;
}

/** What a scope admits of a state. Each document was looked at in that state, or later. */
interface Known {
  readonly generation: number;
  readonly chunks: ChunkSet;
}

/** How many scopes are remembered. */
const rememberedScopes = 100;
/** Changed documents that are looked at at a time. */
const changesAtOnce = 128;

/** Makes the memory of one connection. */
export function createScopeMemory(catalog: Catalog): ScopeMemory {
  /** By scope, the one that was asked for last at the end. */
  const memory = new Map<string, Known>();
  const running = new Map<string, Promise<void>>();

  function remember(key: string, known: Known): void {
    memory.delete(key);
    memory.set(key, known);
    for (const oldest of memory.keys()) {
      if (memory.size <= rememberedScopes) break;
      memory.delete(oldest);
    }
  }

  async function findAll(scope: Scope, { table }: LibraryState): Promise<ChunkSet> {
    const pace = createPacer();
    const versions = new Map<number, number>();
    const parts = documentsInScope(catalog, scope);
    for (;;) {
      const part = query(catalog, () => parts.next());
      if (part.done) return table.chunksOf(versions);
      for (const { id, version } of part.value) versions.set(id, version);
      await pace();
    }
  }

  /** Looks only at the documents that have changed. */
  async function findChanged(scope: Scope, { table }: LibraryState, known: Known): Promise<ChunkSet> {
    const pace = createPacer();
    const versions = new Map<number, number>();
    const changed = new Map<number, 'any'>();
    for (let mark = endOf(known.generation); ; ) {
      const changes = query(catalog, () => changesSince(catalog, mark, changesAtOnce));
      for (const { document } of changes) {
        changed.set(document, 'any');
        const version = query(catalog, () => versionInScope(catalog, scope, document));
        if (version === undefined) versions.delete(document);
        else versions.set(document, version);
      }
      mark = changes.at(-1) ?? mark;
      if (changes.length < changesAtOnce) break;
      await pace();
    }
    const before = await table.chunksOf(changed);
    return spliceChunks(intersectChunkSets(known.chunks, table.live), before, await table.chunksOf(versions));
  }

  async function find(key: string, scope: Scope, state: LibraryState): Promise<void> {
    const known = memory.get(key);
    const isRecent = known !== undefined && query(catalog, () => knowsChangesSince(catalog, endOf(known.generation)));
    const chunks = isRecent ? await findChanged(scope, state, known) : await findAll(scope, state);
    remember(key, { generation: state.generation, chunks });
  }

  return {
    async chunksOf(scope, state, signal) {
      if (!isRestricting(scope)) return state.table.live;
      const key = keyOf(scope);
      for (;;) {
        const known = memory.get(key);
        if (known !== undefined && known.generation >= state.generation) {
          remember(key, known);
          const isOfState = known.generation === state.generation;
          return isOfState ? known.chunks : intersectChunkSets(known.chunks, state.table.live);
        }
        let finding = running.get(key);
        if (finding === undefined) {
          finding = find(key, scope, state).finally(() => running.delete(key));
          running.set(key, finding);
        }
        await unlessAborted(finding, signal, () => true);
      }
    },
  };
}

/** A label that is to be undefined admits nothing, as one of which no value is allowed. */
function keyOf({ sources, metadata = {} }: Scope): string {
  return JSON.stringify([
    sources,
    Object.entries(metadata).map(([label, value]) => [label, value === undefined ? [] : value]),
  ]);
}
