import type { Chunk, Chunker, Section } from '@cubo/contracts';
import { chunkerConformance } from '@cubo/contracts/testing';
import { describe } from 'vitest';
import { catches, mutant, passes } from './mutants.ts';
import { windowChunker } from './reference/window-chunker.ts';

const suite = (create: () => Chunker) => chunkerConformance({ create, maximumLength: 500 });

/** A window chunker whose chunks are changed on their way out. */
function changed(change: (chunk: Chunk, index: number) => Chunk | undefined): Chunker {
  const base = windowChunker();
  return mutant(base, {
    async *chunk(sections, options) {
      let index = 0;
      for await (const chunk of base.chunk(sections, options)) {
        const result = change(chunk, index++);
        if (result) yield result;
      }
    },
  });
}

/** A window chunker that is given other sections than it was meant to have. */
function fed(feed: (sections: AsyncIterable<Section>) => AsyncIterable<Section>): Chunker {
  const base = windowChunker();
  return mutant(base, { chunk: (sections, options) => base.chunk(feed(sections), options) });
}

const places = 'chunks are exact slices of one section, in order';
const lost = 'no character is lost';
const copied = 'kind, heading, context and place are those of the section';
const first = (s: Section) => ({
  ...s,
  text: s.text.slice(0, 500),
  locator: { ...s.locator, end: s.locator.start + 500 },
});

describe('chunkerConformance', () => {
  passes(suite(windowChunker));
  catches(suite(windowChunker), [
    ...(
      [
        ['an empty id', 'has an id', mutant(windowChunker(), { id: '' })],
        ['trimmed text with the range of before', places, changed((c) => ({ ...c, text: c.text.trim() }))],
        ['white space as a chunk', `white space: ${places}`, blank()],
        ['chunks twice', places, repeating()],
        ['chunks across sections', `white space: ${places}`, joining()],
        ['pairs of surrogates cut', `pairs of surrogates: ${places}`, halving()],
        ['chunks of any length', `a long word: ${places}`, uncut()],
        ['a chunk left out', lost, changed((c, i) => (i === 2 ? undefined : c))],
        ['short sections left out', `a short text: ${lost}`, changed((c) => (c.text.length < 20 ? undefined : c))],
        ['long words cut off', `a long word: ${lost}`, fed(map(first))],
        ['another kind', copied, changed((c) => ({ ...c, kind: 'prose' }))],
        ['no headings', copied, changed(({ heading: _, ...c }) => c)],
        ['no context', copied, changed(({ context: _, ...c }) => c)],
        [
          'the page lost',
          `pages: ${copied}`,
          changed((c) => ({ ...c, locator: { ...c.locator, kind: 'characters' } })),
        ],
        ['the lines of the section', `lines of text and of code: ${copied}`, coarse('lines')],
        ['the rows of the section', `table rows: ${copied}`, coarse('rows')],
        ['the rows of the sheet', `a sheet with a very long row: ${copied}`, coarse('rows')],
        ['state from the document before', 'gives the same chunks again', remembering()],
        ['the whole document held', 'yields chunks while sections still come', fed(holding)],
        ['an input left open', 'closes its input when its reader stops early', leaving()],
        ['an error passed over', 'passes on an error of its input', fed(swallowing)],
        ['a signal that is not heard', 'honours an aborted signal', deaf()],
      ] as const
    ).map(([name, caughtBy, chunker]) => ({ name, caughtBy, checks: suite(() => chunker) })),
    // What is wrong in every document must be caught in every document.
    ...suite(() => changed((c) => ({ ...c, text: `${c.text}!`, heading: ['no such heading'] })))
      .filter(({ name }) => name.endsWith(places) || name.endsWith(copied))
      .map((check) => ({ name: `invented text: ${check.name}`, caughtBy: check.name, checks: [check] })),
    ...suite(() => changed(() => undefined))
      .filter(({ name }) => name.endsWith(lost))
      .map((check) => ({ name: `nothing at all: ${check.name}`, caughtBy: check.name, checks: [check] })),
    ...suite(inventing)
      .filter(({ name }) => name.endsWith('no chunk'))
      .map((check) => ({ name: `something from nothing: ${check.name}`, caughtBy: check.name, checks: [check] })),
  ]);
});

describe('chunkerConformance of a chunker that gives each section as it is, place and all', () => {
  passes(chunkerConformance({ create: wholeSections }));
});

function wholeSections(): Chunker {
  return {
    id: 'whole@1',
    async *chunk(sections, { signal } = {}) {
      for await (const section of sections) {
        signal?.throwIfAborted();
        if (section.text.trim() !== '') yield section;
      }
    },
  };
}

function map(change: (section: Section) => Section) {
  return async function* (sections: AsyncIterable<Section>) {
    for await (const section of sections) yield section.text.length > 10_000 ? change(section) : section;
  };
}

function blank(): Chunker {
  return mutant(windowChunker(), {
    async *chunk(sections) {
      for await (const { text, kind, locator } of sections) yield { text, kind, locator };
    },
  });
}

function inventing(): Chunker {
  return mutant(windowChunker(), {
    async *chunk() {
      yield { text: 'x', kind: 'prose', locator: { kind: 'characters', start: 0, end: 1 } };
    },
  });
}

function uncut(): Chunker {
  return mutant(windowChunker(), {
    async *chunk(sections) {
      for await (const section of sections) if (section.text.trim() !== '') yield section;
    },
  });
}

function repeating(): Chunker {
  const base = windowChunker();
  return mutant(base, {
    async *chunk(sections, options) {
      for await (const chunk of base.chunk(sections, options)) yield* [chunk, chunk];
    },
  });
}

function joining(): Chunker {
  return mutant(windowChunker(), {
    async *chunk(sections) {
      const all: Section[] = [];
      for await (const section of sections) all.push(section);
      const [head, last] = [all[0], all.at(-1)];
      if (!head || !last) return;
      yield { ...head, locator: { kind: 'characters', start: head.locator.start, end: last.locator.end } };
    },
  });
}

function halving(): Chunker {
  return mutant(windowChunker(), {
    async *chunk(sections) {
      for await (const { text, kind, locator } of sections) {
        for (let i = 0; i < text.length; i += 333) {
          const piece = text.slice(i, i + 333);
          const start = locator.start + i;
          yield { text: piece, kind, locator: { ...locator, start, end: start + piece.length } };
        }
      }
    },
  });
}

function coarse(field: 'lines' | 'rows'): Chunker {
  return changed((chunk) => {
    const { locator } = chunk;
    if (!(field in locator)) return chunk;
    return { ...chunk, locator: { ...locator, [field]: [2, 400] } };
  });
}

function remembering(): Chunker {
  const base = windowChunker();
  const seen = new Set<string>();
  return mutant(base, {
    async *chunk(sections, options) {
      for await (const chunk of base.chunk(sections, options)) {
        if (!seen.has(chunk.text)) yield chunk;
        seen.add(chunk.text);
      }
    },
  });
}

async function* holding(sections: AsyncIterable<Section>) {
  const all: Section[] = [];
  for await (const section of sections) all.push(section);
  yield* all;
}

function leaving(): Chunker {
  const base = windowChunker();
  return mutant(base, {
    chunk(sections, options) {
      const iterator = sections[Symbol.asyncIterator]();
      return base.chunk({ [Symbol.asyncIterator]: () => ({ next: () => iterator.next() }) }, options);
    },
  });
}

async function* swallowing(sections: AsyncIterable<Section>) {
  try {
    yield* sections;
  } catch {}
}

function deaf(): Chunker {
  const base = windowChunker();
  return mutant(base, { chunk: (sections) => base.chunk(sections) });
}
