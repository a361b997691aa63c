import { CuboError } from '@cubo/contracts';
import { acceptCard, cardCollector, type ImportedDecks } from '../decks/imported-decks.ts';
import { badFile } from '../text/bad-file.ts';
import { htmlToText } from '../text/html-to-text.ts';
import { readZip } from '../text/read-zip.ts';
import { type AnkiNote, readCollection } from './read-collection.ts';
import { scheduleOf } from './schedule-of.ts';

const format = 'Anki package';

/**
 * Reads the decks of a file that Anki exported (`.apkg`, `.colpkg`), in the form that all its versions can write. Fields
 * become text; images and sounds are left out, and told. A note of several fields has on its back what its first template
 * shows there.
 *
 * @throws CuboError `CUBO_FORMAT_UNSUPPORTED` for packages of the newest form, `CUBO_FORMAT_INVALID`,
 *   `CUBO_LIMIT_EXCEEDED`
 */
export function decksFromApkg(file: Uint8Array): ImportedDecks {
  const { files, names } = readZip(file, format, (name) => /^collection\.anki2(1)?$/.test(name));
  if (names.includes('collection.anki21b')) {
    throw new CuboError({
      code: 'CUBO_FORMAT_UNSUPPORTED',
      message: 'The Anki package is of the newest form, which only Anki itself reads.',
      remedy: 'In the export dialog of Anki choose "Support older Anki versions", and export it again.',
    });
  }
  // Where both are there, the older one only says that the other is to be read.
  const bytes = files.get('collection.anki21') ?? files.get('collection.anki2');
  if (bytes === undefined) throw badFile(format, 'holds no collection');
  const collection = readCollection(bytes);
  const collected = cardCollector();
  for (const note of collection.notes) {
    const { texts, media } = readFields(note);
    for (const name of media) collected.media.add(name);
    const tags = note.tags.split(/\s+/).filter((tag) => tag !== '');
    const suspended = note.cards.length > 0 && note.cards.every(({ queue }) => queue === -1);
    const schedules = note.cards.flatMap((side) => scheduleOf(side, note.type.isCloze, collection.createdAt) ?? []);
    const card = acceptCard(kindOf(note), texts, { tags, suspended, schedules });
    collected.add(note.deck, card, { guid: note.guid }, { item: note.guid });
  }
  return collected.result();
}

function kindOf({ type, cards }: AnkiNote): 'basic' | 'reversed' | 'cloze' {
  if (type.isCloze) return 'cloze';
  return type.templates.length > 1 && cards.some(({ ord }) => ord === 1) ? 'reversed' : 'basic';
}

function readFields({ type, fields }: AnkiNote): {
  readonly texts: readonly [string, string];
  readonly media: string[];
} {
  const read = fields.map(htmlToText);
  const media = read.flatMap((field) => field.media);
  const join = (indexes: readonly number[]) =>
    indexes
      .map((index) => read[index]?.text ?? '')
      .filter((text) => text !== '')
      .join('\n\n');
  const all = read.map((_, index) => index);
  const [question, answer] = type.templates[0] ?? ['', ''];
  const asked = type.isCloze ? [0] : shownIn(question, type.fields);
  const front = asked.length === 0 ? [0] : asked;
  const answered = shownIn(answer, type.fields).filter((index) => !front.includes(index));
  const back = answered.length === 0 ? all.filter((index) => !front.includes(index)) : answered;
  return { texts: [join(front), join(back)], media };
}

/** Which fields a template shows: `{{Front}}`, `{{hint:Front}}`, but not the conditions around them. */
function shownIn(template: string, fields: readonly string[]): number[] {
  const shown = [...template.matchAll(/\{\{([^{}#^/][^{}]*)\}\}/g)].map(([, name = '']) =>
    name.split(':').at(-1)?.trim(),
  );
  return [...new Set(shown.flatMap((name) => (name === undefined ? [] : fields.indexOf(name))))].filter(
    (index) => index >= 0,
  );
}
