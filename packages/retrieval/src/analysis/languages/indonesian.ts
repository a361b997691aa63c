import { stemmer } from '@orama/stemmers/indonesian';
import { foldedWords, type Language, noWords, words } from './language.ts';

const functionWords = words(`
  yang dan di dari dengan untuk pada adalah ini itu dalam tidak akan oleh sebagai juga atau karena telah sudah ke
  dapat bisa ada mereka kami kita saya anda ia dia kepada lebih saat seperti antara hanya tetapi namun bahwa apa siapa
  bagaimana kapan mengapa dimana para menjadi secara setelah sebelum tersebut`);

/** Indonesian: Snowball's stemmer; function words are not indexed. */
export const indonesian: Language = {
  code: 'id',
  stem: stemmer,
  stopWords: foldedWords(functionWords),
  elisions: noWords,
  clitics: noWords,
  functionWords,
};
