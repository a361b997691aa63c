import { appendFileSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import type { Chunk } from '@cubo/contracts';
import {
  createLentSources,
  createMessagePeer,
  type ExtractedBatch,
  type ExtractionRequest,
  type MessagePeer,
} from '@cubo/ingest';

/**
 * Stands for a thread whose extractor meets a document that it never comes to the end of: one that begins with `loop ` and
 * names a file, to which it writes as long as it runs. Of others it gives the whole text.
 */
const sources = createLentSources();
const peer: MessagePeer = createMessagePeer(workerData.port, {
  ...sources.handlers,
  async *extract({ source }: ExtractionRequest): AsyncGenerator<ExtractedBatch<Chunk>> {
    const pieces: Uint8Array[] = [];
    for await (const piece of sources.borrow(source, peer).open()) pieces.push(piece);
    const text = Buffer.concat(pieces).toString();
    while (text.startsWith('loop ')) appendFileSync(text.slice('loop '.length), '.');
    const locator = { kind: 'characters', start: 0, end: text.length } as const;
    yield { items: [{ text, kind: 'prose', locator }], description: {}, unread: [], position: 0 };
  },
});
peer.tell('ready');
