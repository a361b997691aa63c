import {
  type Fuser,
  isTrainableEmbedder,
  type Logger,
  type Reranker,
  type SearchFailure,
  type SearchOptions,
} from '@cubo/contracts';
import { type FuserSpecification, fuserSpecification } from '@cubo/retrieval';
import type { CuboOptions } from '../cubo/cubo-options.ts';
import type { MemoryPlan } from '../memory/plan-memory.ts';
import type { ChosenModels } from '../models/choose-models.ts';
import { mergeModels } from '../models/merge-models.ts';
import type { ModelStatus } from '../models/model-status.ts';
import type { ProfileSettings } from '../profile/profile.ts';
import { assertScope } from '../search/assert-scope.ts';
import { assertSearchArguments } from '../search/assert-search-arguments.ts';
import type { SearchCacheStats } from '../search/search-cache.ts';
import type { Searcher } from '../search/searcher.ts';
import { embedderFacts } from './embedder-facts.ts';
import { createSearchPool } from './search-pool.ts';
import { type SearchThreadHandle, startSearchThread } from './search-thread-handle.ts';
import type { SearchRequest, SearchThreadSettings } from './search-thread-settings.ts';
import type { ServedSearchParts } from './serve-search-parts.ts';
import { type ThreadModels, threadModels } from './thread-models.ts';
import { threadUrl } from './thread-url.ts';

/** Searches in threads. */
export interface SearchThreads extends Searcher {
  /** The models that the threads have loaded for themselves; one that any of them has ready is ready. */
  models(): readonly ModelStatus[];
  /** Has the next searches made by threads that open the library anew. Only those without work are waited for. */
  renew(): Promise<void>;
  close(): Promise<void>;
}

/** What threads that search are made of. */
interface SearchThreadParts {
  readonly options: CuboOptions;
  /** The library's folder. */
  readonly path: string;
  readonly settings: Pick<ProfileSettings, 'workers' | 'idleSeconds'>;
  readonly memory: MemoryPlan;
  readonly fuser: Fuser;
  readonly models: Pick<ChosenModels, 'hostEmbedder' | 'hostPreviousEmbedder' | 'reranker' | 'defaultReranker'>;
  /** Makes the searches that threads do not make: those that a language model of the host's rewrites. */
  readonly here: Searcher;
  readonly logger: Logger;
  /** Hears of each change of a model that a thread has loaded for itself. */
  onModel(model: ModelStatus): void;
  onFailure(failure: SearchFailure): void;
}

/**
 * Has searches made in threads, as far as these options allow it: objects of the host's own that are called again and again
 * within a search keep it in the calling thread. Then it gives `undefined`.
 */
export function searchInThreads(given: SearchThreadParts): SearchThreads | undefined {
  const { options, models, here, logger, onFailure } = given;
  const size = given.settings.workers.value;
  const fuser = fuserSpecification(given.fuser);
  if (size === 0 || fuser === undefined || hasUnmovableParts(options)) return undefined;
  const url = threadUrl('search-thread');
  if (url === undefined) {
    logger.warn('The file of the search thread is missing, as in a bundle; searches are made in the calling thread.');
    return undefined;
  }
  const settings = settingsOf(given, size, fuser);
  const { hostEmbedder, hostPreviousEmbedder, reranker } = models;
  const embedders = [hostEmbedder, hostPreviousEmbedder].filter((embedder) => embedder !== undefined);
  /** Of each thread that has not ended. */
  const loaded = new Set<ThreadModels>();

  function start(): SearchThreadHandle {
    const own = threadModels(given.onModel);
    loaded.add(own);
    const parts: ServedSearchParts = { embedders, reranker, onModel: own.tell, onFailure };
    return startSearchThread({
      url: url as URL,
      settings,
      parts,
      onEnd() {
        loaded.delete(own);
        own.end();
      },
    });
  }

  const pool = createSearchPool({ size, start });
  return {
    async search(query, searchOptions = {}) {
      assertSearchArguments(query, searchOptions);
      const { rewrite, signal } = searchOptions;
      if (rewrite !== undefined && rewrite !== false) return here.search(query, searchOptions);
      return pool.call('search', request(query, searchOptions), signal);
    },
    async confidence(question, { scope, syntax, signal }) {
      assertScope(scope);
      return pool.call('confidence', request(question, { scope, syntax }), signal);
    },
    async embed(texts, { signal }) {
      // Models of the host's own are in its thread already.
      if (embedders.length > 0) return here.embed(texts, { signal });
      return pool.call('embed', texts, signal);
    },
    async cacheStats() {
      if (!options.searchCache) return undefined;
      const all = await pool.callAll<SearchCacheStats>('cacheStats');
      return [await here.cacheStats(), ...all].reduce<SearchCacheStats | undefined>(addStats, undefined);
    },
    models: () => [...loaded].map(({ list }) => list()).reduce<ModelStatus[]>(mergeModels, []),
    renew: pool.renew,
    close: pool.close,
  };
}

function settingsOf(
  { options, path, settings, memory, models }: SearchThreadParts,
  size: number,
  fuser: FuserSpecification,
): SearchThreadSettings {
  return {
    path,
    encryption: options.encryption,
    cacheBytes: Math.floor(memory.chunkBytes / size),
    memoryBytes: Math.floor(memory.vectorBytes / size),
    embedder: options.embedder === false ? false : (embedderFacts(models.hostEmbedder) ?? 'latent'),
    previousEmbedder: embedderFacts(models.hostPreviousEmbedder),
    fuser,
    reranker: rerankerFacts(options.reranker),
    isRerankerLeftAside: models.defaultReranker !== models.reranker,
    idleSeconds: settings.idleSeconds.value,
    // A copy: what observes an object cannot be sent.
    searchCache: options.searchCache ? { ...options.searchCache } : false,
  };
}

function rerankerFacts(reranker: CuboOptions['reranker']): SearchThreadSettings['reranker'] {
  if (reranker === undefined) return 'proximity';
  return reranker === false ? undefined : factsOf(reranker);
}

function factsOf({ id, depth }: Reranker): Pick<Reranker, 'id' | 'depth'> {
  return { id, depth };
}

function hasUnmovableParts(options: CuboOptions): boolean {
  const { analyzer, sparseIndex, vectorTier, embedder, previousEmbedder } = options;
  const own = [analyzer, sparseIndex, vectorTier];
  return (
    own.some((part) => part !== undefined) ||
    [embedder, previousEmbedder].some((given) => given && isTrainableEmbedder(given))
  );
}

/** Scope and feedback are copied: what observes an object, as those of user interfaces do, cannot be sent. */
function request(query: string, options: Omit<SearchOptions, 'signal' | 'rewrite'>): SearchRequest {
  const { limit, scope, mode, syntax, feedback, rerank, diversity, expand, nearDuplicates, explain } = options;
  return {
    query,
    options: {
      ...{ limit, mode, syntax, rerank, diversity, expand, nearDuplicates, explain },
      scope: scope && {
        sources: scope.sources && [...scope.sources],
        metadata:
          scope.metadata &&
          Object.fromEntries(
            Object.entries(scope.metadata).map(([name, value]) => [name, Array.isArray(value) ? [...value] : value]),
          ),
      },
      feedback: typeof feedback === 'object' ? { ...feedback } : feedback,
    },
  };
}

function addStats(sum: SearchCacheStats | undefined, one: SearchCacheStats | undefined): SearchCacheStats | undefined {
  if (sum === undefined || one === undefined) return sum ?? one;
  const names = Object.keys(one) as (keyof SearchCacheStats)[];
  return Object.fromEntries(names.map((name) => [name, sum[name] + one[name]])) as unknown as SearchCacheStats;
}
