import { describe, expect, test } from 'vitest';
import { onePage, pageCache } from '../../src/lexical/page-cache.ts';
import type { FoundDirectory } from '../../src/lexical/postings/block-directories.ts';
import { directoryCache } from '../../src/lexical/postings/directory-cache.ts';

const filled = (value: number) => (content: Uint8Array) => {
  content.fill(value);
};

describe('the pages that were used last', () => {
  test('belong to their files', () => {
    const cache = pageCache(4, 8);
    const [one, other] = [cache.file(), cache.file()];
    one.add(3, filled(1));
    other.add(3, filled(2));
    expect(one.get(3)?.[0]).toBe(1);
    expect(other.get(3)?.[0]).toBe(2);
    expect(one.get(4)).toBeUndefined();
  });

  test('a page that was used since stays, and one that was not leaves its memory to the next', () => {
    const pages = pageCache(2, 8).file();
    const first = pages.add(1, filled(1));
    pages.add(2, filled(2));
    // The first round takes from all that they were used.
    expect(pages.add(3, filled(3))).toBe(first);
    expect(pages.get(1)).toBeUndefined();
    expect(pages.get(3)?.[0]).toBe(3);
    pages.add(4, filled(4));
    expect(pages.get(2)).toBeUndefined();
    expect(pages.get(3)?.[0]).toBe(3);
    expect(pages.get(4)?.[0]).toBe(4);
  });

  test('a page that could not be read is not there, nor is the one that it displaced', () => {
    const pages = pageCache(1, 8).file();
    pages.add(1, filled(1));
    const fail = () => {
      throw new Error('unreadable');
    };
    expect(() => pages.add(2, fail)).toThrow('unreadable');
    expect(pages.get(1)).toBeUndefined();
    expect(pages.get(2)).toBeUndefined();
    expect(pages.add(2, filled(2))[0]).toBe(2);
  });
});

test('room for one page has the last one that could be read', () => {
  const pages = onePage(8);
  expect(pages.get(0)).toBeUndefined();
  pages.add(0, filled(1));
  expect(pages.get(0)?.[7]).toBe(1);
  pages.add(1, filled(2));
  expect(pages.get(0)).toBeUndefined();
  expect(pages.get(1)?.[7]).toBe(2);
  const fail = (content: Uint8Array) => {
    content.fill(3);
    throw new Error('unreadable');
  };
  expect(() => pages.add(2, fail)).toThrow('unreadable');
  expect(pages.get(1)).toBeUndefined();
  expect(pages.get(2)).toBeUndefined();
});

describe('the directories that were used last', () => {
  const directoryOf = (blocks: number) => ({ directory: { blocks } }) as FoundDirectory;

  // However short it is, a directory weighs 32 blocks.
  test('have so many blocks in all files together', () => {
    const cache = directoryCache(2 * 36 + 2);
    const [one, other] = [cache.file(), cache.file()];
    one.set(0, directoryOf(4));
    other.set(0, directoryOf(4));
    expect(one.get(0)).toBeDefined();
    one.set(7, directoryOf(4));
    expect(other.get(0)).toBeUndefined();
    expect(one.get(0)).toBeDefined();
    expect(one.get(7)).toBeDefined();
  });

  test('the last one stays, however large it is', () => {
    const directories = directoryCache(10).file();
    directories.set(0, directoryOf(4));
    directories.set(1, directoryOf(40));
    expect(directories.get(0)).toBeUndefined();
    expect(directories.get(1)).toBeDefined();
    directories.set(2, directoryOf(4));
    expect(directories.get(1)).toBeUndefined();
    expect(directories.get(2)).toBeDefined();
  });
});
