import { appendFile, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { zipfText } from '../corpora/zipf-text.ts';

/** Writes a folder of texts, Markdown and tables, the same for the same seed, and gives the number of files. */
export async function writeMixedDocuments(folder: string, seed: number, files = 160): Promise<number> {
  for (let i = 0; i < files; i++) {
    const text = zipfText({ seed: seed + i, characters: 3000 * (1 + (i % 9)), vocabulary: 5000 });
    const below = join(folder, `part-${i % 4}`);
    await mkdir(below, { recursive: true });
    if (i % 3 === 0) await writeFile(join(below, `letter-${i}.txt`), text);
    else if (i % 3 === 1) await writeFile(join(below, `report-${i}.md`), `# Report ${i}\n\n## Findings\n\n${text}`);
    else await writeFile(join(below, `table-${i}.csv`), toTable(text));
  }
  return files;
}

/** Changes every seventh document of such a folder, removes every eleventh and adds one to each part. */
export async function changeMixedDocuments(folder: string, seed: number): Promise<void> {
  let number = 0;
  for (const part of (await readdir(folder)).sort()) {
    for (const name of (await readdir(join(folder, part))).sort()) {
      number++;
      if (number % 11 === 0) await rm(join(folder, part, name));
      else if (number % 7 === 0) await appendFile(join(folder, part, name), `\n7,change ${number} of ${seed}\n`);
    }
    await writeFile(
      join(folder, part, 'added.txt'),
      zipfText({ seed: seed + number, characters: 9000, vocabulary: 5000 }),
    );
  }
}

function toTable(text: string): string {
  const rows = text.split(/[.\n]+/).filter((row) => row.trim() !== '');
  return ['number,remark', ...rows.map((row, i) => `${i + 1},${row.trim()}`)].join('\n');
}
