import { stemmer } from '@orama/stemmers/hungarian';
import { foldedWords, type Language, noWords, words } from './language.ts';

const functionWords = words(`
  a az és hogy nem is egy ez azt volt van meg csak de ha már mint vagy ami amely aki akik amit ezt ezek azok erre arra
  nagyon még majd lesz lehet kell után alatt között szerint által mert minden más sem ki mi hol mikor miért hogyan
  milyen melyik voltak vannak nincs ennek annak ebben abban`);

/** Hungarian: Snowball's stemmer; function words are not indexed. */
export const hungarian: Language = {
  code: 'hu',
  stem: stemmer,
  stopWords: foldedWords(functionWords),
  elisions: noWords,
  clitics: noWords,
  functionWords,
  joinsCompounds: true,
  stemsAccents: true,
};
