import type { MessagePort } from 'node:worker_threads';
import type { Embedder, Extractor, Logger, OcrEngine } from '@cubo/contracts';
import type { ChunkerSpecification } from '@cubo/ingest';
import type { EncryptionOptions, JobRecord } from '@cubo/library';

/** How documents are read, in every thread. */
export interface ReadingSettings {
  readonly maximumBytes: number;
  /** Whether searches go before. */
  readonly yields: boolean;
  readonly chunker: ChunkerSpecification;
  /** What is called in the host's thread: objects of the host's own. */
  readonly host: HostParts;
}

/** What an ingest thread is started with. */
export interface IngestThreadSettings extends ReadingSettings {
  /** The library's folder. */
  readonly path: string;
  /** Its key is an object that can be sent, and shows itself to nobody. */
  readonly encryption: EncryptionOptions | undefined;
  readonly lockTimeoutMilliseconds: number | undefined;
  /** What the vector index may take of memory. */
  readonly memoryBytes: number;
  /** Threads that extract. */
  readonly threads: number;
}

/** A job for an ingest thread. */
export interface JobRequest {
  readonly job: JobRecord;
  readonly passwords: readonly string[] | undefined;
  /** Whether the sources are objects of the host's own, rather than the job's paths. */
  readonly hostSources: boolean;
}

/** Objects of the host's own that stay in its thread, and what other threads have to know of them. */
export interface HostParts {
  /** `latent`: the default, which every thread makes for itself. */
  readonly embedder: Pick<Embedder, 'id' | 'fingerprint' | 'dimensions' | 'maxBatch'> | 'latent' | false;
  readonly extractors: readonly Pick<Extractor, 'id' | 'mediaTypes' | 'extensions'>[];
  readonly ocr: Pick<OcrEngine, 'id' | 'mediaTypes'> | undefined;
}

/** The data that an ingest thread finds when it starts. */
export interface IngestThreadData {
  readonly port: MessagePort;
  readonly settings: IngestThreadSettings;
}

/** The data that a thread of the pool finds when it starts. */
export interface ExtractThreadData {
  /** To the ingest thread. */
  readonly port: MessagePort;
  /** To the host's thread. */
  readonly hostPort: MessagePort;
  readonly settings: ReadingSettings;
}

/** A line for the host's logger. */
export interface LogMessage {
  readonly level: keyof Logger;
  readonly message: string;
}
