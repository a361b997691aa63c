/** Points of a series beyond this are left out. */
const mostPoints = 5000;
/** What the values of one chart may take, in characters. */
const mostCharacters = 4 * 1024 * 1024;
/** What a value takes besides its text. */
const valueCost = 16;
const longestValue = 1000;

/** Keeps what is held of a chart within bounds. */
export interface ChartBudget {
  /** Whether a value may be held, which counts from here on. */
  takes(point: number, text: string): boolean;
  /** Adds to a text, as far as it goes. */
  add(text: string, more: string): string;
  /** Whether something was left out. */
  isCut(): boolean;
}

/** Nothing is held yet. */
export function createChartBudget(): ChartBudget {
  let characters = 0;
  let isCut = false;
  return {
    takes(point, text) {
      const cost = text.length + valueCost;
      const fits = point >= 0 && point < mostPoints && characters + cost <= mostCharacters;
      if (fits) characters += cost;
      else isCut = true;
      return fits;
    },
    add(text, more) {
      if (text.length + more.length > longestValue) isCut = true;
      return (text + more).slice(0, longestValue);
    },
    isCut: () => isCut,
  };
}
