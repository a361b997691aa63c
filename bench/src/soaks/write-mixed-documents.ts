import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { docxFile } from '../../../packages/ingest/test/helpers/docx-file.ts';
import { xlsxFile, xlsxRows } from '../../../packages/ingest/test/helpers/xlsx-file.ts';
import { zipFile } from '../../../packages/ingest/test/helpers/zip-file.ts';
import { zipfText } from '../corpora/zipf-text.ts';

/** How a format is written; `text` is its content. */
type Writer = (text: string, number: number) => string | Uint8Array;

const formats: Readonly<Record<string, Writer>> = {
  txt: (text) => text,
  md: (text, number) => `# Report ${number}\n\n## Findings\n\n${text}`,
  csv: (text) => ['number,remark', ...sentences(text).map((sentence, row) => `${row + 1},${sentence}`)].join('\n'),
  html: (text, number) => `<!doctype html><title>Page ${number}</title><h1>Page ${number}</h1><p>${text}</p>`,
  docx: (text, number) => docxFile({ blocks: [{ text: `Report ${number}`, heading: 1 }, { text }] }, { deflate: true }),
  xlsx: (text) =>
    xlsxFile({
      sheets: [{ name: 'Remarks', rows: xlsxRows([['remark', 'row'], ...sentences(text).map((row, i) => [row, i])]) }],
    }),
  eml: (text, number) => `From: ada@example.com\nTo: bob@example.com\nSubject: Report ${number}\n\n${text}\n`,
  jsonl: (text) =>
    sentences(text)
      .map((remark, row) => `${JSON.stringify({ row, remark })}\n`)
      .join(''),
  zip: (text, number) =>
    zipFile([
      { name: 'letter.txt', data: text, deflate: true },
      { name: `notes/report-${number}.md`, data: `# Report ${number}\n\nremark number ${number}`, deflate: true },
    ]),
};

function sentences(text: string): string[] {
  return text
    .split(/[.\n]+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');
}

/**
 * Writes a folder of documents of nine formats, the same for the same seed, and gives the number of files. With
 * `largeCharacters` there is a text of that length among them, which takes several batches.
 */
export async function writeMixedDocuments(
  folder: string,
  seed: number,
  { files = 160, largeCharacters = 0 }: { readonly files?: number; readonly largeCharacters?: number } = {},
): Promise<number> {
  const extensions = Object.keys(formats);
  for (let i = 0; i < files; i++) {
    const text = zipfText({ seed: seed + i, characters: 3000 * (1 + (i % 9)), vocabulary: 5000 });
    const extension = extensions[i % extensions.length] as string;
    const below = join(folder, `part-${i % 4}`);
    await mkdir(below, { recursive: true });
    await writeFile(join(below, `document-${i}.${extension}`), (formats[extension] as Writer)(text, i));
  }
  if (largeCharacters === 0) return files;
  await writeFile(join(folder, 'large.txt'), zipfText({ seed, characters: largeCharacters, vocabulary: 5000 }));
  return files + 1;
}

/** Changes every seventh document of such a folder, removes every eleventh and adds one to each part. */
export async function changeMixedDocuments(folder: string, seed: number): Promise<void> {
  let number = 0;
  for (const part of (await readdir(folder)).filter((name) => name.startsWith('part-')).sort()) {
    for (const name of (await readdir(join(folder, part))).sort()) {
      number++;
      if (number % 11 === 0) await rm(join(folder, part, name));
      else if (number % 7 === 0) {
        const text = `${zipfText({ seed: seed - number, characters: 6000, vocabulary: 5000 })} change ${number}`;
        const write = formats[name.slice(name.lastIndexOf('.') + 1)] as Writer;
        await writeFile(join(folder, part, name), write(text, number));
      }
    }
    await writeFile(
      join(folder, part, 'added.txt'),
      zipfText({ seed: seed + number, characters: 9000, vocabulary: 5000 }),
    );
  }
}
