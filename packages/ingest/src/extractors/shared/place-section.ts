import type { Locator, Section } from '@cubo/contracts';

/** Where {@link placeSection} puts a section. */
export interface SectionPlace {
  /** Offset at which the document of the section begins in the one around it. */
  readonly start: number;
  /** Name of the member that the section lies in; it leads its `locator.member` and its heading. */
  readonly member?: string | undefined;
  /** Headings above those of the section. */
  readonly heading?: readonly string[] | undefined;
  /** What every chunk repeats, before what the section itself says. */
  readonly context?: string | undefined;
}

/** A section of one document as a section of the document around it. */
export function placeSection(section: Section, { start, member, heading = [], context }: SectionPlace): Section {
  const inner = section.locator;
  const locator: Locator = { ...inner, start: start + inner.start, end: start + inner.end };
  const above = member === undefined ? heading : [member, ...heading];
  const contexts = [context, section.context].filter((text) => text !== undefined && text !== '');
  return {
    ...section,
    locator: member === undefined ? locator : { ...locator, member: [member, ...(inner.member ?? [])] },
    ...(above.length > 0 && { heading: [...above, ...(section.heading ?? [])] }),
    ...(contexts.length > 0 && { context: contexts.join('\n') }),
  };
}
