import type { BlockSink } from '../office/block-sink.ts';

/**
 * Gives the text of a chart or diagram to a sink, once, however often it is referred to; what cannot be read of it is
 * reported then.
 */
export type DrawingText = (relationshipId: string, sink: BlockSink) => void;
