import { stemmer } from '@orama/stemmers/turkish';
import { foldedWords, type Language, noWords, words } from './language.ts';

const functionWords = words(`
  ve bir bu da de için ile olarak daha çok en gibi kadar olan sonra ancak ama veya ya ki ne mi mı mu mü değil var yok
  her şey o onun onlar ben sen biz siz nasıl neden nerede hangi kim zaman ise göre tarafından üzerinde arasında önce
  oldu olduğu olduğunu ettiği edilen eden idi hem`);

/** Turkish: Snowball's stemmer; function words are not indexed. */
export const turkish: Language = {
  code: 'tr',
  // Capitals keep the dot as a mark of its own where it is not known that they are Turkish.
  stem: (word) => stemmer(word.replaceAll('i\u0307', 'i')),
  casing: 'tr',
  stopWords: foldedWords(functionWords),
  elisions: noWords,
  // Endings of names: `İstanbul'da`, `Ankara'nın`.
  clitics: words(`
    a e i u ya ye yi yu na ne da de ta te nda nde dan den tan ten ndan nden in un nin nun la le yla yle daki deki taki teki
    lar ler`),
  functionWords,
  stemsAccents: true,
};
