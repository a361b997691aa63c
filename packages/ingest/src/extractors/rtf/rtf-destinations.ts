/** What the text of a group is for. */
export type RtfDestination =
  | 'text'
  | 'skipped'
  | 'fonts'
  | 'styles'
  | 'title'
  | 'author'
  | 'list label'
  | 'comment author'
  | 'note'
  | 'comment'
  | 'page header'
  | 'text box'
  | 'object class'
  | 'object';

/**
 * What becomes of groups by the control word that they begin with (RTF 1.9.1). Any other group that begins with `\*` is
 * passed over, as the format wants it; `same` reads a group as its surroundings are read.
 */
export const rtfDestinations: ReadonlyMap<string, RtfDestination | 'same'> = new Map<string, RtfDestination | 'same'>([
  ['fonttbl', 'fonts'],
  ['stylesheet', 'styles'],
  ['title', 'title'],
  ['author', 'author'],
  ['listtext', 'list label'],
  ['pntext', 'list label'],
  ['atnauthor', 'comment author'],
  ['footnote', 'note'],
  ['annotation', 'comment'],
  ['shptxt', 'text box'],
  ['dptxbxtext', 'text box'],
  ['objclass', 'object class'],
  ['objdata', 'object'],
  ['shpinst', 'same'],
  ['do', 'same'],
  ['ud', 'same'],
  ['mmath', 'same'],
  ['moMath', 'same'],
  ['moMathPara', 'same'],
  ...[
    'header headerl headerr headerf footer footerl footerr footerf',
    'ftnsep ftnsepc ftncn aftnsep aftnsepc aftncn',
    'colortbl filetbl listtable listoverridetable revtbl rsidtbl generator xmlnstbl themedata datastore pict',
    'nonshppict objname fldinst fldtype datafield formfield bkmkstart bkmkend xe tc rxe',
    'nonesttables nesttableprops pn pnseclvl atnid atndate atnref atntime atnparent atrfstart atrfend sp shprslt',
    'subject operator keywords comment doccomm hlinkbase company manager category creatim revtim printim buptim',
    'upr htmltag mhtmltag template background fchars lchars docvar password passwordhash fontemb fontfile',
    'mctrlPr mfPr mradPr msSupPr msSubPr msSubSupPr mnaryPr mdPr mfuncPr mmPr mbarPr maccPr mlimLowPr mlimUppPr',
    'mgroupChrPr meqArrPr mboxPr msPrePr mphantPr mborderBoxPr margPr moMathParaPr mmathPict',
  ].flatMap((words) =>
    words
      .split(' ')
      .map((word): [string, RtfDestination] => [word, /^(?:head|foot)er/.test(word) ? 'page header' : 'skipped']),
  ),
]);

/** The characters that control words stand for. */
export const rtfCharacters: Readonly<Record<string, string>> = {
  tab: '\t',
  line: '\n',
  softline: '\n',
  lbr: '\n',
  emdash: '—',
  endash: '–',
  emspace: ' ',
  enspace: ' ',
  qmspace: ' ',
  bullet: '•',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  '~': ' ',
  _: '-',
  zwnj: '\u200c',
  zwj: '\u200d',
};
