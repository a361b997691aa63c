import { stemmer } from '@orama/stemmers/nepali';
import { foldedWords, type Language, noWords, words } from './language.ts';

const functionWords = words(`
  को का की मा छ र यो यस हो ले लाई पनि छन् छैन थियो थिए गर्न गरेको गर्ने भएको भएका भने हुन् हुन्छ हुने तथा वा यी ती
  त्यो एक तर सबै कुन के कहाँ किन कसरी कसले बाट सँग देखि सम्म अनि गरी गरिएको रहेको`);

/** Nepali: Snowball's stemmer; function words are not indexed. */
export const nepali: Language = {
  code: 'ne',
  stem: stemmer,
  stopWords: foldedWords(functionWords),
  elisions: noWords,
  clitics: noWords,
  functionWords,
};
