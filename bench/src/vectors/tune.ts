import { median, type Round, recallAt } from '../comparison/rounds.ts';

/** How a program is told to search. */
export type Settings = Readonly<Record<string, number>>;

/** What was chosen. */
export interface Tuned {
  readonly settings: Settings;
  readonly recall: number;
  /** Whether that is the recall that was asked for. */
  readonly reached: boolean;
}

/**
 * The fastest settings that reach a recall among ten; where none do, those with the best recall.
 *
 * @param rows settings from fast to thorough in each row: of a row the first that suffice are searched for by bisection
 */
export async function tune(
  rows: readonly (readonly Settings[])[],
  options: { run: (settings: Settings) => Promise<Round>; truth: Round['ids']; recall: number },
): Promise<Tuned> {
  const { run, truth, recall: wanted } = options;
  let best: (Tuned & { milliseconds: number }) | undefined;
  async function attempt(settings: Settings): Promise<boolean> {
    const round = await run(settings);
    const recall = recallAt(10, round.ids, truth);
    const one = { settings, recall, reached: recall >= wanted, milliseconds: median(round.milliseconds) };
    const isBetter =
      best === undefined ||
      (one.reached ? !best.reached || one.milliseconds < best.milliseconds : !best.reached && recall > best.recall);
    if (isBetter) best = one;
    return one.reached;
  }
  for (const row of rows) {
    let low = 0;
    let high = row.length - 1;
    // What the most thorough settings do not reach, the others do not either.
    if (!(await attempt(row[high] as Settings))) continue;
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if (await attempt(row[middle] as Settings)) high = middle;
      else low = middle + 1;
    }
  }
  if (best === undefined) throw new Error('There are no settings to choose from.');
  const { settings, recall, reached } = best;
  return { settings, recall, reached };
}
