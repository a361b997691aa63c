import { ankiTypes, deckColumns } from '../../exports/decks/deck-to-text.ts';
import { badFile, importedText } from '../text/bad-file.ts';
import { htmlToText } from '../text/html-to-text.ts';
import { type DelimitedRow, guessDelimiter, parseDelimited } from '../text/parse-delimited.ts';
import { acceptCard, cardCollector, type ImportedDecks } from './imported-decks.ts';

/**
 * Reads cards of a table as `decksToCsv` writes it: with commas, semicolons or tabs, its columns in any order. Needed are
 * `front` and `back`.
 *
 * @throws CuboError `CUBO_FORMAT_INVALID`, `CUBO_LIMIT_EXCEEDED`
 */
export function decksFromCsv(text: string): ImportedDecks {
  const format = 'table of cards';
  const content = importedText(format, text);
  const [header, ...rows] = parseDelimited(content, guessDelimiter(content), format);
  const names = (header?.cells ?? []).map((name) => name.trim().toLowerCase());
  if (!names.includes('front') || !names.includes('back')) {
    throw badFile(format, `has no columns "front" and "back"; its columns may be ${deckColumns.join(', ')}`, 1);
  }
  const collected = cardCollector();
  for (const { line, cells } of rows) {
    const cell = (name: (typeof deckColumns)[number]) => cells[names.indexOf(name)]?.trim() ?? '';
    const card = acceptCard(cell('kind') || guessedKind(cell('front')), [cell('front'), cell('back')], {
      tags: wordsOf(cell('tags')),
    });
    collected.add(cell('deck'), card, guid(cell('id')), { line });
  }
  return collected.result();
}

/**
 * Reads a text that Anki exported ("Notes in Plain Text"): with its header lines, or with two columns and tags as the
 * third. HTML becomes text.
 *
 * @throws CuboError `CUBO_FORMAT_INVALID`, `CUBO_LIMIT_EXCEEDED`
 */
export function decksFromAnkiText(text: string): ImportedDecks {
  const format = 'text of Anki';
  const content = importedText(format, text);
  const lines = /^(?:#[a-z][a-z ]*:[^\n]*\n?)*/.exec(content)?.[0] ?? '';
  const headers = new Map(
    lines
      .split(/\r?\n/)
      .filter((line) => line !== '')
      .map((line) => [line.slice(1, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const separator = separators[headers.get('separator')?.toLowerCase() ?? ''] ?? headers.get('separator') ?? '\t';
  // As many empty lines, so that lines are those of the file.
  const before = '\n'.repeat(lines.split('\n').length - 1);
  const rows = parseDelimited(before + content.slice(lines.length), separator.slice(0, 1), format);
  const column = (name: string) => Number(headers.get(`${name} column`) ?? 0) - 1;
  const special = { guid: column('guid'), type: column('notetype'), deck: column('deck'), tags: column('tags') };
  const isHtml = headers.get('html') !== 'false';
  const collected = cardCollector();
  for (const { line, cells } of rows) {
    const fields = cells.filter((_, index) => !Object.values(special).includes(index));
    const read = fields.map((field) => (isHtml ? htmlToText(field) : { text: field, media: [] }));
    for (const name of read.flatMap(({ media }) => media)) collected.media.add(name);
    const hasTags = special.tags >= 0 || (headers.size === 0 && fields.length > 2);
    const tags = special.tags >= 0 ? (cells[special.tags] ?? '') : (fields[2] ?? '');
    const [first = '', ...others] = read.map((field) => field.text);
    const back = (hasTags && special.tags < 0 ? others.slice(0, 1) : others)
      .filter((field) => field.trim() !== '')
      .join('\n\n');
    const type = cells[special.type] ?? headers.get('notetype') ?? '';
    const card = acceptCard(kindOfType(type, first), [first, back], { tags: hasTags ? wordsOf(tags) : [] });
    const deck = cells[special.deck] ?? headers.get('deck') ?? '';
    collected.add(deck, card, guid(cells[special.guid] ?? ''), { line });
  }
  return collected.result();
}

const separators: Readonly<Record<string, string>> = {
  tab: '\t',
  comma: ',',
  semicolon: ';',
  colon: ':',
  pipe: '|',
  space: ' ',
};

/** Reads a set that Quizlet exported: a term, a tab and its definition on each line. */
export function decksFromQuizlet(text: string): ImportedDecks {
  const collected = cardCollector();
  const rows = importedText('text of Quizlet', text)
    .split(/\r\n?|\n/)
    .map((row, index): DelimitedRow => ({ line: index + 1, cells: row.split('\t') }));
  for (const { line, cells } of rows) {
    const [term = '', ...definition] = cells;
    if (cells.join('').trim() === '') continue;
    const card = acceptCard('basic', [term, definition.join(' ')], { tags: [] });
    collected.add('', definition.length === 0 ? 'it has no tab between term and definition' : card, {}, { line });
  }
  return collected.result();
}

function kindOfType(type: string, first: string): string {
  const own = Object.entries(ankiTypes).find(([, name]) => name === type)?.[0];
  if (own !== undefined) return own;
  if (/cloze|lückentext|trous/i.test(type)) return 'cloze';
  if (/revers|umgekehrt|invers/i.test(type)) return 'reversed';
  return type === '' ? guessedKind(first) : 'basic';
}

const guessedKind = (first: string): string => (/\{\{c\d+::/.test(first) ? 'cloze' : 'basic');
const guid = (id: string): { readonly guid?: string } => (id === '' ? {} : { guid: id });
const wordsOf = (tags: string): string[] => tags.split(/\s+/).filter((tag) => tag !== '');
