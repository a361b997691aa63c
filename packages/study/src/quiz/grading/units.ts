import type { Analyzer } from '@cubo/contracts';
import { foldAnswer } from './fold-answer.ts';

/** What one of a unit is in the first unit of its line. */
const lines: readonly Readonly<Record<string, number>>[] = [
  { m: 1, km: 1e3, dm: 0.1, cm: 0.01, mm: 1e-3, µm: 1e-6, μm: 1e-6, nm: 1e-9 },
  { g: 1, kg: 1e3, mg: 1e-3, µg: 1e-6, μg: 1e-6, t: 1e6 },
  { s: 1, ms: 1e-3, min: 60, h: 3600 },
  { l: 1, L: 1, dl: 0.1, dL: 0.1, cl: 0.01, cL: 0.01, ml: 1e-3, mL: 1e-3, 'm³': 1e3, m3: 1e3 },
  { 'm²': 1, m2: 1, 'km²': 1e6, km2: 1e6, ha: 1e4, 'cm²': 1e-4, cm2: 1e-4 },
  { W: 1, kW: 1e3, MW: 1e6, GW: 1e9, mW: 1e-3 },
  { J: 1, kJ: 1e3, MJ: 1e6, Wh: 3600, kWh: 3.6e6 },
  { V: 1, kV: 1e3, mV: 1e-3 },
  { A: 1, mA: 1e-3 },
  { Hz: 1, kHz: 1e3, MHz: 1e6, GHz: 1e9 },
  { Pa: 1, hPa: 100, kPa: 1e3, MPa: 1e6, bar: 1e5, mbar: 100 },
  { B: 1, kB: 1e3, MB: 1e6, GB: 1e9, TB: 1e12 },
];
const symbols: readonly (readonly string[])[] = [
  ['€', 'eur', 'euro', 'euros'],
  ['$', 'usd', 'dollar', 'dollars'],
  ['£', 'gbp', 'pound', 'pounds'],
  ['%', 'percent', 'per cent', 'prozent', 'pour cent', 'por ciento', 'per cento'],
  ['°c', 'celsius', 'degrees celsius', 'grad celsius'],
];

/**
 * What one of a unit is in another, or `undefined` where they measure different things, as far as is known. Units in words
 * are the same in singular and plural.
 */
export function unitFactor(from: string, to: string, analyzer: Analyzer): number | undefined {
  const [given, wanted] = [from.trim(), to.trim()];
  if (given === wanted) return 1;
  for (const line of lines) {
    const [one, other] = [factorOf(line, given), factorOf(line, wanted)];
    if (one !== undefined && other !== undefined) return one / other;
  }
  const isSymbol = symbols.some((names) => names.includes(given.toLowerCase()) && names.includes(wanted.toLowerCase()));
  return isSymbol || isSameWord(given, wanted, analyzer) ? 1 : undefined;
}

function factorOf(line: Readonly<Record<string, number>>, unit: string): number | undefined {
  return Object.hasOwn(line, unit) ? line[unit] : undefined;
}

function isSameWord(given: string, wanted: string, analyzer: Analyzer): boolean {
  if (foldAnswer(given) === foldAnswer(wanted) && foldAnswer(given) !== '') return true;
  const language = analyzer.detect(wanted);
  return [language, 'en', 'de', 'fr', 'es', 'it'].some((tried) => {
    const [one, other] = [given, wanted].map((unit) => analyzer.analyze(unit, { language: tried }).join(' '));
    return one !== '' && one === other;
  });
}
