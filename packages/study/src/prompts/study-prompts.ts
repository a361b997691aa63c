import { loadPromptTemplates, type Prompts } from '@cubo/core';
import { promptFolder } from '../prompt-folder.ts';

/** Name of a template: that of its file without `.md`. */
export type StudyPromptName =
  | 'quiz'
  | 'flashcards'
  | 'mind-map'
  | 'workshop-outline'
  | 'outline-retry'
  | 'lesson'
  | 'lesson-retry'
  | 'grade-short-answer'
  | 'known-items'
  | 'language-given'
  | 'language-of-sources';

/** The variables that `generateItems` gives to each template of items. */
const ofItems = ['count', 'language', 'known', 'passages'] as const;

/** The variables of each template: all of them must stand in it, and no others. */
export const templates: Readonly<Record<StudyPromptName, readonly string[]>> = {
  /** Questions. `kinds`: the kinds that are wanted, a line each; `example`: one of each as JSON. */
  quiz: [...ofItems, 'kinds', 'difficulty', 'example'],
  /** Cards. */
  flashcards: [...ofItems, 'kinds', 'difficulty', 'example'],
  /** Nodes, each with the label of the one above it. */
  'mind-map': [...ofItems, 'title', 'depth', 'breadth'],
  /** What a workshop teaches, lesson by lesson. */
  'workshop-outline': ['lessons', 'difficulty', 'language', 'passages'],
  /** Said behind the outline's prompt when its answer could not be read. */
  'outline-retry': ['lessons'],
  /** One lesson, as Markdown. */
  lesson: [
    'workshop',
    'summary',
    'lesson',
    'number',
    'lessons',
    'objectives',
    'others',
    'minutes',
    'difficulty',
    'language',
    'passages',
  ],
  /** Said behind the lesson's prompt when what came was none. */
  'lesson-retry': [],
  /** Which key points an answer covers. */
  'grade-short-answer': ['question', 'points', 'answer'],
  /** Items that are there already. */
  'known-items': ['items'],
  /** In which language to write, where the host says it or the passages have one that is known. */
  'language-given': ['language'],
  /** The same where it is not known. */
  'language-of-sources': [],
};

/** The prompts of study material. */
export type StudyPrompts = Prompts<StudyPromptName>;

/**
 * Reads the templates of the package, and in place of them those of a host's folder.
 *
 * @throws CuboError `CUBO_PROMPT_INVALID`, `CUBO_PATH_NOT_FOUND`
 */
export function loadStudyPrompts(folder?: string): StudyPrompts {
  return loadPromptTemplates({ owner: 'the study material', folder: promptFolder, templates }, folder);
}
