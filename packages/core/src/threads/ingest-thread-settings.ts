import type { MessagePort } from 'node:worker_threads';
import type { Embedder, Extractor, Logger, OcrEngine } from '@cubo/contracts';
import type { JobRecord } from '@cubo/library';

/** What an ingest thread is started with. */
export interface IngestThreadSettings {
  /** The library's folder. */
  readonly path: string;
  readonly lockTimeoutMilliseconds: number | undefined;
  readonly maximumBytes: number;
  readonly job: JobRecord;
  /** What is called in the host's thread: objects of the host's own. */
  readonly host: HostParts;
}

/** Objects of the host's own that stay in its thread, and what an ingest thread has to know of them. */
export interface HostParts {
  /** `latent`: the default, which every thread makes for itself. */
  readonly embedder: Pick<Embedder, 'id' | 'fingerprint' | 'dimensions' | 'maxBatch'> | 'latent' | false;
  readonly extractors: readonly Pick<Extractor, 'id' | 'mediaTypes' | 'extensions'>[];
  readonly ocr: Pick<OcrEngine, 'id' | 'mediaTypes'> | undefined;
  /** Whether the sources are objects of the host's own, rather than the job's paths. */
  readonly sources: boolean;
}

/** The data that the thread finds when it starts. */
export interface IngestThreadData {
  readonly port: MessagePort;
  readonly settings: IngestThreadSettings;
}

/** A line for the host's logger. */
export interface LogMessage {
  readonly level: keyof Logger;
  readonly message: string;
}
