import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isCuboError, type Section } from '@cubo/contracts';
import { describe, expect, test } from 'vitest';
import {
  builtinExtractors,
  createExtractorRegistry,
  decodeText,
  fileSource,
  readSourceHead,
  recursiveChunker,
} from '../src/index.ts';
import {
  collect,
  expectChunksOf,
  expectOrderedSections,
  expectSectionsOf,
  extract,
  stream,
} from './helpers/sections.ts';

const folder = fileURLToPath(new URL('../../../../shared/eval/docs/', import.meta.url));
const formats = ['txt', 'md', 'html', 'csv', 'pdf', 'docx', 'pptx', 'broken'] as const;
const registry = createExtractorRegistry(builtinExtractors());

interface Sample {
  readonly path: string;
  readonly format: string;
  /** What a reader must find, according to the tests of the projects the documents come from. */
  readonly expected: readonly string[];
}

function samples(): Sample[] {
  const index = `${folder}INDEX.tsv`;
  if (!existsSync(index)) return [];
  const rows = readFileSync(index, 'utf8').split('\n').slice(1);
  return rows.flatMap((row) => {
    const [path = '', , , , snippet = ''] = row.split('\t');
    const format = path.split('/')[0] ?? '';
    if (!formats.some((name) => name === format)) return [];
    const [wanted = ''] = snippet.replace(/^WITH: /, '').split('WITHOUT:');
    return [
      {
        path,
        format,
        expected: wanted
          .split('||')
          .map(squeeze)
          .filter((part) => part !== ''),
      },
    ];
  });
}

/** Cells are divided by bars, which the snippets do not have. */
function squeeze(text: string): string {
  return text.replace(/[\s|]+/g, ' ').trim();
}

async function read(path: string): Promise<{ id: string; sections: readonly Section[] }> {
  const source = await fileSource(folder + path);
  const extractor = registry.find(source, await readSourceHead(source));
  return { id: extractor.id, sections: (await extract(extractor, source)).sections };
}

const all = samples();
const found = new Map<string, { found: number; expected: number; missing: string[] }>();

describe.skipIf(all.length === 0)('real documents', () => {
  test.each(all)('$path ends as sections or with a reason', { timeout: 60_000 }, async ({ path, format, expected }) => {
    let text = '';
    try {
      const { id, sections } = await read(path);
      expectOrderedSections(sections);
      expectChunksOf(sections, await collect(recursiveChunker().chunk(stream(sections))));
      if (/^(?:text|csv|markdown)@/.test(id)) expectSectionsOf(decodeText(readFileSync(folder + path)).text, sections);
      text = squeeze(sections.map((section) => section.text).join(' '));
    } catch (error) {
      if (!isCuboError(error)) throw error;
      expect(error.path).toBe(folder + path);
      expect(error.remedy).not.toBe('');
      expect([
        'CUBO_FORMAT_INVALID',
        'CUBO_FORMAT_UNSUPPORTED',
        'CUBO_SOURCE_EMPTY',
        'CUBO_SOURCE_ENCRYPTED',
      ]).toContain(error.code);
    }
    if (expected.length === 0) return;
    const tally = found.get(format) ?? { found: 0, expected: 0, missing: [] };
    const isFound = expected.every((snippet) => text.includes(snippet));
    found.set(format, {
      found: tally.found + Number(isFound),
      expected: tally.expected + 1,
      missing: isFound ? tally.missing : [...tally.missing, path],
    });
  });

  // What is missing: the text of a tracked deletion in a DOCX, a PDF font without a built-in character
  // map.
  test('holds what other readers find', () => {
    const share = (format: string) => {
      const { found: count, expected } = found.get(format) ?? { found: 0, expected: 0 };
      return count / expected;
    };
    console.info(
      [...found]
        .map(([format, tally]) => `${format}: ${tally.found} of ${tally.expected} ${tally.missing.join(' ')}`)
        .join('\n'),
    );
    for (const format of ['txt', 'html', 'pptx']) expect(share(format)).toBe(1);
    expect(share('pdf')).toBeGreaterThan(0.9);
    expect(share('docx')).toBeGreaterThan(0.85);
  });
});
