import { stemmer } from '@orama/stemmers/russian';
import { foldedWords, type Language, noWords, words } from './language.ts';

const functionWords = words(`
  и в во не что он на я с со как а то все она так его но да ты к у же вы за бы по только ее её мне было вот от меня
  еще ещё нет о из ему когда даже ну ли если уже или ни быть был него до вас нибудь опять уж вам ведь там потом себя
  ничего ей может они тут где есть надо ней для мы тебя их чем была сам чтоб без будто чего раз тоже себе под будет
  кто этот того потому этого какой какая какие совсем этом один почти мой тем чтобы нее были куда зачем всех можно при
  об это эта эти который которая которые которых также между после над через почему сколько`);

/** Russian: Snowball's stemmer; function words are not indexed. */
export const russian: Language = {
  code: 'ru',
  stem: stemmer,
  stopWords: foldedWords(functionWords),
  elisions: noWords,
  clitics: noWords,
  functionWords,
};
