const topics: readonly (readonly string[])[] = [
  ['harbour', 'ship', 'sailor', 'anchor', 'tide', 'pier', 'cargo', 'captain', 'rope', 'lighthouse', 'storm', 'deck'],
  ['granite', 'quarry', 'marble', 'chisel', 'mason', 'arch', 'column', 'mortar', 'bridge', 'tower', 'wall', 'stone'],
  ['orchard', 'apple', 'blossom', 'harvest', 'ladder', 'basket', 'cider', 'grafting', 'soil', 'bee', 'branch', 'root'],
  [
    'contract',
    'notice',
    'tenant',
    'landlord',
    'clause',
    'deposit',
    'lease',
    'court',
    'claim',
    'witness',
    'fee',
    'term',
  ],
];

/** Short English texts on four topics, the same on every call: something to train and to try an embedder on. */
export function sampleTexts(count: number): string[] {
  let state = 1;
  const next = (bound: number) => {
    // The minimal standard generator of Park and Miller.
    state = (state * 48_271) % 2_147_483_647;
    return state % bound;
  };
  return Array.from({ length: count }, (_, index) => {
    const words = topics[index % topics.length] as readonly string[];
    const chosen = Array.from({ length: 8 }, () => words[next(words.length)] as string);
    return `The ${chosen.slice(0, 4).join(' and the ')} stand beside the ${chosen.slice(4).join(', the ')}, note ${index}.`;
  });
}
