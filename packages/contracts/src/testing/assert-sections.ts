import assert from 'node:assert/strict';
import type { Locator, NumberRange } from '../documents/locator.ts';
import type { Section, SectionKind } from '../documents/section.ts';

const kinds: readonly SectionKind[] = ['prose', 'table', 'slide', 'code'];

/**
 * Fails unless the sections are in order, disjoint and well formed. With `documentText`, each must be exactly its range
 * of it.
 */
export function assertSections(sections: readonly Section[], documentText?: string): void {
  let previousEnd = 0;
  for (const [index, section] of sections.entries()) {
    const name = `section ${index}`;
    const { text, locator } = section;
    assert.ok(kinds.includes(section.kind), `${name}: ${section.kind} is not a kind of section`);
    assertLocator(locator, name);
    assert.equal(locator.end - locator.start, text.length, `${name}: end - start must be the length of the text`);
    assert.ok(locator.start >= previousEnd, `${name} begins before the section ahead of it ends`);
    previousEnd = locator.end;
    if (documentText !== undefined) {
      const slice = documentText.slice(locator.start, locator.end);
      assert.equal(text, slice, `${name}: the text is not its range of the document text`);
    }
    if (section.rowStarts !== undefined) assertRowStarts(section, name);
  }
}

function assertLocator(locator: Locator, name: string): void {
  assert.ok(Number.isSafeInteger(locator.start) && locator.start >= 0, `${name}: start must be a natural number`);
  assert.ok(Number.isSafeInteger(locator.end), `${name}: end must be a whole number`);
  switch (locator.kind) {
    case 'page':
      assertCount(locator.page, `${name}: page`);
      break;
    case 'slide':
      assertCount(locator.slide, `${name}: slide`);
      break;
    case 'sheet':
      assert.equal(typeof locator.sheet, 'string', `${name}: sheet must be its name`);
      assertNumberRange(locator.rows, `${name}: rows`);
      break;
    case 'rows':
      assertNumberRange(locator.rows, `${name}: rows`);
      break;
    case 'lines':
      assertNumberRange(locator.lines, `${name}: lines`);
      break;
    case 'heading':
      assert.ok(locator.path.length > 0, `${name}: the path of a heading must not be empty`);
      break;
    case 'time': {
      const [first, last] = locator.seconds;
      assert.ok(first >= 0 && last >= first, `${name}: seconds must not end before they begin`);
      break;
    }
    case 'characters':
      break;
    default:
      assert.fail(`${name}: ${(locator as { kind: string }).kind} is not a kind of locator`);
  }
}

function assertCount(value: number, name: string): void {
  assert.ok(Number.isSafeInteger(value) && value >= 1, `${name} must count from 1, it is ${value}`);
}

function assertNumberRange([first, last]: NumberRange, name: string): void {
  assertCount(first, name);
  assert.ok(Number.isSafeInteger(last) && last >= first, `${name} must not end before they begin`);
}

function assertRowStarts({ kind, text, rowStarts = [] }: Section, name: string): void {
  assert.equal(kind, 'table', `${name}: only tables have rowStarts`);
  assert.equal(rowStarts[0], 0, `${name}: rowStarts must begin with 0`);
  for (const [index, start] of rowStarts.entries()) {
    assert.ok(start < Math.max(1, text.length), `${name}: row ${index} starts after the text`);
    assert.ok(index === 0 || start > (rowStarts[index - 1] as number), `${name}: rowStarts must ascend`);
  }
}
