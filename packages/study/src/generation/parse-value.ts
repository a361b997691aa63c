import { jsonrepair } from 'jsonrepair';

/** Longer texts are not repaired, in characters: repairing takes long where everything is wrong. */
const longestRepaired = 100_000;

/** The value of a JSON text, which is repaired where that is needed; `undefined` where it cannot be. */
export function parseValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text.length > longestRepaired ? undefined : repaired(text);
  }
}

function repaired(text: string): unknown {
  try {
    return JSON.parse(jsonrepair(text));
  } catch {
    // It is no JSON, or is nested deeper than can be called.
    return undefined;
  }
}
