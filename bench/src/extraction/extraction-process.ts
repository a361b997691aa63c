import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCubo } from '@cubo/core';
import { openLibrary } from '@cubo/library';
import type { Extraction, ExtractionRequest } from './extraction.ts';

/** Run as a process of its own: ingests one file after the other, each into a library of its own. */
process.on('message', (request: ExtractionRequest) => {
  extract(request).then(
    (extraction) => process.send?.(extraction),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
process.on('disconnect', () => process.exit());

async function extract({ file, passwords }: ExtractionRequest): Promise<Extraction> {
  const path = await mkdtemp(join(tmpdir(), 'cubo-extract-'));
  const started = performance.now();
  try {
    const cubo = await createCubo({ path, embedder: false });
    let outcome: Extraction['outcome'] = 'skipped';
    const reasons: string[] = [];
    let pages: number | undefined;
    try {
      for await (const event of cubo.ingest(file, { passwords })) {
        if (event.type !== 'file-finish') continue;
        if (event.outcome === 'indexed' || event.outcome === 'partly-indexed') outcome = event.outcome;
        if (event.reason !== undefined) reasons.push(event.reason);
        for (const { place, reason } of event.unread ?? []) reasons.push(`${place}: ${reason}`);
      }
      for (const document of cubo.documents()) pages = document.pages;
    } finally {
      await cubo.close();
    }
    return {
      outcome,
      reasons,
      pages,
      text: await documentText(path),
      seconds: (performance.now() - started) / 1000,
      peakBytes: process.resourceUsage().maxRSS * 1024,
    };
  } finally {
    await rm(path, { recursive: true, force: true });
  }
}

/** Puts the chunks of a library's only document together again by their places; what they share stands there once. */
async function documentText(path: string): Promise<string> {
  const library = await openLibrary({ path });
  try {
    const snapshot = library.snapshot();
    const parts: string[] = [];
    let end = 0;
    for await (const { locator, text } of snapshot.scan(snapshot.chunks)) {
      if (locator.end <= end) continue;
      if (locator.start > end) parts.push('\n');
      parts.push(text.slice(Math.max(0, end - locator.start)));
      end = locator.end;
    }
    return parts.join('');
  } finally {
    await library.close();
  }
}
