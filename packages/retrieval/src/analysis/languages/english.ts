import { type Language, noWords, words } from './language.ts';
import { porterStemmer } from './porter-stemmer.ts';

/** English: Porter's stemmer and the 33 stop words that Lucene uses. */
export const english: Language = {
  code: 'en',
  stem: porterStemmer,
  stopWords: words(`
    a an and are as at be but by for if in into is it no not of on or such that the their then there these they this to
    was will with`),
  elisions: noWords,
  clitics: words('s t d m ll re ve'),
  functionWords: words(`
    the of and to in is was for that on with as by are be from at this have has had it its not or an which were been but
    their they he she his her we our you your can will would should could may also than then there these those what when
    where who how if all any do does did into about between after before during my some such only other more no each while else`),
  // Source code is English, as its identifiers and comments are.
  keywords: words(`
    true false return const let fn func struct impl self pub int char bool void null import def elif async await var enum printf`),
};
