const pattern = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d(?:\.\d+)?))?)?Z?$/;
/** The day before the first of 1900 as programs count, which take 1900 for a leap year. */
const dayZero = Date.UTC(1899, 11, 30);
const day = 86_400_000;

/** A date of ISO 8601 as days in the 1900 date system; `undefined` for anything else and before 1 March 1900. */
export function isoSerial(text: string): number | undefined {
  const match = pattern.exec(text.trim());
  if (match === null) return undefined;
  const [year, month, date, hours, minutes, seconds] = match.slice(1).map((part) => Number(part ?? 0));
  const time = Date.UTC(year ?? 0, (month ?? 1) - 1, date ?? 1, hours, minutes) + (seconds ?? 0) * 1000;
  const serial = (time - dayZero) / day;
  return serial > 60 ? serial : undefined;
}
