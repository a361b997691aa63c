import type { Scope } from '@cubo/contracts';
import type { StudyParts } from '../study-parts.ts';
import { readScope } from './read-scope.ts';
import type { StudyPassage } from './study-passage.ts';

/** Neighbours under one heading, with some of them that chance has chosen. */
export interface Stretch {
  readonly source: string;
  /** How many passages it has. */
  readonly size: number;
  readonly fresh: readonly StudyPassage[];
  /** With little text to ask about. */
  readonly poor: readonly StudyPassage[];
  readonly excluded: readonly StudyPassage[];
}

/** A stretch has no more passages; a longer part has several. */
const longestStretch = 20;
/** Of each stretch so many are kept at least, to choose among. */
const fewestKept = 4;
/** And so many more than are wanted, because not all are as good. */
const margin = 1.5;
/** So many characters of a passage tell what it is. */
const looked = 400;
/** Letters of a passage that has something to ask. */
const fewestLetters = 120;
/** And their share. */
const leastLetters = 0.55;

/** Stretches of the documents of a scope, in their order. Holds as much of long documents as there is to choose among. */
export async function gatherCandidates(
  cubo: Pick<StudyParts['cubo'], 'documents' | 'read'>,
  options: {
    readonly scope?: Scope | undefined;
    readonly count: number;
    readonly excluded: ReadonlySet<number>;
    readonly random: () => number;
    readonly signal?: AbortSignal | undefined;
  },
): Promise<Stretch[]> {
  const { scope, count, excluded, random, signal } = options;
  const total = [...cubo.documents({ scope })].reduce((sum, { chunks }) => sum + chunks, 0);
  const wanted = Math.ceil((longestStretch * margin * count) / Math.max(1, total));
  const kept = Math.min(longestStretch, Math.max(fewestKept, wanted));
  const stretches: Stretch[] = [];
  let current: OpenStretch | undefined;
  for await (const passage of readScope(cubo, { scope, signal })) {
    const part = JSON.stringify([passage.source, passage.heading]);
    if (current === undefined || current.part !== part || current.size >= longestStretch) {
      if (current !== undefined) stretches.push(current.close());
      current = openStretch(passage.source, part, { kept, random });
    }
    current.add(passage, tierOf(passage, excluded));
  }
  if (current !== undefined) stretches.push(current.close());
  return stretches;
}

type TierName = 'fresh' | 'poor' | 'excluded';

function tierOf({ id, text }: StudyPassage, excluded: ReadonlySet<number>): TierName {
  if (excluded.has(id)) return 'excluded';
  const beginning = text.slice(0, looked);
  const letters = beginning.match(/\p{L}/gu)?.length ?? 0;
  // Contents and indexes lead to their pages by dots.
  const isList = (beginning.match(/\.{4,}|(?:\. ){4,}|…/g)?.length ?? 0) > 3;
  return letters < fewestLetters || letters / beginning.length < leastLetters || isList ? 'poor' : 'fresh';
}

interface OpenStretch {
  readonly part: string;
  size: number;
  add(passage: StudyPassage, tier: TierName): void;
  close(): Stretch;
}

function openStretch(
  source: string,
  part: string,
  { kept, random }: { readonly kept: number; readonly random: () => number },
): OpenStretch {
  const tiers: Record<TierName, { readonly passages: StudyPassage[]; seen: number }> = {
    fresh: { passages: [], seen: 0 },
    poor: { passages: [], seen: 0 },
    excluded: { passages: [], seen: 0 },
  };
  return {
    part,
    size: 0,
    add(passage, name) {
      this.size++;
      const tier = tiers[name];
      tier.seen++;
      if (tier.passages.length < kept) tier.passages.push(passage);
      else {
        // Each passage is kept with the same chance.
        const place = Math.floor(random() * tier.seen);
        if (place < kept) tier.passages[place] = passage;
      }
    },
    close() {
      const { fresh, poor, excluded } = tiers;
      const byPlace = (one: StudyPassage, other: StudyPassage) => one.ordinal - other.ordinal;
      return {
        source,
        size: this.size,
        fresh: fresh.passages.sort(byPlace),
        poor: poor.passages.sort(byPlace),
        excluded: excluded.passages.sort(byPlace),
      };
    },
  };
}
