import type { UnreadPlace } from '@cubo/contracts';

/** Whether an embedded object is a formula of an equation editor from before Office Math. */
export function isOldFormula(program: string): boolean {
  return /equation|mathtype/i.test(program);
}

/** Such formulas as an unread place; they hold a format of their own. */
export function oldFormulas(count: number, place: string): UnreadPlace {
  return {
    place: `${count} ${count === 1 ? 'formula' : 'formulas'} of ${place}`,
    reason: 'An older equation editor made them; where the text matters, convert them in the office program.',
    code: 'CUBO_FORMAT_UNSUPPORTED',
  };
}
