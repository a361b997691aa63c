import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import {
  builtinExtractors,
  createExtractorRegistry,
  type ExtractorRegistry,
  readSourceHead,
  recursiveChunker,
} from '../../src/index.ts';
import { createSourceContext } from '../../src/pipeline/extract-context.ts';
import { readSections } from '../../src/pipeline/read-sections.ts';
import { toSourceProblem } from '../../src/pipeline/source-problem.ts';
import { bytesSource } from '../helpers/bytes-source.ts';
import { mutateDocument, randomNumbers } from './mutate-document.ts';
import { type SampleDocument, sampleDocuments } from './sample-documents.ts';

/** How many damaged documents are read: few here, ten thousand by `npm run soak -- --mutations 10000`. */
const count = Number(process.env.CUBO_MUTATIONS ?? 300);
const seed = Number(process.env.CUBO_SEED ?? 1);
/** Milliseconds of processor time that a small document may take. */
const longest = 10_000;

const registry = createExtractorRegistry(builtinExtractors());

/** Real documents beside the checkout join in when there is time. */
function realDocuments(): SampleDocument[] {
  const folder = fileURLToPath(new URL('../../../../../shared/eval/docs/', import.meta.url));
  if (process.env.CUBO_MUTATIONS === undefined || !existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => !path.includes('expected') && statSync(path).isFile() && statSync(path).size < 200_000)
    .map((path) => ({ name: path.slice(folder.length), bytes: readFileSync(path) }));
}

/** Reads a document as the pipeline does. `text` where there was any, else why there was none. */
async function read(document: SampleDocument, extractors: ExtractorRegistry): Promise<{ text: string; code?: string }> {
  const source = bytesSource(document.name, document.bytes);
  const told = createSourceContext(
    { maximumBytes: 64 * 2 ** 20, registry: extractors, detectLanguage: () => 'und' },
    undefined,
  );
  let text = '';
  try {
    const extractor = extractors.find(source, await readSourceHead(source));
    const sections = readSections(extractor, source, told.context);
    for await (const chunk of recursiveChunker().chunk(sections)) text += chunk.text;
  } catch (error) {
    const problem = toSourceProblem(error, source.uri).error;
    expect(problem.summary.length).toBeGreaterThan(10);
    expect(problem.remedy.length).toBeGreaterThan(3);
    return { text, code: problem.code };
  }
  for (const place of told.unread) expect(place.reason.length).toBeGreaterThan(3);
  expect(text.isWellFormed()).toBe(true);
  return { text };
}

test('every sample is read when it is whole', async () => {
  for (const document of sampleDocuments()) {
    const { text, code } = await read(document, registry);
    if (document.name === 'scan.tiff') expect(code).toBe('CUBO_OCR_UNAVAILABLE');
    else expect([document.name, code, text.length > 0]).toEqual([document.name, undefined, true]);
  }
});

test(`${count} damaged documents end as text or with a reason`, { timeout: 3_600_000 }, async () => {
  const documents = [...sampleDocuments(), ...realDocuments()];
  const random = randomNumbers(seed);
  const ends = new Map<string, number>();
  for (let number = 0; number < count; number++) {
    const original = documents[number % documents.length] as SampleDocument;
    const other = documents[random(documents.length)] as SampleDocument;
    const mutated = await mutateDocument(original, other, random);
    const started = process.cpuUsage();
    try {
      const { code = 'text' } = await read(mutated, registry);
      ends.set(code, (ends.get(code) ?? 0) + 1);
    } catch (error) {
      throw new Error(`Mutation ${number} of ${original.name} with seed ${seed} failed.`, { cause: error });
    }
    const { user, system } = process.cpuUsage(started);
    const milliseconds = (user + system) / 1000;
    if (milliseconds > longest)
      throw new Error(`Mutation ${number} of ${original.name} with seed ${seed} took ${milliseconds} ms.`);
  }
  console.info([...ends].map(([code, times]) => `${code}: ${times}`).join('\n'));
  expect([...ends.keys()].filter((code) => code !== 'text' && !code.startsWith('CUBO_'))).toEqual([]);
  expect(ends.get('text')).toBeGreaterThan(count / 5);
  expect(ends.get('CUBO_FORMAT_INVALID')).toBeGreaterThan(count / 50);
  expect(process.resourceUsage().maxRSS).toBeLessThan(1_500_000);
});
