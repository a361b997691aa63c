import type { GenerationEvent } from '@cubo/contracts';

/**
 * What is wrong with an event of a generator, to go on with after "failed:"; `undefined` where it can be read. A text that is
 * none would otherwise stand in an answer as "undefined", and a call that JSON cannot tell could not be kept.
 */
export function eventFault(event: GenerationEvent): string | undefined {
  if (typeof event !== 'object' || event === null) return 'it gave something else than an event';
  switch (event.type) {
    case 'text':
    case 'thinking':
      return typeof event.text === 'string' ? undefined : `its event ${event.type} has no text`;
    case 'tool-call':
      if (typeof event.name !== 'string' || event.name === '') return 'it called a tool without a name';
      if (typeof event.id !== 'string') return 'it called a tool without an id that is text';
      return isJson(event.input) ? undefined : 'it called a tool with what JSON cannot tell';
    default:
      return undefined;
  }
}

function isJson(value: unknown): boolean {
  try {
    JSON.stringify(value);
    return true;
  } catch {
    return false;
  }
}
