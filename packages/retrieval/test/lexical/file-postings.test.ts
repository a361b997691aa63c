import fc from 'fast-check';
import { expect, test } from 'vitest';
import { byteWriter } from '../../src/lexical/byte-writer.ts';
import type { CheckedFile } from '../../src/lexical/checked-file.ts';
import { blockDirectories } from '../../src/lexical/postings/block-directories.ts';
import { directoryCache } from '../../src/lexical/postings/directory-cache.ts';
import { postingsEncoder } from '../../src/lexical/postings/encode-postings.ts';
import { filePostings } from '../../src/lexical/postings/file-postings.ts';
import type { PostingWorth } from '../../src/lexical/postings/postings-cursor.ts';

const fail = (reason: string) => new Error(reason);

interface Posting {
  readonly position: number;
  readonly frequency: number;
}

/** Writes postings, and gives what makes cursors that read them: all with the same directory. */
function written(postings: readonly Posting[], lengths: readonly number[]) {
  const encoder = postingsEncoder(lengths, undefined);
  for (const { position, frequency } of postings) encoder.add(position, frequency);
  const output = byteWriter();
  const documents = encoder.finish(output);
  const bytes = output.bytes().slice();
  const read = (position: number, length: number) => bytes.subarray(position, position + length);
  const file: CheckedFile = { read, glance: read, look: (position) => position, seen: bytes };
  const format = { size: lengths.length, occurrences: false, fail };
  const directory = blockDirectories(file, directoryCache(1000).file(), format);
  const place = { start: 0, bytes: bytes.length, documents, occurrencesStart: 0, occurrencesBytes: 0 };
  return () => filePostings({ file, lengths, directory, fail }, place);
}

const frequency = fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 20 }));
const list = fc
  .array(fc.record({ gap: fc.oneof(fc.constant(0), fc.nat(40)), frequency, length: fc.integer({ min: 1, max: 60 }) }), {
    maxLength: 700,
    size: 'max',
  })
  .map((entries) => {
    const lengths: number[] = [];
    const postings = entries.map(({ gap, frequency, length }) => {
      // Chunks without the term are the shortest, so that a bound which took them in would be noticed.
      for (let i = 0; i < gap; i++) lengths.push(1);
      lengths.push(frequency + length);
      return { position: lengths.length - 1, frequency };
    });
    return { postings, lengths };
  });
const share =
  (norm: number): PostingWorth =>
  (frequency, length) =>
    frequency / (frequency + norm * length);

/** Lists as long as these take minutes to be made smaller. */
const quickly = { endOnFailure: true };

test('what postings are worth at most is no less than the best of them, for each ranking', () => {
  fc.assert(
    fc.property(list, fc.array(fc.integer({ min: 1, max: 3000 }), { minLength: 1 }), ({ postings, lengths }, steps) => {
      const open = written(postings, lengths);
      const worthOf = ({ position, frequency }: Posting, worth: PostingWorth) =>
        worth(frequency, lengths[position] as number);
      for (const worth of [share(0.1), share(0.01), share(0.1)]) {
        const cursor = open();
        let start = 0;
        for (const step of steps) {
          const end = start + step;
          const within = postings.filter(({ position }) => position >= start && position < end);
          const best = Math.max(0, ...within.map((posting) => worthOf(posting, worth)));
          const bound = cursor.bound(start, end, worth);
          expect(bound).toBeGreaterThanOrEqual(best);
          // Behind the last full block, and so for all of a rare term, nothing is taken in that is elsewhere.
          const tail = postings.slice(postings.length - (postings.length % 128));
          if (start > (postings[postings.length - tail.length - 1]?.position ?? -1)) expect(bound).toBe(best);
          start = end;
        }
      }
    }),
    quickly,
  );
});

test('what is looked up is found with its frequency, and read on from there', () => {
  fc.assert(
    fc.property(list, fc.array(fc.nat(4000)), fc.boolean(), ({ postings, lengths }, asked, readsOn) => {
      const cursor = written(postings, lengths)();
      for (const position of asked.sort((a, b) => a - b)) {
        const expected = postings.filter((posting) => posting.position >= position);
        expect(cursor.seek(position)).toBe(expected.length > 0);
        const [first] = expected;
        if (first === undefined) continue;
        expect(cursor.positions[cursor.at]).toBe(first.position);
        expect(cursor.before + cursor.at).toBe(postings.length - expected.length);
        if (first.position === position) expect(cursor.frequencies[cursor.at]).toBe(first.frequency);
      }
      if (!readsOn || postings.length === 0) return;
      const rest: Posting[] = [];
      const from = cursor.before + cursor.at;
      do {
        for (; cursor.at < cursor.count; cursor.at++) {
          const position = cursor.positions[cursor.at] as number;
          rest.push({ position, frequency: cursor.frequencies[cursor.at] as number });
        }
      } while (cursor.nextBlock());
      expect(rest).toEqual(postings.slice(from));
    }),
    quickly,
  );
});
