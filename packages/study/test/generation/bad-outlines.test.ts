import { expect, test } from 'vitest';
import { writeOutline } from '../../src/workshop/outline/write-outline.ts';
import { partsThatWrite, readBadOutputs } from './bad-outputs.ts';

const file = readBadOutputs<object | string | null>('outlines');

test.each(file.cases)('$name', async ({ text, expected }) => {
  const options = { passages: [], lessons: 5, difficulty: 'beginner' } as const;
  const outline = writeOutline(partsThatWrite(text), options);
  if (expected === null) await expect(outline).rejects.toMatchObject({ code: 'CUBO_STUDY_OUTLINE_FAILED' });
  else
    expect(await outline).toEqual({
      ...Object(typeof expected === 'string' ? file.items[expected] : expected),
      passages: [],
    });
});
