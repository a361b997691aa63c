// Writes the binary ones of the demo's documents; `--check` compares them with what is there instead. Node runs the
// writers, which the tests share, as they are: node --experimental-strip-types scripts/make-demo-documents.mjs
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { docxFile } from '../packages/ingest/test/helpers/docx-file.ts';
import { pdfFile } from '../packages/ingest/test/helpers/pdf-file.ts';
import { employmentContract } from './demo-documents/employment-contract.mjs';
import { houseRulesGerman } from './demo-documents/house-rules-german.mjs';
import { leaseItalian } from './demo-documents/lease-italian.mjs';
import { layOutPages } from './demo-documents/pdf-layout.mjs';
import { pumpManualGerman } from './demo-documents/pump-manual-german.mjs';

const folder = fileURLToPath(new URL('../examples/demo-documents/', import.meta.url));
const pdf = ({ pages, footer, ...properties }) => pdfFile({ ...properties, pages: layOutPages(pages, footer) });

const files = {
  'employment-contract.pdf': pdf(employmentContract),
  'contratto-di-locazione.pdf': pdf(leaseItalian),
  'hausordnung.pdf': pdf(houseRulesGerman),
  'betriebsanleitung-pumpe.docx': docxFile(pumpManualGerman),
};

for (const [name, bytes] of Object.entries(files)) {
  if (!process.argv.includes('--check')) writeFileSync(folder + name, bytes);
  else if (!readFileSync(folder + name).equals(bytes)) {
    console.error(`${name} is not what this script makes.`);
    process.exitCode = 1;
  }
}
