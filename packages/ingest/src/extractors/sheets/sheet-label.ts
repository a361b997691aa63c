const states = { visible: '', hidden: ' (hidden)', veryHidden: ' (very hidden)' } as const;

/** What every chunk of a sheet begins with: `[Sheet: name]`, and `(hidden)` where programs do not show it. */
export function sheetLabel(name: string, state: keyof typeof states): string {
  return `[Sheet: ${name}${states[state]}]`;
}
