/** A number in a sentence. */
export interface NumberInText {
  /** As it is written. */
  readonly text: string;
  readonly value: number;
  /** What it counts: the word or sign behind it. Numbers with the same unit can be taken for each other. */
  readonly unit: string;
  readonly start: number;
  readonly end: number;
}

const number =
  /(?<![\p{L}\p{N}.,:/§#(-]|:\s|\d\s|[-–]\s)(?<text>\d{1,3}(?:[.,’' \u00a0\u202f]\d{3})+(?!\d)(?:[.,]\d+)?|\d+(?:[.,]\d+)?)(?![\p{N}:/-]|[.,]\d)(?<space>[\s\u00a0]?)(?<unit>%|°C|[€$£]|\p{L}[\p{L}-]+)/gu;
/** What stands before a number that only tells where something is, or when. */
const pointing =
  /(?:§+|[Nn]o\.?|[Nn]r\.?|[Aa]rt(?:icle|ikel|\.)?|[Ss]ection|[Aa]bschnitt|[Cc]hapter|[Kk]apitel|[Pp]age|[Ss]eite|[Ff]ig(?:ure)?\.?|[Tt]able|[Tt]abelle|[Ss]tep|[Vv]ersion|[Vv]ol(?:ume)?\.?|[Ii]n|[Ss]ince|[Ss]eit|[Ii]m Jahr|[Ee]quation|[Aa]bsatz|[Aa]bs\.|[Pp]p?\.|[Ll]ine|[Zz]eile)\s*$/u;
/** A name that a number belongs to: `Yarn 4`. */
const name = /(?<=.)(?<!^["“„«]?)\p{Lu}[\p{L}\p{N}.]*\s$/u;
const month =
  /^(?:jan|feb|mar|mär|apr|may|mai|jun|jul|aug|sep|oct|okt|nov|dec|dez|gen|mag|giu|lug|ago|set|ott|dic|janv|févr|avr|juin|juil|août|déc|ene|abr)/i;
/** Words that a number does not count. */
const noUnit =
  /^(?:and|or|to|of|in|is|are|was|were|the|by|for|with|at|on|und|oder|bis|von|ist|sind|der|die|das|im|am|e|o|di|il|la|et|ou|de|le|les|y|el|los|from|as|if|that|which|when|has|had|also|aus|mit|für|zu)$/iu;

/** A year: it says when, and another may be taken for it. */
const year =
  /(?<=(?:^|\s)(?:[Ii]n|[Ss]ince|[Uu]ntil|[Bb]y|[Ii]m Jahre?|[Ss]eit|[Bb]is|[Nn]el|[Dd]al|[Aa]l|[Ee]n|[Dd]epuis|[Dd]esde|[Hh]asta)\s)(?:1[1-9]|20)\d\d(?=[,.;)]|\s(?:and|or|the|with|by|when|after|und|der|die|das|den|mit|als|e|il|la|lo|con|quando|et|le|les|avec|quand|y|el|los)\s)/gu;
const yearLike = /^(?:1\d|20)\d\d$/;

/** The numbers of a sentence that count or measure something, and its years; none of places, days and references. */
export function numbersIn(text: string): NumberInText[] {
  const years = [...text.matchAll(year)].map(({ 0: written, index }) => {
    return { text: written, value: Number(written), unit: 'year', start: index, end: index + written.length };
  });
  return [...countsIn(text), ...years].sort((one, other) => one.start - other.start);
}

function countsIn(text: string): NumberInText[] {
  return [...text.matchAll(number)].flatMap((match) => {
    const { text: written, unit, space } = match.groups as { text: string; unit: string; space: string };
    const before = text.slice(0, match.index);
    if (pointing.test(before) || name.test(before) || month.test(unit) || noUnit.test(unit)) return [];
    if (space === '' && /\p{L}/u.test(unit)) return [];
    // Whether it is a year the word behind does not tell.
    if (yearLike.test(written) && unit !== '%') return [];
    const value = readValue(written);
    if (value === undefined) return [];
    return [{ text: written, value, unit: unit.toLowerCase(), start: match.index, end: match.index + written.length }];
  });
}

/** The value of a number whose signs leave no doubt. */
function readValue(written: string): number | undefined {
  const signs = written.match(/[.,’' \u00a0\u202f]/g) ?? [];
  if (signs.length === 0) return Number(written);
  const [last] = signs.slice(-1);
  const isGrouped = /[.,’' \u00a0\u202f]\d{3}$/.test(written);
  // 1.250 may be one and a quarter.
  if (signs.length === 1 && isGrouped && (last === '.' || last === ',')) return undefined;
  const isFraction = !isGrouped && (last === '.' || last === ',');
  const [whole, fraction] = isFraction
    ? [written.slice(0, written.lastIndexOf(last as string)), written.slice(written.lastIndexOf(last as string) + 1)]
    : [written, ''];
  const value = Number(`${whole.replace(/\D/g, '')}.${fraction || '0'}`);
  return Number.isFinite(value) ? value : undefined;
}
