import { setImmediate } from 'node:timers/promises';
import type { GenerationRequest } from '@cubo/contracts';
import { scriptedGenerator } from '@cubo/contracts/testing';
import { expect, test, vi } from 'vitest';
import { createWorkshops } from '../../src/workshop/create-workshops.ts';
import { openStudyParts } from '../helpers/open-study-parts.ts';

const files = {
  'lease.md':
    '# Lease\n\n## Notice\n\nThe tenant must give notice three months before the end. Notice is given in writing to Mr Brandt.\n\n## Rent\n\nThe rent is 950 euros a month. It is due on the third working day.\n',
};

test('who leaves does not stop a lesson that somebody else waits for; with the last one it is stopped', async () => {
  const { parts } = await openStudyParts({ files });
  const quizzes = { generate: () => Promise.reject() as never };
  const planned = await createWorkshops(parts, quizzes).generate({ lessons: 2 });
  const [first, second] = planned.lessons.map(({ id }) => id) as [string, string];
  const begun: string[] = [];
  const ended: string[] = [];
  const endless = {
    ...scriptedGenerator({ script: '' }),
    async *generate(_: GenerationRequest, options?: { signal?: AbortSignal | undefined }) {
      begun.push('begun');
      yield { type: 'text' as const, text: '# Notice\n' };
      const { signal } = options ?? {};
      await new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve(), { once: true }));
      ended.push('stopped');
      signal?.throwIfAborted();
    },
  };
  const workshops = createWorkshops({ ...parts, generator: endless }, quizzes);
  const [one, other] = [new AbortController(), new AbortController()];
  const asking = [
    workshops.lesson(first, { signal: one.signal }),
    workshops.lesson(first, { signal: other.signal }),
  ].map((stream) => Promise.resolve(stream).catch((error: Error) => error.message));
  await vi.waitFor(() => expect(begun).toHaveLength(1));
  one.abort(new Error('one left'));
  expect(await asking[0]).toBe('one left');
  expect(ended).toEqual([]);
  other.abort(new Error('other left'));
  expect(await asking[1]).toBe('other left');
  await vi.waitFor(() => expect(ended).toEqual(['stopped']));
  // What was stopped does not block the next.
  const again = new AbortController();
  const next = Promise.resolve(workshops.lesson(second, { signal: again.signal })).catch(
    (error: Error) => error.message,
  );
  await vi.waitFor(() => expect(begun).toHaveLength(2));
  // Who asks for a lesson whose turn has not come, and that all others have left, is not told that they have.
  const [gone, stays] = [new AbortController(), new AbortController()];
  const waiting = Promise.resolve(workshops.lesson(first, { signal: gone.signal })).catch(
    (error: Error) => error.message,
  );
  await setImmediate();
  gone.abort(new Error('gone'));
  expect(await waiting).toBe('gone');
  const patient = Promise.resolve(workshops.lesson(first, { signal: stays.signal })).catch(
    (error: Error) => error.message,
  );
  await setImmediate();
  again.abort(new Error('again'));
  expect(await next).toBe('again');
  await vi.waitFor(() => expect(begun).toHaveLength(3));
  stays.abort(new Error('stays'));
  expect(await patient).toBe('stays');
});
