import type { Flashcard } from '../../flashcards/flashcard.ts';

type FlashcardKind = Flashcard['kind'];

/** Ids of the note types, which stay the same, so that cards of a later export belong to those of an earlier one. */
export const noteTypeIds: Readonly<Record<FlashcardKind, number>> = {
  basic: 1_725_000_000_101,
  reversed: 1_725_000_000_102,
  cloze: 1_725_000_000_103,
};

const css =
  '.card { font-family: sans-serif; font-size: 20px; text-align: center; }\n.cloze { font-weight: bold; color: #2563a8; }\n.nightMode .cloze { color: #6aa6ea; }';

/** The note types of cards, as a collection keeps them. */
export function noteTypes(modified: number): Record<string, object> {
  const answer = '{{FrontSide}}\n\n<hr id=answer>\n\n';
  const forth = template('Card 1', 0, '{{Front}}', `${answer}{{Back}}`);
  const back = template('Card 2', 1, '{{Back}}', `${answer}{{Front}}`);
  const cloze = template('Cloze', 0, '{{cloze:Text}}', '{{cloze:Text}}<br>\n{{Extra}}');
  const types = [
    noteType('basic', 'Cubo Basic', { fields: ['Front', 'Back'], templates: [forth], modified }),
    noteType('reversed', 'Cubo Basic and reversed', { fields: ['Front', 'Back'], templates: [forth, back], modified }),
    noteType('cloze', 'Cubo Cloze', { fields: ['Text', 'Extra'], templates: [cloze], modified }),
  ];
  return Object.fromEntries(types.map((type) => [String(type.id), type]));
}

function noteType(
  kind: FlashcardKind,
  name: string,
  parts: { readonly fields: readonly string[]; readonly templates: readonly object[]; readonly modified: number },
) {
  const { fields, templates, modified } = parts;
  return {
    id: noteTypeIds[kind],
    name,
    type: kind === 'cloze' ? 1 : 0,
    mod: modified,
    usn: -1,
    sortf: 0,
    did: 1,
    tmpls: templates,
    flds: fields.map((field, ord) => ({
      name: field,
      ord,
      sticky: false,
      rtl: false,
      font: 'Arial',
      size: 20,
      media: [],
    })),
    css,
    latexPre: '\\documentclass[12pt]{article}\n\\begin{document}\n',
    latexPost: '\\end{document}',
    latexsvg: false,
    req: templates.map((_, ord) => [ord, 'any', [ord]]),
    tags: [],
    vers: [],
  };
}

function template(name: string, ord: number, qfmt: string, afmt: string) {
  return { name, ord, qfmt, afmt, bqfmt: '', bafmt: '', did: null, bfont: '', bsize: 0 };
}
