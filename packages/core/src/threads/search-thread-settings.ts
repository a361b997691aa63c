import type { MessagePort } from 'node:worker_threads';
import type { Reranker, SearchOptions } from '@cubo/contracts';
import type { EncryptionOptions } from '@cubo/library';
import type { FuserSpecification } from '@cubo/retrieval';
import type { EmbedderFacts } from '../models/held-embedder.ts';
import type { SearchCacheOptions } from '../search/search-cache-options.ts';
import type { HostParts } from './thread-settings.ts';

/** What a search thread is started with. */
export interface SearchThreadSettings {
  /** The library's folder. */
  readonly path: string;
  /** Its key is an object that can be sent, and shows itself to nobody. */
  readonly encryption: EncryptionOptions | undefined;
  /** What it may keep of decoded chunks. */
  readonly cacheBytes: number;
  /** What its vector index may take of memory. */
  readonly memoryBytes: number;
  readonly embedder: HostParts['embedder'];
  /** The one of the host's own that was used before; the default is made by the thread for itself. */
  readonly previousEmbedder: EmbedderFacts | undefined;
  readonly fuser: FuserSpecification;
  /** One of the host's own is called in the host's thread; `proximity` is made by the thread for itself. */
  readonly reranker: Pick<Reranker, 'id' | 'depth'> | 'proximity' | undefined;
  /** Whether one of the host's own orders only the hits of searches that ask for it, and `proximity` the others. */
  readonly isRerankerLeftAside: boolean;
  /** See `ModelOptions.idleSeconds`. */
  readonly idleSeconds: number;
  readonly searchCache: SearchCacheOptions | false;
}

/** A search for another thread. */
export interface SearchRequest {
  readonly query: string;
  readonly options: Omit<SearchOptions, 'signal' | 'rewrite'>;
}

/** The data that a search thread finds when it starts. */
export interface SearchThreadData {
  readonly port: MessagePort;
  readonly settings: SearchThreadSettings;
}
