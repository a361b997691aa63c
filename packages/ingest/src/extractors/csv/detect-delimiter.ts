import { csvRowsOf } from './csv-rows.ts';

const candidates = [',', ';', '\t', '|'] as const;
/** Rows looked at. */
const sampleRows = 100;

/**
 * The delimiter that divides most rows of a sample into the same number of fields, two at least; of equals the one that
 * makes more fields, and a comma where none divides anything.
 */
export function detectDelimiter(sample: string, complete: boolean): string {
  let best = { delimiter: ',', share: 0, fields: 1 };
  for (const delimiter of candidates) {
    const rows = csvRowsOf(sample, delimiter, complete)
      .filter((row) => row.text.trim() !== '')
      .slice(0, sampleRows);
    const counts = new Map<number, number>();
    for (const { fields } of rows) counts.set(fields, (counts.get(fields) ?? 0) + 1);
    for (const [fields, count] of counts) {
      const share = count / rows.length;
      if (fields > 1 && (share > best.share || (share === best.share && fields > best.fields)))
        best = { delimiter, share, fields };
    }
  }
  return best.delimiter;
}
