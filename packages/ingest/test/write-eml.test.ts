import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseEml } from '../src/extractors/eml/parse-eml.ts';
import { writeEml } from '../src/extractors/eml/write-eml.ts';

const bytes = fc.oneof(
  fc.uint8Array({ maxLength: 200 }),
  fc.nat(200).map((more) => new Uint8Array(57 * 1024 - 100 + more).fill(more)),
);

test('a message that was written is read as it was', async () => {
  const message = fc.record({
    subject: fc.constant('Grüße'),
    text: fc.constant('Body ä.'),
    files: fc.array(bytes, { maxLength: 4 }),
  });
  await fc.assert(
    fc.asyncProperty(message, async ({ subject, text, files }) => {
      const attachments = files.map((content, index) => ({
        ...{ name: `${index} ü.bin`, mediaType: 'application/octet-stream', isInline: false, content },
      }));
      const written = writeEml({ subject, text, attachments });
      expect(
        Buffer.from(written)
          .toString('latin1')
          .split('\r\n')
          .every((line) => line.length <= 100),
      ).toBe(true);
      const read = await parseEml(written, 'test.eml');
      expect([read.subject, read.text?.trim()]).toEqual([subject, text]);
      expect(read.attachments.map(({ name, content }) => [name, Buffer.from(content).toString('hex')])).toEqual(
        attachments.map(({ name, content }) => [name, Buffer.from(content).toString('hex')]),
      );
    }),
    { seed: 7, numRuns: 60 },
  );
});

test.each(['multipart/mixed', 'text/plain\r\n\r\nbreaks out', '', 'x'])(
  'a file of the type %j stays one',
  async (mediaType) => {
    const attachments = [{ name: 'a.txt', mediaType, isInline: false, content: Buffer.from('content') }];
    const read = await parseEml(writeEml({ subject: 'Hi', text: 'Body.', attachments }), 'test.eml');
    expect(read.text?.trim()).toBe('Body.');
    expect(read.attachments.map(({ name, content }) => [name, Buffer.from(content).toString()])).toEqual([
      ['a.txt', 'content'],
    ]);
  },
);
