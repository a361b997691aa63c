import { stemmer } from '@orama/stemmers/lithuanian';
import { foldedWords, type Language, noWords, words } from './language.ts';

const functionWords = words(`
  ir yra kad tai su į iš ne kaip buvo per o bet ar dėl apie nuo iki po prie už jis ji jie jos jų jo šis ši šio šios
  tas ta tie kuris kuri kurie kurių kurį arba taip pat tik jau dar bei nei kas kur kada kodėl kokia koks bus būti gali
  turi mes aš tu jūs be tarp`);

/** Lithuanian: Snowball's stemmer; function words are not indexed. */
export const lithuanian: Language = {
  code: 'lt',
  stem: stemmer,
  stopWords: foldedWords(functionWords),
  elisions: noWords,
  clitics: noWords,
  functionWords,
  stemsAccents: true,
};
