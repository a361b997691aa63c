export { english } from './english.ts';
export { french } from './french.ts';
export { german } from './german.ts';
export { italian } from './italian.ts';
export type { Language } from './language.ts';
export { spanish } from './spanish.ts';
