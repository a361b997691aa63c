import { expect, test } from 'vitest';
import { openCubo, writeFiles } from './open-cubo.ts';

test.each([
  { given: undefined, told: 'gave undefined, not a vector tier' },
  { given: {}, told: 'gave an object, not a vector tier' },
])('a vectorTier that gives $given is told what it is to give', async ({ given, told }) => {
  const { cubo, documents } = await openCubo({ vectorTier: (async () => given) as never });
  await writeFiles(documents, { 'lease.txt': 'The notice period is three months.' });
  await expect(cubo.ingest(documents)).rejects.toMatchObject({
    code: 'CUBO_BAD_ARGUMENT',
    message: expect.stringContaining(told),
  });
});
