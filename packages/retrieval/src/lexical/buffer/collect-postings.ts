import { byteWriter } from '../byte-writer.ts';
import type { PostingsList } from '../postings/memory-postings.ts';
import { encodeOccurrences } from '../postings/occurrences.ts';
import type { LoggedTexts } from './invert-tokens.ts';
import { countToken, visitTokens } from './token-log.ts';

/** Goes through all texts for the postings of one term. */
export function collectPostings(
  { entries, starts, order }: LoggedTexts,
  term: number,
  { occurrences: keepsOccurrences }: { occurrences: boolean },
): PostingsList {
  const positions: number[] = [];
  const frequencies: number[] = [];
  for (let rank = 0; rank < order.length; rank++) {
    const text = order[rank] as number;
    const frequency = countToken(entries, starts[text] as number, starts[text + 1] as number, term);
    if (frequency === 0) continue;
    positions.push(rank);
    frequencies.push(frequency);
  }

  /** Found when they are asked for: most searches ask for none. */
  function occurrences(from: number, count: number) {
    const encoded = byteWriter();
    const begins = new Int32Array(count + 1);
    for (let i = 0; i < count; i++) {
      const places: number[] = [];
      const text = order[positions[from + i] as number] as number;
      visitTokens(entries, starts[text] as number, starts[text + 1] as number, (number, place) => {
        if (number === term && place !== places[places.length - 1]) places.push(place);
      });
      encodeOccurrences(encoded, places, 0, places.length);
      begins[i + 1] = encoded.length;
    }
    return { bytes: encoded.bytes(), starts: begins };
  }

  return { positions, frequencies, occurrences: keepsOccurrences ? occurrences : undefined };
}
