/** How a cold segment is searched so that enough of the true neighbours are found. */
export interface SearchPlan {
  /** Hits wanted; for other numbers see {@link planFor}. */
  readonly limit: number;
  /** Inverted lists that are scanned. */
  readonly probes: number;
  /** Hits of the scan that are scored exactly. */
  readonly candidates: number;
  /** Share of the true nearest neighbours found this way, 0 to 1, measured on vectors that were held out of training. */
  readonly recall: number;
}

/** The plan for a number of hits, between those that were measured, or in proportion to the nearest one. */
export function planFor(plans: readonly SearchPlan[], limit: number): SearchPlan {
  const sorted = plans.toSorted((a, b) => a.limit - b.limit);
  const first = sorted[0] as SearchPlan;
  const last = sorted.at(-1) as SearchPlan;
  if (limit <= first.limit) return first;
  if (limit >= last.limit) {
    // More hits lie in more lists, though the nearest of them hold most.
    const times = limit / last.limit;
    const probes = Math.ceil(last.probes * Math.sqrt(times));
    return { ...last, limit, probes, candidates: Math.ceil(last.candidates * times) };
  }
  const above = sorted.findIndex((plan) => plan.limit >= limit);
  const low = sorted[above - 1] as SearchPlan;
  const high = sorted[above] as SearchPlan;
  const share = (limit - low.limit) / (high.limit - low.limit);
  const between = (key: 'probes' | 'candidates' | 'recall') => low[key] + share * (high[key] - low[key]);
  return {
    limit,
    probes: Math.ceil(between('probes')),
    candidates: Math.ceil(between('candidates')),
    recall: between('recall'),
  };
}

/**
 * Plans for lists that are those of several segments, one behind the other: as many probes as any of them needs, the
 * candidates of all, and the recall of all vectors together.
 */
export function joinPlans(segments: readonly { plans: readonly SearchPlan[]; vectors: number }[]): SearchPlan[] {
  const total = segments.reduce((sum, { vectors }) => sum + vectors, 0);
  const limits = [...new Set(segments.flatMap(({ plans }) => plans.map(({ limit }) => limit)))].sort((a, b) => a - b);
  return limits.map((limit) => {
    const each = segments.map(({ plans, vectors }) => ({ ...planFor(plans, limit), vectors }));
    return {
      limit,
      probes: Math.max(...each.map(({ probes }) => probes)),
      candidates: each.reduce((sum, { candidates }) => sum + candidates, 0),
      recall: each.reduce((sum, { recall, vectors }) => sum + (recall * vectors) / Math.max(1, total), 0),
    };
  });
}

/** A true neighbour of a held-out vector. */
export interface MeasuredNeighbour {
  /** Which of the lists, in the order in which they are probed, it lies in. */
  readonly probe: number;
  /** For each of the {@link probeSteps}: of how many vectors, in the lists that it adds, the compressed score is better. */
  readonly better: Uint32Array;
}

/** What it takes to search. */
export interface SearchCosts {
  /** Vectors of a list, on average. */
  readonly listLength: number;
  /** Bytes of a code. */
  readonly codeBytes: number;
}

// Microseconds, as measured for the kernels and for reads of cached pages; only their proportions matter.
const perList = 8;
const perCodeByte = 0.0008;
const perCandidate = 3;

/**
 * The cheapest plan that finds a share of the neighbours; where none does, the one that finds most of them.
 */
export function choosePlan(
  neighbours: readonly MeasuredNeighbour[],
  options: { limit: number; target: number; probes: number; costs: SearchCosts },
): SearchPlan {
  const { limit, target, costs } = options;
  const { listLength, codeBytes } = costs;
  // Nothing was measured: there are hardly any vectors.
  if (neighbours.length === 0) return { limit, probes: options.probes, candidates: 10 * limit, recall: 1 };
  const wanted = Math.ceil(target * neighbours.length);
  let best: SearchPlan | undefined;
  let bestCost = Number.POSITIVE_INFINITY;
  for (const [step, probes] of probeSteps(options.probes).entries()) {
    const ranks = neighbours
      .map(({ probe, better }) => (probe < probes ? sum(better, step + 1) : Number.POSITIVE_INFINITY))
      .sort((a, b) => a - b);
    const reachable = ranks.findLastIndex((rank) => rank < Number.POSITIVE_INFINITY) + 1;
    const found = Math.min(wanted, reachable);
    const candidates = Math.max(limit, found === 0 ? 0 : (ranks[found - 1] as number) + 1);
    const recall = ranks.filter((rank) => rank < candidates).length / ranks.length;
    const cost = probes * (perList + listLength * codeBytes * perCodeByte) + candidates * perCandidate;
    const reaches = recall >= target;
    const bestReaches = best !== undefined && best.recall >= target;
    if (reaches ? !bestReaches || cost < bestCost : !bestReaches && recall > (best?.recall ?? -1)) {
      best = { limit, probes, candidates, recall };
      bestCost = cost;
    }
  }
  return best as SearchPlan;
}

function sum(counts: Uint32Array, length: number): number {
  let total = 0;
  for (let i = 0; i < length; i++) total += counts[i] as number;
  return total;
}

/** Numbers of probes to try: each about a quarter more than the one before; `most` is the last. */
export function probeSteps(most: number): number[] {
  const steps: number[] = [];
  for (let probes = 1; probes < most; probes = Math.max(probes + 1, Math.round(probes * 1.25))) steps.push(probes);
  return [...steps, most];
}
