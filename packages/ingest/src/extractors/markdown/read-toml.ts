import { flowValue } from './flow-value.ts';
import type { LabelNode } from './label-node.ts';

const assignment = /^\s*(["']?[\p{L}\p{N}_][\p{L}\p{N}_.-]*["']?)[ \t]*=/u;

/** Reads the TOML of a front matter (TOML 1.0): values by key, those of its tables too; texts and lists over several lines. */
export function readToml(lines: readonly string[]): ReadonlyMap<string, LabelNode> {
  const entries = new Map<string, LabelNode>();
  for (let at = 0; at < lines.length; ) {
    const line = lines[at++] as string;
    const [begin = '', quoted] = assignment.exec(line) ?? [];
    if (quoted === undefined) continue;
    let rest = line.slice(begin.length).trim();
    const mark = /^(?:"""|''')/.exec(rest)?.[0];
    if (mark !== undefined) {
      const taken = [rest.slice(mark.length)];
      while (!taken.at(-1)?.includes(mark) && at < lines.length) taken.push(lines[at++] as string);
      const text = taken.join('\n').split(mark, 1)[0] ?? '';
      entries.set(nameOf(quoted), text);
      continue;
    }
    const following: string[] = [];
    while (at < lines.length && !/^\s*\[/.test(lines[at] as string) && !assignment.test(lines[at] as string))
      following.push(lines[at++] as string);
    if (/^[[{]/.test(rest)) rest = [rest, ...following.filter((each) => !/^\s*#/.test(each))].join('\n');
    const value = flowValue(rest);
    if (value !== undefined) entries.set(nameOf(quoted), value);
  }
  return entries;
}

function nameOf(quoted: string): string {
  return quoted.replace(/["']/g, '').toLowerCase();
}
