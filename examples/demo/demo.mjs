// Ingests a folder into a library of its own and answers questions about it, with file and page:
//   npm run demo
//   npm run demo -- <folder> "<question>"
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createCubo, isCuboError, placeLabel } from '@cubo/core';

const [folderArgument, ...questionArguments] = process.argv.slice(2);
const shipped = fileURLToPath(new URL('../demo-documents', import.meta.url));
const folder = folderArgument === undefined ? shipped : resolve(folderArgument);
const questions =
  questionArguments.length > 0
    ? questionArguments
    : ['How long is the notice period for an employee?', 'Qual è il periodo di preavviso per il conduttore?'];

const library = await mkdtemp(join(tmpdir(), 'cubo-demo-'));
try {
  await demo();
} catch (error) {
  if (!isCuboError(error)) throw error;
  console.error(error.message);
  process.exitCode = 1;
} finally {
  await rm(library, { recursive: true, force: true });
}

async function demo() {
  const cubo = await createCubo({ path: library });
  try {
    console.log(`Reading ${folder}`);
    for await (const event of cubo.ingest(folder)) showProgress(event);
    for (const question of questions) {
      console.log(`\n? ${question}`);
      const answer = await cubo.ask(question);
      console.log(answer.text.replace(/^/gm, '  '));
      for (const { number, source, locator, quote } of answer.citations) {
        const place = [relative(folder, source), placeLabel(locator)].filter(Boolean).join(', ');
        console.log(`  [${number}] ${place}: “${shorten(quote)}”`);
      }
    }
    console.log('\n(Answers are sentences of the documents, word for word: no language model is used here.)');
  } finally {
    await cubo.close();
  }
}

/** @param {import('@cubo/core').IngestEvent} event */
function showProgress(event) {
  switch (event.type) {
    case 'file-finish': {
      const name = relative(folder, event.source);
      if (event.outcome === 'skipped') console.log(`  - ${name}: skipped. ${event.reason}`);
      else console.log(`  + ${name}: ${event.chunks} chunks`);
      for (const { place, reason } of event.unread ?? []) console.log(`      ${place} was not read: ${reason}`);
      break;
    }
    case 'training':
      console.log(`  learning from ${event.chunks} chunks`);
      break;
    case 'embedding':
      console.log(`  ${event.done} of ${event.total} vectors`);
      break;
    case 'done':
      console.log(
        `  ${event.files} files, ${event.chunks} chunks, ${event.outcomes.skipped} skipped, ${event.seconds.toFixed(1)} s`,
      );
      break;
  }
}

/** @param {string} text */
function shorten(text) {
  const flat = text.replace(/\s+/g, ' ');
  return flat.length > 200 ? `${flat.slice(0, 199)}…` : flat;
}
