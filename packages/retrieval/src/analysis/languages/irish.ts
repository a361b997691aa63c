import { stemmer } from '@orama/stemmers/irish';
import { foldedWords, type Language, noWords, words } from './language.ts';

const functionWords = words(`
  an na agus is ar ag i go le do de a atá tá bhí níl ní ach mar nuair leis ón faoin faoi chun idir gan roimh nach
  raibh sé sí siad mé tú sibh seo sin gach cad cén conas cathain sna den don ina lena ó um beidh bhfuil`);

/** Irish: Snowball's stemmer; function words are not indexed. */
export const irish: Language = {
  code: 'ga',
  stem: stemmer,
  stopWords: foldedWords(functionWords),
  elisions: words('d b m'),
  clitics: noWords,
  functionWords,
  stemsAccents: true,
};
