/** A word of a text with what stands before it. */
export interface WrittenWord {
  /** In composition, with its capitals. */
  readonly written: string;
  /** The last three characters, at most, between the word before and this one. */
  readonly before: string;
}

/** A form that several words have together. */
export interface JoinedForm {
  /** Which of the words it begins with, from 0. */
  readonly offset: number;
  /** In lower case. */
  readonly text: string;
}

const mostWords = 8;
const longestForm = 64;

// What joins words without spaces, the closest first: signs within a number, within a name, between names.
const inNumber = 0;
const inName = 1;
const betweenNames = 2;
const nameSigns = '-\u2010_';
const otherSigns = '.@&';
const startsWithDigit = /^\p{Nd}/u;
const endsWithDigit = /\p{Nd}$/u;

/** How closely a word is joined to the one before it; `undefined` where it is not. */
function closeness(word: WrittenWord, previous: WrittenWord): number | undefined {
  const sign = word.before;
  if (sign.length !== 1) return undefined;
  if ((sign === '.' || sign === ',') && endsWithDigit.test(previous.written) && startsWithDigit.test(word.written)) {
    return inNumber;
  }
  if (nameSigns.includes(sign)) return inName;
  return otherSigns.includes(sign) ? betweenNames : undefined;
}

/** Whether a word is joined to the one before it: `state-of-the-art`, `jane.doe@example.org`, `get_user_name`, `3.14`. */
export function isJoined(word: WrittenWord, previous: WrittenWord): boolean {
  return closeness(word, previous) !== undefined;
}

/**
 * The forms of joined words as one: without what joins them, so that `e-mail` is `email` and `get_user_name` is
 * `getUserName`; only numbers keep their signs (`3.14`). A name that is joined to others by points has a form of its own:
 * `self.get_user_name` is `getusername` too. Chains of more than eight words, and forms of more than 64 characters, have
 * none.
 */
export function joinedForms(words: readonly WrittenWord[]): JoinedForm[] {
  if (words.length < 2 || words.length > mostWords) return [];
  const joints = words.map((word, i) => (i === 0 ? undefined : closeness(word, words[i - 1] as WrittenWord)));
  const forms: JoinedForm[] = [];
  for (const level of [inNumber, inName, betweenNames]) {
    for (let start = 0; start < words.length; ) {
      let end = start + 1;
      let isNew = false;
      let text = (words[start] as WrittenWord).written;
      for (; end < words.length && (joints[end] as number) <= level; end++) {
        const { written, before } = words[end] as WrittenWord;
        text += joints[end] === inNumber ? before + written : written;
        isNew ||= joints[end] === level;
      }
      if (isNew && text.length <= longestForm) forms.push({ offset: start, text: text.toLowerCase() });
      start = end;
    }
  }
  return forms.sort((a, b) => a.offset - b.offset);
}
