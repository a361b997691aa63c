import type { Candidate } from './collect-items.ts';
import { createItemReader } from './item-reader.ts';

/**
 * The objects that a model's answer lists, as it may have written them: with prose, thoughts and fences around, as a list
 * or an object with one, with trailing commas and other slips, cut off (then those that are complete). Never throws.
 *
 * @param list the property under which they were asked for: where an answer has several lists, that one counts
 */
export function parseLeniently(text: string, list = 'items'): Candidate[] {
  const reader = createItemReader(list);
  return [...reader.push(text), ...reader.end()];
}
