import { join } from 'node:path';
import { BaseCallbackHandler } from '@langchain/core/callbacks/base';
import { RunnableLambda } from '@langchain/core/runnables';
import { expect, test, vi } from 'vitest';
import { sentenceChunker } from '../../src/index.ts';
import { cuboRetriever } from '../../src/langchain.ts';
import { finish, openCubo, writeFiles } from '../open-cubo.ts';

const lease = '# Lease\n\nThe notice period is three months.\n\n# Rent\n\nThe rent is 900 euros.\n';

async function library(options = {}) {
  const { cubo, documents } = await openCubo({ embedder: false, ...options });
  await writeFiles(documents, { 'lease.md': lease, 'old/lease.md': 'The notice period was six weeks.' });
  await finish(cubo.ingest(documents));
  return { cubo, documents };
}

test('documents are the passages that a search finds, with their places', async () => {
  const { cubo, documents } = await library();
  const found = await cuboRetriever({ cubo }).invoke('notice period');
  const hits = await cubo.search('notice period');
  expect(found.length).toBe(hits.length);
  for (const [i, { pageContent, metadata, id }] of found.entries()) {
    const { source, title, locator, score, text } = hits[i] ?? {};
    expect({ pageContent, metadata, id }).toEqual({
      pageContent: text,
      metadata: { source, title, locator, score, id: hits[i]?.id },
      id: String(hits[i]?.id),
    });
  }
  const first = found.find(({ metadata }) => metadata.source === join(documents, 'lease.md'));
  expect(lease.slice(first?.metadata.locator.start, first?.metadata.locator.end)).toBe(first?.pageContent);
});

test('limit, scope and mode are those of the search', async () => {
  const { cubo, documents } = await library();
  const search = vi.spyOn(cubo, 'search');
  expect(await cuboRetriever({ cubo, limit: 1 }).invoke('notice period')).toHaveLength(1);
  const scope = { sources: [join(documents, 'old')] };
  const scoped = await cuboRetriever({ cubo, scope, mode: 'sparse' }).invoke('notice period');
  expect(scoped.map(({ metadata }) => metadata.source)).toEqual([join(documents, 'old', 'lease.md')]);
  expect(search.mock.lastCall?.[1]).toMatchObject({ scope, mode: 'sparse' });
});

test('the content is the wider passage where a chunk is only a sentence', async () => {
  const { cubo } = await library({ chunker: sentenceChunker() });
  const text = 'The first sentence is about pumps. The second one is about valves. The third is about seals.';
  await writeFiles(join(cubo.path, '..', 'documents'), { 'pumps.txt': text });
  await finish(cubo.ingest(join(cubo.path, '..', 'documents')));
  const [document] = await cuboRetriever({ cubo, limit: 1 }).invoke('valves');
  const { start, end } = document?.metadata.locator ?? { start: 0, end: 0 };
  expect(document?.pageContent).toBe(text.slice(start, end));
  expect(document?.pageContent).toContain('pumps');
});

test('it is a part of chains, and callbacks hear of it', async () => {
  const { cubo } = await library();
  const heard: string[] = [];
  const handler = BaseCallbackHandler.fromMethods({
    handleRetrieverStart: (_retriever, query) => void heard.push(query),
    handleRetrieverEnd: (documents) => void heard.push(String(documents.length)),
  });
  const chain = cuboRetriever({ cubo, limit: 1 }).pipe(RunnableLambda.from((documents: unknown[]) => documents.length));
  expect(await chain.invoke('notice period', { callbacks: [handler] })).toBe(1);
  expect(heard).toEqual(['notice period', '1']);
  expect(await cuboRetriever({ cubo, limit: 1 }).batch(['notice', 'rent'])).toHaveLength(2);
});

test('a call is given up by its signal, and others go on', async () => {
  const { cubo } = await library();
  const started = vi.spyOn(cubo, 'search');
  const retriever = cuboRetriever({ cubo });
  const controller = new AbortController();
  const given = retriever.invoke('notice', { signal: controller.signal });
  const other = retriever.invoke('rent');
  controller.abort(new Error('enough'));
  await expect(given).rejects.toThrow('enough');
  expect(await other).not.toHaveLength(0);
  const [first, second] = started.mock.calls;
  expect(first?.[1]?.signal?.aborted).toBe(true);
  expect(second?.[1]?.signal).toBeUndefined();
});

test('what makes no sense is refused', async () => {
  const { cubo } = await library();
  const refused = expect.objectContaining({ code: 'CUBO_BAD_ARGUMENT' });
  expect(() => cuboRetriever({ cubo, limits: 3 } as never)).toThrow(refused);
  expect(() => cuboRetriever({} as never)).toThrow(refused);
  await expect(cuboRetriever({ cubo, limit: -1 }).invoke('a')).rejects.toMatchObject({ code: 'CUBO_BAD_ARGUMENT' });
});
