import type { ExtractContext, Section, Source } from '@cubo/contracts';

/** Reads documents within a document one after the other, and says where the next one begins. */
export interface MemberSections {
  /** Sections of the next member, reported as unread where containers are not opened. */
  read(member: Source): AsyncGenerator<Section>;
  /** Hands on a section of the container's own, which begins where the last one ended or later. */
  own(section: Section): Section;
  /** Offset at which whatever comes next begins. */
  readonly next: number;
  /** Whether nothing was there so far. */
  readonly isEmpty: boolean;
}

/** Begins at the start of a document. */
export function createMemberSections(context: ExtractContext): MemberSections {
  let next = 0;
  let isEmpty = true;
  function own(section: Section): Section {
    // A blank line divides what lies in different places.
    next = section.locator.end + 2;
    isEmpty = false;
    return section;
  }
  return {
    async *read(member) {
      if (context.extractMember === undefined) {
        const reason = 'Documents within this document are not opened here; add them by themselves.';
        context.unread({ place: member.name, reason, code: 'CUBO_FORMAT_UNSUPPORTED' });
        return;
      }
      for await (const section of context.extractMember(member, { start: next })) yield own(section);
    },
    own,
    get next() {
      return next;
    },
    get isEmpty() {
      return isEmpty;
    },
  };
}
