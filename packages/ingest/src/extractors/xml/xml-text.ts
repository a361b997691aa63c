import type { Section } from '@cubo/contracts';
import type { XmlAttributes } from '../../xml/xml-handler.ts';
import { shortenName } from '../shared/shorten-name.ts';

/** Characters of a section, about: it then becomes one chunk. */
const sectionSize = 900;
/** Elements this near to the root give headings. */
const headingLevels = 2;
/** A text longer than this is divided, at white space. */
const longestText = 64 * 1024;
const longestAttribute = 2000;
/** A value of more words is a text that needs no name. */
const longestValue = 8;
const unnamed = /^(?:p|para|td|li|item|text|line|l|s|seg|entry|cell|title|head|t|row|value)$/i;

/** Turns the elements of a document into lines of text. */
export interface XmlText {
  /** What the document calls itself, where there is a title near its root. */
  readonly title: string | undefined;
  open(name: string, attributes: XmlAttributes): void;
  text(data: string): void;
  close(): void;
  /** The sections completed since the last call. */
  take(): Section[];
  finish(): void;
}

interface Element {
  readonly name: string;
  /** Whether it only marks words in a text. */
  readonly isInline: boolean;
  hasChildren: boolean;
}

/**
 * Starts an empty document. An element with text becomes a line, with its name before it where the text is a mere value;
 * elements in the midst of a text belong to its line. The names of the outer elements are the headings.
 */
export function createXmlText(): XmlText {
  const stack: Element[] = [];
  let done: Section[] = [];
  let offset = 0;
  let lines = '';
  let path: readonly string[] = [];
  let text = '';
  /** Whether it holds more than white space. */
  let hasText = false;
  /** An element that has ended, as long as it may turn out to mark the beginning of a text. */
  let ended: { readonly name: string; readonly above: readonly string[] } | undefined;
  let isRecordEnd = false;
  let title: string | undefined;

  const pathOf = (depth: number) => stack.slice(0, Math.min(depth, headingLevels)).map(({ name }) => name);

  function flush(): void {
    if (lines !== '') {
      const start = offset;
      const end = start + lines.length;
      const range = { start, end };
      done.push({
        text: lines,
        kind: 'prose',
        locator: path.length > 0 ? { kind: 'heading', path, ...range } : { kind: 'characters', ...range },
        ...(path.length > 0 && { heading: path }),
      });
      offset = end + 1;
    }
    lines = '';
  }

  function addLine(line: string, above: readonly string[]): void {
    const isElsewhere = above.length !== path.length || above.some((name, index) => name !== path[index]);
    const isFull = lines.length + line.length > sectionSize || (isRecordEnd && lines.length > sectionSize / 2);
    if (lines !== '' && (isElsewhere || isFull)) flush();
    if (lines === '') path = above;
    else lines += isRecordEnd ? '\n\n' : '\n';
    lines += line;
    isRecordEnd = false;
  }

  /** Makes a line of the text so far; `name` is that of the element that holds nothing else. */
  function endText(name: string | undefined, above: readonly string[]): void {
    const clean = text.replace(/\s+/g, ' ').trim().toWellFormed();
    text = '';
    hasText = false;
    ended = undefined;
    if (clean === '') return;
    if (name !== undefined && /^title$/i.test(name) && above.length <= 2) title ??= clean.slice(0, 300);
    const isValue =
      name !== undefined && !unnamed.test(name) && clean.split(' ', longestValue + 1).length <= longestValue;
    addLine(isValue ? `${name}: ${clean}` : clean, above);
  }

  function endEnded(): void {
    if (ended) endText(ended.name, ended.above);
  }

  return {
    get title() {
      return title;
    },
    open(given, attributes) {
      const name = shortenName(given);
      endEnded();
      const parent = stack.at(-1);
      if (parent) parent.hasChildren = true;
      const isInline = hasText;
      stack.push({ name, isInline, hasChildren: false });
      if (isInline) return;
      for (const words of wordsOf(attributes)) addLine(`${name} ${words}`, pathOf(stack.length - 1));
    },
    text(data) {
      // Text right behind an element shows that the element is part of it.
      const isBlank = data.trim() === '';
      if (!isBlank) ended = undefined;
      hasText ||= !isBlank;
      text += data;
      if (text.length <= longestText) return;
      const space = text.lastIndexOf(' ');
      const rest = space > 0 ? text.slice(space) : '';
      if (space > 0) text = text.slice(0, space);
      endText(undefined, pathOf(stack.length - 1));
      text = rest;
      hasText = rest.trim() !== '';
    },
    close() {
      endEnded();
      const element = stack.pop();
      if (element === undefined || element.isInline) return;
      const above = pathOf(stack.length);
      if (hasText) {
        if (element.hasChildren) endText(undefined, above);
        else ended = { name: element.name, above };
      } else {
        text = '';
        if (element.hasChildren && stack.length <= headingLevels) isRecordEnd = true;
      }
    },
    take() {
      const sections = done;
      done = [];
      return sections;
    },
    finish() {
      endEnded();
      endText(undefined, []);
      flush();
    },
  };
}

/** Attributes that hold words for people, not names for programs. */
function wordsOf(attributes: XmlAttributes): string[] {
  return Object.entries(attributes).flatMap(([key, value = '']) => {
    if (key.includes(':') || /^(?:xmlns|id|class|style|href|src|d|transform|schemaLocation)$/i.test(key)) return [];
    const words = value.replace(/\s+/g, ' ').trim();
    const isNamed = /^(?:title|label|name|text|alt|summary|description|caption)$/i.test(key);
    if (!/\p{L}{2}/u.test(words) || !(isNamed || / /.test(words))) return [];
    return [`${key}: ${words.slice(0, longestAttribute).toWellFormed()}`];
  });
}
