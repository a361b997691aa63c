import type { Metadata, UnreadPlace } from '@cubo/contracts';
import type { DocumentAlias } from '../catalog/aliases.ts';
import type { TitleOrigin } from '../catalog/documents.ts';
import type { InheritedRun } from '../catalog/inherited-chunks.ts';
import type { JobFile } from '../catalog/jobs.ts';
import type { PendingDocument, SealedSegment } from './staged-segment.ts';

/** A document whose chunks are all in segments, as it shall stand in the catalog. */
export interface FinishedDocument {
  readonly pending: PendingDocument;
  readonly name: string;
  /** Default `format`. */
  readonly titleOrigin?: TitleOrigin | undefined;
  readonly language?: string | undefined;
  readonly pages?: number | undefined;
  readonly sha256: string;
  readonly bytes: number;
  readonly modifiedAt?: number | undefined;
  readonly extractor: string;
  readonly chunker: string;
  /** Labels that its format states. */
  readonly metadata: Metadata;
  /** Labels that the host gives with it; they win. Default none. */
  readonly givenMetadata?: Metadata | undefined;
  readonly unread: readonly UnreadPlace[];
  readonly chunks: number;
}

/** A document of which more is to come: what is in the segments so far becomes durable, and is not live. */
export interface UnfinishedDocument {
  readonly pending: PendingDocument;
  readonly language?: string | undefined;
  readonly sha256: string;
  readonly extractor: string;
  readonly chunker: string;
  /** Chunks that are in segments, those of earlier publishes included. */
  readonly chunks: number;
}

/** Another name for a document. */
export interface NewName extends DocumentAlias {
  /** Id of the document. */
  readonly document: number;
}

/** Labels that the host gives now with a document whose bytes have not changed. */
export interface Relabelling {
  /** Id of the document. */
  readonly document: number;
  readonly givenMetadata: Metadata;
}

/** All that one publish changes. */
export interface Publication {
  readonly segments?: readonly SealedSegment[] | undefined;
  /**
   * Documents all of whose chunks are in these segments, or in those of earlier publishes: from now on this version is
   * the current one. Chunks of other documents in the segments (of sources that could not be read to the end) stay dead.
   */
  readonly documents?: readonly FinishedDocument[] | undefined;
  /** Documents that are not complete: a later writer can go on with them, see `Library.pendingDocuments`. */
  readonly unfinished?: readonly UnfinishedDocument[] | undefined;
  /** Ids of documents whose pending version is given up. */
  readonly abandon?: readonly number[] | undefined;
  /** Documents whose file has moved. */
  readonly moves?: readonly NewName[] | undefined;
  /** Files that hold the same bytes as a document. */
  readonly aliases?: readonly NewName[] | undefined;
  readonly relabel?: readonly Relabelling[] | undefined;
  /** Ids of documents to delete, with all their names. */
  readonly remove?: readonly number[] | undefined;
  /** Names to take away: a document that has others goes on under those, one that has none is deleted. */
  readonly release?: readonly string[] | undefined;
  /** Names that jobs shall not remember either. */
  readonly forget?: readonly string[] | undefined;
  /** Chunks of these segments whose vectors are those of older chunks. */
  readonly inherited?: readonly InheritedRun[] | undefined;
  /** The job that this is work of, and what became of its sources. */
  readonly job?: { readonly id: string; readonly files: readonly JobFile[] } | undefined;
}
