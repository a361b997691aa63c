import type { Overlap } from '@cubo/core';
import type { Support } from '../events/agent-event.ts';

/** From this share of its naming words on, that stand in what it cites, a sentence counts as supported, or as weak. */
const leastShare = { supported: 0.6, weak: 0.35 } as const;

/** What an overlap says. Numbers and names are what a wrong answer gets wrong: each must stand in the text. */
export function supportBy({ share, missesNumber, missesName }: Overlap): Support {
  if (missesNumber || share < leastShare.weak) return 'unsupported';
  return share < leastShare.supported || missesName ? 'weak' : 'supported';
}
