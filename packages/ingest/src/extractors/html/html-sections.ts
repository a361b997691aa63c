import { setImmediate } from 'node:timers/promises';
import { type CuboError, type DocumentDescription, isCuboError, type Section, type UnreadPlace } from '@cubo/contracts';
import { codePointBorder } from '../../text/borders.ts';
import { createStructuredSections, type Spacing } from '../shared/structured-sections.ts';
import { tooDeep } from '../shared/too-deep.ts';
import { blockElements, deepestElement, isHidden, silentElements, unseenElements } from './html-elements.ts';
import { createHtmlTable, type HtmlTable } from './html-table.ts';
import { isPageBlock } from './page-outline.ts';

/** Text without any block element around it is passed on in parts of this size. */
const longestText = 64 * 1024;
/** What goes on for longer was not meant as a title. */
const longestTitle = 1000;

/** How {@link htmlSections} reads. */
export interface HtmlSectionsOptions {
  /** The document's name, for errors. */
  readonly uri: string;
  /** Blocks to pass over, by their number in the page's outline. */
  readonly passOver?: ReadonlySet<number> | undefined;
  /** Whether `<p/>` ends where it begins, as in XHTML. */
  readonly selfClosing?: boolean | undefined;
  readonly describe: (description: DocumentDescription) => void;
  /** Hears what stays unread behind a place where elements lie too deep in one another. */
  readonly unread: (place: UnreadPlace) => void;
}

const dateProperties: ReadonlySet<string> = new Set(['article:published_time', 'date', 'dc.date', 'dcterms.date']);

type Attributes = Readonly<Record<string, string>>;

/**
 * Reads HTML while it arrives and yields its sections: headings as breadcrumb, paragraphs, lists and preformatted text,
 * tables by rows. The document text is what these sections hold.
 */
export async function* htmlSections(
  pieces: AsyncIterable<string>,
  options: HtmlSectionsOptions,
): AsyncGenerator<Section> {
  const sections = createStructuredSections();
  const { describe, passOver, unread, uri } = options;
  let blocks = 0;
  let depth = 0;
  /** Depth of the element that is being passed over, or 0. */
  let passedOver = 0;
  let preformatted = 0;
  let text = '';
  let spacing: Spacing = 'paragraph';
  let prefix = '';
  let title: string | undefined;
  let ogTitle = false;
  const lists: { ordered: boolean; items: number }[] = [];
  const tables: HtmlTable[] = [];

  function endText(): string {
    const whole = text.toWellFormed();
    text = '';
    if (preformatted > 0) return whole.replace(/^\n+/, '').trimEnd();
    return whole
      .replace(/ {2,}/g, ' ')
      .replace(/ ?\n ?/g, '\n')
      .trim();
  }

  function endParagraph(): void {
    const paragraph = endText();
    if (paragraph === '') return;
    const table = tables.at(-1);
    if (table?.inCell() && !table.isLayout()) table.cellText(paragraph);
    else sections.text(prefix + paragraph, spacing);
    prefix = '';
    spacing = 'paragraph';
  }

  /** Passes on a text that does not end, up to its last word. */
  function endLongText(): void {
    const space = text.lastIndexOf(' ');
    const cut = space > 0 ? space : codePointBorder(text, text.length - 1);
    const rest = text.slice(cut);
    text = text.slice(0, cut);
    endParagraph();
    text = rest;
  }

  function openTable(name: string, attributes: Attributes): void {
    const table = tables.at(-1);
    if (name === 'table') {
      table?.becomeLayout();
      sections.endTable();
      tables.push(createHtmlTable(sections));
    } else if (name === 'tr') table?.startRow();
    else if (name === 'td' || name === 'th') table?.startCell(name === 'th', attributes);
    else if (name === 'thead') table?.startHead();
  }

  function closeTable(name: string): void {
    const table = tables.at(-1);
    if (name === 'table') {
      table?.endRow();
      tables.pop();
      sections.endTable();
    } else if (name === 'tr') table?.endRow();
    else if (name === 'thead') table?.endHead();
  }

  function open(name: string, attributes: Attributes): void {
    depth++;
    if (depth > deepestElement)
      throw tooDeep(uri, deepestElement, 'elements', 'Open it in a browser and save its text.');
    const number = isPageBlock(name) ? blocks++ : -1;
    if (passedOver > 0) return;
    if (silentElements.has(name) || isHidden(attributes) || passOver?.has(number)) {
      if (!unseenElements.has(name)) endParagraph();
      passedOver = depth;
      return;
    }
    if (name === 'html' && attributes.lang) describe({ language: attributes.lang.trim() });
    if (name === 'meta') describeMeta(attributes);
    if (name === 'img') text += altText(attributes.alt);
    if (name === 'br') text += '\n';
    if (name === 'title') title = '';
    const isHeading = /^h[1-6]$/.test(name);
    if (!blockElements.has(name) && !isHeading && name !== 'pre') return;
    endParagraph();
    if (isHeading || name === 'pre') tables.at(-1)?.becomeLayout();
    if (name === 'pre') preformatted++;
    if (name === 'ul' || name === 'ol') lists.push({ ordered: name === 'ol', items: 0 });
    if (name === 'li') openItem(attributes);
    if (name === 'dd') spacing = 'line';
    openTable(name, attributes);
  }

  function describeMeta(attributes: Attributes): void {
    const value = attributes.content?.replace(/\s+/g, ' ').trim().toWellFormed();
    const property = (attributes.property ?? attributes.name)?.toLowerCase();
    if (!value || !property) return;
    if (property === 'og:title') {
      // The title of the page itself; `<title>` often goes on with the name of the site.
      ogTitle = true;
      describe({ title: value });
    } else if (property === 'author') describe({ author: value });
    else if (dateProperties.has(property)) describe({ metadata: { date: value } });
  }

  function openItem(attributes: Attributes): void {
    // Notes stand at the end of a document, under no heading.
    if (/^(?:foot|end)note-\d+$/.test(attributes.id ?? '') && lists.at(-1)?.items === 0) sections.leaveHeadings();
    const list = lists.at(-1);
    if (list) list.items++;
    prefix = `${'  '.repeat(Math.min(8, Math.max(0, lists.length - 1)))}${list?.ordered ? `${list.items}.` : '-'} `;
    spacing = 'line';
  }

  function close(name: string): void {
    depth--;
    if (passedOver > 0) {
      if (depth < passedOver) passedOver = 0;
      return;
    }
    if (name === 'title' && title !== undefined) {
      if (title.trim() !== '' && !ogTitle) describe({ title: title.replace(/\s+/g, ' ').trim().toWellFormed() });
      title = undefined;
    } else if (/^h[1-6]$/.test(name)) {
      const heading = endText();
      if (heading !== '') sections.heading(Number(name[1]), heading);
    } else if (name === 'pre') {
      const code = endText();
      preformatted--;
      if (code !== '') sections.code(code);
    } else if (blockElements.has(name)) {
      endParagraph();
      if (name === 'ul' || name === 'ol') lists.pop();
      closeTable(name);
    }
  }

  function addText(data: string): void {
    if (passedOver > 0) return;
    if (title !== undefined) {
      title = (title + data).slice(0, longestTitle);
      return;
    }
    text += preformatted > 0 ? data : visibleText(data);
    if (text.length > longestText) endLongText();
  }

  const { Parser } = await import('htmlparser2');
  const parser = new Parser(
    { onopentag: open, onclosetag: close, ontext: addText },
    { decodeEntities: true, recognizeSelfClosing: options.selfClosing === true },
  );
  let isEmpty = true;
  let problem: CuboError | undefined;
  function* taken(): Generator<Section> {
    for (const section of sections.take()) {
      isEmpty = false;
      yield section;
    }
  }
  try {
    for await (const piece of pieces) {
      for (let start = 0; start < piece.length; start += longestText) {
        parser.write(piece.slice(start, start + longestText));
        await setImmediate();
        yield* taken();
      }
    }
    parser.end();
  } catch (error) {
    if (depth <= deepestElement || !isCuboError(error)) throw error;
    problem = error;
  }
  endParagraph();
  sections.finish();
  yield* taken();
  if (problem === undefined) return;
  if (isEmpty) throw problem;
  unread({ place: 'the rest of the page', reason: `${problem.summary} ${problem.remedy}`, code: problem.code });
}

/** What an image shows, where that is said in some words: ` [The pump from the side] `. */
function altText(alt = ''): string {
  const words = alt.replace(/\s+/g, ' ').trim();
  return words.split(' ').length >= 3 ? ` [${words}] ` : '';
}

function visibleText(data: string): string {
  return data.replace(/[\u00ad\u200b\ufeff]/g, '').replace(/[ \t\r\n\f\u00a0]+/g, ' ');
}
