import { countOf } from '../text/count-of.ts';
import { formatBytes } from '../text/format-bytes.ts';
import type { CommandRunner } from './commands.ts';

/** `cubo erase`: a deletion that ends on the disk, and its receipt. */
export const eraseCommand: CommandRunner = async (cubo, line, output, signal) => {
  const [source = ''] = line.operands;
  const receipt = await cubo.erase(source, { allNames: line.allNames, signal });
  if (line.json) {
    output.json(receipt);
    return 0;
  }
  for (const name of receipt.names) output.line(`Erased ${name}`);
  output.line(`${countOf(receipt.chunks, 'chunk')} at ${receipt.erasedAt}, SHA-256 ${receipt.sha256 ?? 'not known'}`);
  for (const { path, became, bytesBefore, bytesAfter } of receipt.files) {
    output.line(`  ${path}  ${became}, ${formatBytes(bytesBefore)} before, ${formatBytes(bytesAfter)} after`);
  }
  output.line('What may remain:');
  for (const { note } of receipt.mayRemain) output.line(`  ${note}`);
  return 0;
};
