import { parseArgs } from 'node:util';
import { wrongUsage } from './wrong-usage.ts';

/** What options there are, as `parseArgs` takes it. */
export type OptionTypes = Readonly<Record<string, { readonly type: 'string' | 'boolean' }>>;

/**
 * Refuses options that do not exist, lack their value, or have one that they do not take. The messages of `parseArgs`
 * are for its callers.
 */
export function assertOptionSyntax(given: readonly string[], options: OptionTypes): void {
  const { tokens } = parseArgs({ args: [...given], options, allowPositionals: true, strict: false, tokens: true });
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const { name, rawName, value, inlineValue } = token;
    const type = Object.hasOwn(options, name) ? options[name]?.type : undefined;
    if (type === undefined) throw wrongUsage(`There is no option ${rawName}.`);
    if (type === 'boolean' && value !== undefined) throw wrongUsage(`The option ${rawName} takes no value.`);
    if (type !== 'string') continue;
    if (value === undefined) throw wrongUsage(`The option ${rawName} lacks its value.`);
    if (!inlineValue && value.startsWith('-') && value !== '-') {
      throw wrongUsage(
        `The option ${rawName} lacks its value; one that begins with a dash is written ${rawName}=${value}.`,
      );
    }
  }
}
