import type {
  Analyzer,
  Chunker,
  Clock,
  Embedder,
  Extractor,
  Fuser,
  Generator,
  Logger,
  OcrEngine,
  Reranker,
  TrainableEmbedder,
} from '@cubo/contracts';
import type { NetworkOptions } from '@cubo/ingest';
import type { EncryptionOptions } from '@cubo/library';
import type { OpenSparseIndex, OpenVectorTier } from '../indexes/index-context.ts';
import type { MemoryOptions } from '../memory/memory-options.ts';
import type { ModelOptions } from '../models/model-options.ts';
import type { ProfileName } from '../profile/profile.ts';
import type { SearchCacheOptions } from '../search/search-cache-options.ts';

/**
 * Options of `createCubo`. Only `path` is needed; every other part has a default that needs no model and no network.
 */
export interface CuboOptions {
  /** The library's folder; made if it does not exist. */
  readonly path: string;
  /**
   * Encrypts all that is stored in that folder; the library is made with this key, and from then on opened with it. See
   * {@link EncryptionOptions}. Needs the package `better-sqlite3-multiple-ciphers`. Default: nothing is encrypted.
   */
  readonly encryption?: EncryptionOptions | undefined;
  /** Extractors of your own. They win over the built-in ones for the extensions and media types they name. */
  readonly extractors?: readonly Extractor[] | undefined;
  /** Default: `recursiveChunker()`, 1000 characters with an overlap of 100. */
  readonly chunker?: Chunker | undefined;
  /** Default: latent semantic analysis trained on the library itself. `false`: search by words alone. */
  readonly embedder?: Embedder | TrainableEmbedder | false | undefined;
  /**
   * The embedder that the vectors of the library are of, where `embedder` is another one: searches go on with it until those
   * of `embedder` are complete, see {@link Cubo.migrate}. Without it they would find by words, and by the vectors that there are
   * already. The default embedder need not be given. Once the library has moved on it is not asked any more.
   */
  readonly previousEmbedder?: Embedder | TrainableEmbedder | undefined;
  /** Default: Unicode folding and Snowball stemming for English, German, Italian, French and Spanish. */
  readonly analyzer?: Analyzer | undefined;
  /** Default: a BM25 index on disk. */
  readonly sparseIndex?: OpenSparseIndex | undefined;
  /** Default: `openTieredVectors` of `@cubo/index-tiered`. */
  readonly vectorTier?: OpenVectorTier | undefined;
  /** Default: {@link agreementFusion}. */
  readonly fuser?: Fuser | undefined;
  /**
   * Orders the best hits of a hybrid search anew. Default: `proximityReranker({ analyzer })`, which lifts passages in which
   * words that are neighbours in the query stand together. One that is a model is used where a search asks for it by
   * `rerank: true`, and with the profile `workstation` in all. `false`: none.
   */
  readonly reranker?: Reranker | false | undefined;
  /**
   * Remembers the results of searches until the library changes. What is remembered is given for the same query, scope and
   * settings only, and never with `explain: true`. Default `false`: every search is made.
   */
  readonly searchCache?: SearchCacheOptions | false | undefined;
  /** Default: extractive, which quotes sentences and needs no language model. */
  readonly generator?: Generator | undefined;
  /**
   * Reads scanned pages and images. Default: `tesseractOcr()` of `@cubo/ocr`, where that package is installed. `false`, or
   * without it: they are reported as unread. An engine of your own is yours to close.
   */
  readonly ocr?: OcrEngine | false | undefined;
  /**
   * How many threads read documents while another one indexes and stores them, so that the calling thread stays free; as many
   * read those of {@link Cubo.extract}.
   * Default: one less than the machine runs at a time, from 1 to 4; see `status().profile`. `false`: documents are read and
   * indexed in the calling thread. So they are, too, with an `analyzer`, `sparseIndex`, `vectorTier`, `clock` or trainable
   * embedder of your own, or a
   * `chunker` that is not one of Cubo's.
   */
  readonly threads?: number | false | undefined;
  /**
   * How many threads search, so that the calling thread stays free and several searches run at a time; they are started as
   * they are needed. Each opens the library for itself and has its share of the memory budget. Default: 1 on a laptop,
   * else one for two cores, at most 4; see `status().profile`. 0: searches are made in the calling thread. So they are, too, with an
   * `analyzer`, `sparseIndex`, `vectorTier`, `fuser` or trainable embedder of your own, and where `rewrite` is asked for.
   */
  readonly workers?: number | undefined;
  /**
   * For what kind of computer defaults are chosen, as `status().profile` lists them with their reasons; options that are
   * given win. `auto` takes `laptop` with at most 16 GiB of memory or 4 cores, or where the load of the last five minutes
   * leaves at most 4 cores free, else `workstation`. Default `auto`.
   */
  readonly profile?: 'auto' | ProfileName | undefined;
  /** How long models stay in memory. See {@link ModelOptions}. */
  readonly models?: ModelOptions | undefined;
  /** How much memory may be taken. See {@link MemoryOptions} for the defaults. */
  readonly memory?: MemoryOptions | undefined;
  /** The most bytes of one source that an extractor may hold in memory. Default 256 MiB. */
  readonly maximumBytes?: number | undefined;
  /**
   * How long a write waits for another process to finish writing, before `CUBO_LIBRARY_LOCKED`, and a compaction for other
   * readers to finish, before `CUBO_LIBRARY_IN_USE`. Default 5000 ms.
   */
  readonly lockTimeoutMilliseconds?: number | undefined;
  /**
   * What may be contacted beyond this machine. Default false: nothing; embedders, generators and rerankers reach this
   * machine alone. `true`, or an object of limits: `cubo.webPage()` fetches from every address of the public internet.
   * With `allow`, a list of hosts (`gpu.lan:11434`, `example.org`), models may contact these hosts, and web pages come
   * from those of them that are on the public internet.
   */
  readonly network?: boolean | NetworkOptions | undefined;
  /** Default: silent. */
  readonly logger?: Logger | undefined;
  /** Default: the computer's clock. One without `schedule` tells the time, and the computer's timers are used. */
  readonly clock?: Clock | undefined;
}
