/** What word processors call their headings, in the languages whose names end up in files. */
const headingNames: readonly string[] = [
  'heading',
  'überschrift',
  'berschrift',
  'ueberschrift',
  'titre',
  'titolo',
  'título',
  'ttulo',
  'encabezado',
  'títol',
  'kop',
  'rubrik',
  'overskrift',
  'otsikko',
  'nagłówek',
  'nagwek',
  'nadpis',
  'naslov',
  'címsor',
  'cmsor',
  'titlu',
  'başlık',
  'balk',
  'заголовок',
  'επικεφαλίδα',
  'כותרת',
  'عنوان',
  '標題',
  '标题',
  '見出し',
  '제목',
  'tiêu đề',
];

const titleNames: ReadonlySet<string> = new Set([
  'title',
  'titel',
  'tytuł',
  'název',
  'cím',
  'otsikko',
  'titlu',
  'konu başlığı',
  'заглавие',
  '表題',
]);

/** The level of a document's title, above all headings, in {@link headingLevelOfName} and in the breadcrumb. */
export const titleLevel = 1;

/**
 * The level of the heading that a style is for, by its name or identifier; `undefined` for any other style. A title has
 * level 1 and `heading 1` has level 2, so that headings stand below the title. Names count in English, as the file
 * formats want it, and in the languages of the programs that write them otherwise.
 */
export function headingLevelOfName(name: string): number | undefined {
  const plain = name.normalize('NFC').toLowerCase().replaceAll('_20_', ' ').replaceAll('_', ' ').trim();
  if (titleNames.has(plain)) return titleLevel;
  const [, word, number] = /^(.*?)[ -]*([1-9])$/u.exec(plain) ?? [];
  if (word === undefined || !headingNames.includes(word)) return undefined;
  return titleLevel + Number(number);
}
