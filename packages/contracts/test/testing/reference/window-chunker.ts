import type { Chunker, Locator, NumberRange, Section } from '@cubo/contracts';

/** A correct chunker that cuts every section into windows of at most 500 characters. */
export function windowChunker(): Chunker {
  return {
    id: 'window@1:500',
    async *chunk(sections, options) {
      options?.signal?.throwIfAborted();
      for await (const section of sections) {
        options?.signal?.throwIfAborted();
        const { text, kind, heading, context } = section;
        for (let from = 0; from < text.length; ) {
          let to = Math.min(from + 500, text.length);
          if (to < text.length && /[\ud800-\udbff]/.test(text[to - 1] as string)) to--;
          const window = text.slice(from, to);
          if (window.trim() !== '') {
            const base = section.locator.start;
            const locator = { ...place(section, from, to), start: base + from, end: base + to };
            yield { text: window, kind, locator, heading, context };
          }
          from = to;
        }
      }
    },
  };
}

function place({ text, locator, rowStarts }: Section, from: number, to: number): Locator {
  if (locator.kind === 'lines') {
    const starts = [0, ...Array.from(text.matchAll(/\n/g), ({ index }) => index + 1)];
    return { ...locator, lines: numbers(locator.lines[0], starts, from, to) };
  }
  if ((locator.kind === 'rows' || locator.kind === 'sheet') && rowStarts) {
    return { ...locator, rows: numbers(locator.rows[0], rowStarts, from, to) };
  }
  return locator;
}

function numbers(first: number, starts: readonly number[], from: number, to: number): NumberRange {
  const at = (position: number) => starts.findLastIndex((start) => start <= position);
  return [first + at(from), first + at(to - 1)];
}
