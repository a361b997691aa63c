import { isOn } from './word-styles.ts';

const mostEntries = 1000;

/** Follows the fields of a text, of which the result is read and not the instruction (ISO/IEC 29500-1, 17.16). */
export interface WordFields {
  /** Whether the text at this place belongs to an instruction. */
  isInstruction(): boolean;
  /** Takes a `w:fldChar` of this type. */
  mark(type: string | undefined): void;
  /** Takes an element of a form field's description. */
  form(name: string, value: string | undefined): void;
  /** Ends the description; what a form field shows that has no result of its own: a box, the chosen entry of a list. */
  endForm(): string;
  /** Ends a paragraph: an instruction does not go on, so that a field which is never closed hides nothing. */
  endParagraph(): void;
}

interface Form {
  kind: 'box' | 'list' | undefined;
  checked: boolean | undefined;
  byDefault: string | undefined;
  result: number;
  readonly entries: string[];
}

/** No field is open. */
export function createWordFields(): WordFields {
  let open: { isInstruction: boolean }[] = [];
  let form: Form | undefined;
  return {
    isInstruction: () => open.some(({ isInstruction }) => isInstruction),
    mark(type) {
      if (type === 'begin') open.push({ isInstruction: true });
      else if (type === 'end') open.pop();
      else if (type === 'separate') {
        const last = open.at(-1);
        if (last) last.isInstruction = false;
      }
    },
    form(name, value) {
      if (name === 'ffData')
        form = { kind: undefined, checked: undefined, byDefault: undefined, result: 0, entries: [] };
      else if (!form) return;
      else if (name === 'checkBox') form.kind = 'box';
      else if (name === 'ddList') form.kind = 'list';
      else if (name === 'checked') form.checked = isOn(value, true);
      else if (name === 'default') form.byDefault = value ?? '1';
      else if (name === 'result') form.result = Number(value) || 0;
      else if (name === 'listEntry' && form.entries.length < mostEntries) form.entries.push(value ?? '');
    },
    endForm() {
      const ended = form;
      form = undefined;
      if (ended?.kind === 'list') return ended.entries[ended.result] ?? '';
      if (ended?.kind !== 'box') return '';
      return (ended.checked ?? isOn(ended.byDefault)) ? '☒' : '☐';
    },
    endParagraph() {
      if (open.length > 0) open = open.filter(({ isInstruction }) => !isInstruction);
    },
  };
}

/** The elements that describe form fields. */
export const formElements: ReadonlySet<string> = new Set([
  'ffData',
  'checkBox',
  'ddList',
  'checked',
  'default',
  'result',
  'listEntry',
]);
