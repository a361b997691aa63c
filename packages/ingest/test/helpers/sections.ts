import type { Chunk, DocumentDescription, Extractor, OcrEngine, Section, Source, UnreadPlace } from '@cubo/contracts';
import { expect } from 'vitest';
import { builtinExtractors, createExtractorRegistry, hashSource } from '../../src/index.ts';
import { createSourceContext } from '../../src/pipeline/extract-context.ts';
import type { MemberLimits } from '../../src/pipeline/extract-member.ts';

export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

export async function* stream<T>(items: Iterable<T>): AsyncGenerator<T> {
  yield* items;
}

export interface Extraction {
  readonly sections: readonly Section[];
  readonly unread: readonly UnreadPlace[];
  readonly description: DocumentDescription;
}

export interface ExtractOptions {
  readonly signal?: AbortSignal;
  readonly maximumBytes?: number;
  readonly passwords?: readonly string[];
  readonly ocr?: OcrEngine;
  readonly memberLimits?: Partial<MemberLimits>;
  /** For members. Default: those of Cubo. */
  readonly extractors?: readonly Extractor[];
}

/** Runs an extractor to its end, members of the source included. */
export async function extract(
  extractor: Extractor,
  source: Source,
  options: ExtractOptions | AbortSignal = {},
): Promise<Extraction> {
  const {
    signal,
    maximumBytes = 256 * 1024 * 1024,
    extractors = builtinExtractors(),
    ...rest
  } = options instanceof AbortSignal ? { signal: options } : options;
  const registry = createExtractorRegistry(extractors);
  const { sha256 } = await hashSource(source);
  const told = createSourceContext({ ...rest, maximumBytes, registry, detectLanguage: () => 'und' }, signal, sha256);
  const sections = await collect(extractor.extract(source, told.context));
  return { sections, unread: told.unread, description: told.description };
}

const squeeze = (text: string) => text.replace(/\s+/g, '');

/** What holds for the sections of every extractor. */
export function expectOrderedSections(sections: readonly Section[]): void {
  let end = 0;
  for (const section of sections) {
    const { locator, text } = section;
    expect(locator.start).toBeGreaterThanOrEqual(end);
    expect(locator.end - locator.start).toBe(text.length);
    expect(text.trim()).not.toBe('');
    end = locator.end;
    if (section.rowStarts) {
      expect(section.rowStarts[0]).toBe(0);
      expect([...section.rowStarts]).toEqual([...section.rowStarts].sort((a, b) => a - b));
      expect(section.rowStarts.at(-1)).toBeLessThan(text.length);
    }
  }
}

/** What holds, besides, where the document text is the decoded file: exact slices and nothing lost. */
export function expectSectionsOf(text: string, sections: readonly Section[], leftOut = ''): void {
  expectOrderedSections(sections);
  for (const section of sections) expect(section.text).toBe(text.slice(section.locator.start, section.locator.end));
  expect(squeeze(sections.map((section) => section.text).join(''))).toBe(squeeze(text.slice(leftOut.length)));
}

/** What holds for the chunks of any sections: exact slices, document order, nothing but white space lost. */
export function expectChunksOf(sections: readonly Section[], chunks: readonly Chunk[]): void {
  const end = Math.max(0, ...sections.map((section) => section.locator.end));
  const units = new Array<string>(end).fill('\n');
  for (const { text, locator } of sections)
    for (let index = 0; index < text.length; index++) units[locator.start + index] = text[index] as string;
  const covered = new Uint8Array(end);
  let start = -1;
  let last = 0;
  for (const { text, locator } of chunks) {
    expect(text).toBe(units.slice(locator.start, locator.end).join(''));
    expect(text).toBe(text.trim());
    expect(text).not.toBe('');
    expect(locator.start).toBeGreaterThan(start);
    expect(locator.end).toBeGreaterThan(last);
    start = locator.start;
    last = locator.end;
    covered.fill(1, locator.start, locator.end);
  }
  const lost = units.filter((unit, index) => covered[index] === 0 && unit.trim() !== '');
  expect(lost.join('')).toBe('');
}
