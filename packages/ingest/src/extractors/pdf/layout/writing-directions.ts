import { type PlacedRun, placeRun } from './placed-run.ts';
import type { TextRun } from './text-run.ts';

const degree = Math.PI / 180;
/** Within so many degrees, text counts as level with its group: scans are askew. */
const tolerance = 4;

/** The runs of a page that are written in one direction, in a frame in which they are level. */
export interface WritingDirection {
  readonly runs: readonly PlacedRun[];
}

/** Groups the runs of a page by the direction in which they are written, the one with the most text first. */
export function writingDirections(runs: readonly TextRun[]): WritingDirection[] {
  const weights = new Map<number, number>();
  const directionOf = (run: TextRun) => {
    const rounded = Math.round(run.angle / degree);
    return ((rounded % 360) + 360) % 360;
  };
  for (const run of runs) {
    const direction = directionOf(run);
    weights.set(direction, (weights.get(direction) ?? 0) + run.text.length);
  }
  // Each direction joins the heaviest one that is near.
  const leaders: number[] = [];
  const leaderOf = new Map<number, number>();
  for (const [direction] of [...weights].sort((a, b) => b[1] - a[1] || a[0] - b[0])) {
    const near = leaders.find((leader) => distance(leader, direction) <= tolerance);
    if (near === undefined) leaders.push(direction);
    leaderOf.set(direction, near ?? direction);
  }
  const groups = new Map<number, TextRun[]>(leaders.map((leader) => [leader, []]));
  for (const run of runs) groups.get(leaderOf.get(directionOf(run)) as number)?.push(run);
  return [...groups].map(([leader, members]) => {
    const angle = levelAngle(leader, members);
    return { runs: members.map((run) => placeRun(run, angle)) };
  });
}

function distance(a: number, b: number): number {
  const difference = Math.abs(a - b) % 360;
  return Math.min(difference, 360 - difference);
}

/** The exact direction: the mean, by length, of what is nearly level. */
function levelAngle(leader: number, runs: readonly TextRun[]): number {
  let [sine, cosine] = [0, 0];
  for (const run of runs) {
    sine += Math.sin(run.angle) * run.width;
    cosine += Math.cos(run.angle) * run.width;
  }
  const mean = Math.atan2(sine, cosine);
  return sine === 0 && cosine === 0 ? leader * degree : mean;
}
