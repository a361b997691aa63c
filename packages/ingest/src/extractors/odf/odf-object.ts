import type { BlockSink } from '../office/block-sink.ts';

/** Gives the text of an object within a document to a sink, once; that of a formula is returned instead. */
export type OdfObject = (path: string, sink: BlockSink) => string | undefined;
