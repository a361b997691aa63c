import type { XmlHandler } from '../../xml/xml-handler.ts';
import type { AbstractNumbering, NumberingDefinitions, NumberingInstance, NumberingLevel } from './word-numbering.ts';
import { isOn, wholeNumber } from './word-styles.ts';

const longestLabel = 100;

/** Collects the lists of `numbering.xml` (ISO/IEC 29500-1, 17.9). */
export function readNumbering(): { readonly handler: XmlHandler; readonly definitions: NumberingDefinitions } {
  const abstracts = new Map<string, AbstractNumbering>();
  const instances = new Map<string, NumberingInstance>();
  let abstract: AbstractNumbering | undefined;
  let instance: NumberingInstance | undefined;
  let override: number | undefined;
  let level: NumberingLevel | undefined;

  function openLevel(index: number): void {
    level = { format: 'decimal', text: '', start: 1, restart: undefined, isLegal: false };
    (instance ?? abstract)?.levels.set(index, level);
  }

  return {
    definitions: { abstracts, instances },
    handler: {
      open(name, { val, abstractNumId, numId, ilvl }) {
        if (name === 'abstractNum') {
          abstract = { levels: new Map(), styleLink: undefined };
          abstracts.set(abstractNumId ?? '', abstract);
        } else if (name === 'num') {
          instance = { abstractId: '', starts: new Map(), levels: new Map() };
          instances.set(numId ?? '', instance);
        } else if (name === 'abstractNumId' && instance) instance.abstractId = val ?? '';
        else if (name === 'numStyleLink' && abstract) abstract.styleLink = val;
        else if (name === 'lvlOverride') override = wholeNumber(ilvl);
        else if (name === 'startOverride' && instance && override !== undefined)
          instance.starts.set(override, wholeNumber(val) ?? 1);
        else if (name === 'lvl') openLevel(wholeNumber(ilvl) ?? 0);
        else if (!level) return;
        else if (name === 'numFmt') level.format = val ?? 'decimal';
        else if (name === 'lvlText') level.text = (val ?? '').slice(0, longestLabel);
        else if (name === 'start') level.start = wholeNumber(val) ?? 1;
        else if (name === 'lvlRestart') level.restart = wholeNumber(val);
        else if (name === 'isLgl') level.isLegal = isOn(val, true);
      },
      close(name) {
        if (name === 'abstractNum') abstract = undefined;
        else if (name === 'num') instance = undefined;
        else if (name === 'lvl') level = undefined;
        else if (name === 'lvlOverride') override = undefined;
      },
    },
  };
}
