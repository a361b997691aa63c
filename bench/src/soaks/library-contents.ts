import { createHash } from 'node:crypto';
import { type CuboOptions, createCubo } from '@cubo/core';
import { openLibrary } from '@cubo/library';

const queries = ['report findings', 'stale mino', 'remark number', 'ka le mi', 'vipon dergal'];

/** What makes two libraries equal: the same documents, chunks, and results with the same scores. Ids may differ. */
export interface LibraryContents {
  readonly documents: readonly { readonly uri: string; readonly sha256: string; readonly chunks: number }[];
  readonly chunks: number;
  /** SHA-256 over every chunk in order: its document, place, heading, context and text. */
  readonly digest: string;
  readonly dense: number;
  readonly results: readonly (readonly unknown[])[];
}

/** Reads the contents of a library, and throws when `doctor` finds anything. */
export async function libraryContents(path: string, encryption?: CuboOptions['encryption']): Promise<LibraryContents> {
  const cubo = await createCubo({ path, encryption });
  try {
    const { problems } = await cubo.doctor();
    if (problems.length > 0) throw new Error(`doctor found: ${problems.map((problem) => problem.message).join(' ')}`);
    const status = await cubo.status();
    const results: unknown[][] = [];
    for (const mode of ['sparse', 'dense', 'hybrid'] as const) {
      for (const query of queries) {
        const hits = await cubo.search(query, { limit: 20, mode });
        results.push(hits.map(({ source, locator, text, score }) => ({ source, locator, text, score })));
      }
    }
    return {
      documents: [...cubo.documents()].map(({ uri, sha256, chunks }) => ({ uri, sha256, chunks })),
      chunks: status.chunks,
      digest: await chunkDigest(path, encryption),
      dense: status.dense?.coverage ?? 0,
      results,
    };
  } finally {
    await cubo.close();
  }
}

async function chunkDigest(path: string, encryption: CuboOptions['encryption']): Promise<string> {
  const library = await openLibrary({ path, encryption });
  try {
    const snapshot = library.snapshot();
    const lines: string[] = [];
    for await (const { source, ordinal, title, locator, heading, context, text } of snapshot.scan(snapshot.chunks)) {
      lines.push(JSON.stringify([source, ordinal, title, locator, heading, context, text]));
    }
    return createHash('sha256').update(lines.sort().join('\n')).digest('hex');
  } finally {
    await library.close();
  }
}
