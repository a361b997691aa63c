import { CuboError, type Extractor, type Section } from '@cubo/contracts';
import { extractorConformance } from '@cubo/contracts/testing';
import { describe } from 'vitest';
import { catches, mutant, passes } from './mutants.ts';
import { lineExtractor } from './reference/line-extractor.ts';

const text = 'The first line.\nEine Straße, 日本語.\n\nThe last 😀 line.\n';

function suite(create: () => Extractor) {
  return extractorConformance({
    create,
    sources: [{ name: 'three.lines', bytes: text, contains: ['Straße, 日本語', 'last 😀'], documentText: text }],
    damaged: [{ name: 'broken.lines', bytes: Uint8Array.of(0x61, 0xff, 0xfe) }],
  });
}

/** A line extractor whose sections are changed on their way out. */
function changed(change: (section: Section, index: number) => Section | undefined): Extractor {
  const base = lineExtractor();
  return mutant(base, {
    async *extract(source, context) {
      let index = 0;
      for await (const section of base.extract(source, context)) {
        const result = change(section, index++);
        if (result) yield result;
      }
    },
  });
}

const shifted = (section: Section, by: number): Section => ({
  ...section,
  locator: { ...section.locator, start: section.locator.start + by, end: section.locator.end + by },
});

const sections = 'yields sections in order with exact ranges';

describe('extractorConformance', () => {
  passes(suite(lineExtractor));
  catches(suite(lineExtractor), [
    ...(
      [
        ['an empty id', 'says what it reads', mutant(lineExtractor(), { id: '' })],
        ['a bare extension', 'says what it reads', mutant(lineExtractor(), { extensions: ['LINES'] })],
        ['no formats at all', 'says what it reads', mutant(lineExtractor(), { extensions: [], mediaTypes: [] })],
        ['no sections', sections, changed(() => undefined)],
        ['ranges longer than the text', sections, changed((s) => ({ ...s, text: s.text.slice(1) }))],
        ['offsets in another text', sections, changed((s) => shifted(s, 1))],
        ['sections that overlap', sections, changed((s) => shifted(s, -s.locator.start))],
        ['an unknown kind', sections, changed((s) => ({ ...s, kind: 'poem' as 'prose' }))],
        [
          'an unknown locator',
          sections,
          changed((s) => ({ ...s, locator: { ...s.locator, kind: 'verse' as 'characters' } })),
        ],
        [
          'lines that count from 0',
          sections,
          changed((s, i) => ({ ...s, locator: { ...s.locator, kind: 'lines', lines: [i, i] } })),
        ],
        ['rows outside of tables', sections, changed((s) => ({ ...s, rowStarts: [0] }))],
        ['rows that do not begin with 0', sections, changed((s) => ({ ...s, kind: 'table', rowStarts: [1] }))],
        ['rows that do not ascend', sections, changed((s) => ({ ...s, kind: 'table', rowStarts: [0, 5, 5] }))],
        ['a lost section', 'finds the expected texts', changed((s, i) => (i === 1 ? undefined : s))],
        ['state from the run before', 'gives the same result again, however the bytes arrive', remembering()],
        ['pieces decoded one by one', 'gives the same result again, however the bytes arrive', decodingPieces()],
        ['a signal that is not heard', 'honours an aborted signal', deaf()],
        ['a source left open', 'lets go of the source when its reader stops early', leaving()],
        ['an error passed over', 'does not pass over an error of the source', swallowing()],
        [
          'a limit with another code',
          'streams a source over the limit or refuses it with CUBO_SOURCE_TOO_LARGE',
          small(),
        ],
        ['damage passed over', 'is refused with a CuboError', decodingPieces()],
        ['damage with a plain error', 'is refused with a CuboError', throwing(new Error('bad'))],
        [
          'damage without a remedy',
          'is refused with a CuboError',
          throwing(new CuboError({ code: 'CUBO_FORMAT_INVALID', message: 'Bad.', remedy: ' ' })),
        ],
      ] as const
    ).map(([name, caughtBy, extractor]) => ({ name, caughtBy, checks: suite(() => extractor) })),
  ]);
});

function remembering(): Extractor {
  let runs = 0;
  const base = lineExtractor();
  return mutant(base, {
    async *extract(source, context) {
      if (runs++ === 0) yield* base.extract(source, context);
    },
  });
}

async function* whole(text: string): AsyncGenerator<Section> {
  yield { text, kind: 'prose', locator: { kind: 'characters', start: 0, end: text.length } };
}

function decodingPieces(): Extractor {
  return mutant(lineExtractor(), {
    async *extract(source) {
      let text = '';
      for await (const piece of source.open()) text += new TextDecoder().decode(piece);
      yield* whole(text);
    },
  });
}

function deaf(): Extractor {
  const base = lineExtractor();
  return mutant(base, { extract: (source, context) => base.extract(source, { ...context, signal: undefined }) });
}

function leaving(): Extractor {
  return mutant(lineExtractor(), {
    async *extract(source) {
      await source.open()[Symbol.asyncIterator]().next();
      yield* whole('text');
    },
  });
}

function swallowing(): Extractor {
  const base = lineExtractor();
  return mutant(base, {
    async *extract(source, context) {
      try {
        yield* base.extract(source, context);
      } catch {
        yield* whole('nothing happened');
      }
    },
  });
}

function small(): Extractor {
  const base = lineExtractor();
  return mutant(base, {
    async *extract(source, context) {
      if ((source.size ?? 0) > context.maximumBytes) throw new RangeError('too large');
      yield* base.extract(source, context);
    },
  });
}

function throwing(error: Error): Extractor {
  return mutant(lineExtractor(), {
    // biome-ignore lint/correctness/useYield: it throws before its first section
    async *extract() {
      throw error;
    },
  });
}
