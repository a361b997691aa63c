import type { Analyzer } from '@cubo/contracts';
import type { StudyPassage } from './study-passage.ts';

/** Chooses passages that are unlike those that were chosen before. */
export interface Novelty {
  /** So many of these, the one least like all that were taken first. */
  take(passages: readonly StudyPassage[], count: number, random: () => number): StudyPassage[];
}

/** Terms share this many places of a vector: enough to tell topics apart. */
const dimensions = 128;
/** Likeness is compared with so many of what was taken last, so that many passages take no longer than they are many. */
const mostCompared = 256;

/** Begins with nothing taken. */
export function createNovelty(analyzer: Analyzer): Novelty {
  const vectors = new Map<StudyPassage, Float32Array>();
  const taken: Float32Array[] = [];

  function vectorOf(passage: StudyPassage): Float32Array {
    const known = vectors.get(passage) ?? termVector(analyzer.analyze(passage.text));
    vectors.set(passage, known);
    return known;
  }

  return {
    take(passages, count, random) {
      if (count >= passages.length) {
        for (const passage of passages) taken.push(vectorOf(passage));
        return [...passages];
      }
      // Of those that are alike chance takes one.
      const left = passages.map((passage) => {
        const vector = vectorOf(passage);
        const likeness = Math.max(0, ...taken.slice(-mostCompared).map((other) => product(vector, other)));
        return { passage, vector, likeness: likeness + random() * 1e-3 };
      });
      const found: StudyPassage[] = [];
      while (found.length < count) {
        const next = left.reduce((best, entry) => (entry.likeness < best.likeness ? entry : best));
        left.splice(left.indexOf(next), 1);
        for (const entry of left) entry.likeness = Math.max(entry.likeness, product(entry.vector, next.vector));
        taken.push(next.vector);
        found.push(next.passage);
      }
      return found;
    },
  };
}

/** Frequencies of terms, damped, each term at the place that its name gives; of length 1. */
function termVector(terms: readonly string[]): Float32Array {
  const vector = new Float32Array(dimensions);
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  for (const [term, times] of counts) {
    const hash = hashOf(term);
    const place = hash % dimensions;
    vector[place] = (vector[place] as number) + (hash & 0x10000 ? 1 : -1) * (1 + Math.log(times));
  }
  const length = Math.sqrt(product(vector, vector));
  return length === 0 ? vector : vector.map((value) => value / length);
}

/** FNV-1a. */
function hashOf(term: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < term.length; at++) hash = Math.imul(hash ^ term.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

function product(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += (one[at] as number) * (other[at] as number);
  return sum;
}
