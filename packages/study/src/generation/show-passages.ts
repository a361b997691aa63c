import { citationLabel, fencePassages } from '@cubo/core';
import type { StudyPassage } from '../coverage/study-passage.ts';

/** A passage under the number by which items name it. */
export interface NumberedStudyPassage {
  readonly number: number;
  readonly passage: StudyPassage;
}

/** Numbered passages as a model is shown them, each with its place and the headings above it. */
export function showPassages(passages: readonly NumberedStudyPassage[]): string {
  return fencePassages(
    passages.map(({ number, passage: { source, locator, heading, context, text } }) => {
      return { number, label: citationLabel(source, locator), under: heading, context, text };
    }),
  );
}
