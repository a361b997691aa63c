import { stemmer } from '@orama/stemmers/tamil';
import { foldedWords, type Language, noWords, words } from './language.ts';

const functionWords = words(`
  ஒரு என்று மற்றும் இந்த இது என்ற கொண்டு என்பது பல ஆகும் அல்லது அவர் நான் உள்ள அந்த இவர் என முதல் என்ன இருந்து சில என்
  போன்ற வேண்டும் வந்து இதன் அது அவன் தான் பலரும் என்னும் மேலும் பின்னர் கொண்ட இருக்கும் உள்ளது போது என்றும் எங்கே
  எப்போது ஏன் எப்படி யார்`);

/** Tamil: Snowball's stemmer; function words are not indexed. */
export const tamil: Language = {
  code: 'ta',
  stem: stemmer,
  stopWords: foldedWords(functionWords),
  elisions: noWords,
  clitics: noWords,
  functionWords,
};
