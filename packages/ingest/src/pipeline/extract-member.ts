import { CuboError, type ExtractContext, type Section, type Source, type UnreadPlace } from '@cubo/contracts';
import type { ExtractorRegistry } from '../extractors/registry.ts';
import { placeSection } from '../extractors/shared/place-section.ts';
import { shortenName } from '../extractors/shared/shorten-name.ts';
import { hashSource } from '../sources/hash-source.ts';
import { readSourceHead } from '../sources/read-source.ts';
import { boundedReport } from './bounded-report.ts';
import { countMemberBytes } from './member-bytes.ts';
import { readSections } from './read-sections.ts';
import { toSourceProblem } from './source-problem.ts';

/** How much may lie within one source, all its members and theirs together. */
export interface MemberLimits {
  /** Containers inside each other. Default 5. */
  readonly depth: number;
  /** Members. Default 10 000. */
  readonly members: number;
  /** Bytes that the members unpack to. Default 2 GiB. */
  readonly bytes: number;
}

const defaults: MemberLimits = { depth: 5, members: 10_000, bytes: 2 * 1024 ** 3 };

/** Unread places within members that are listed one by one. */
const mostListed = 100;

/** What {@link createMemberExtraction} works with. */
export interface MemberExtractionOptions {
  readonly registry: ExtractorRegistry;
  readonly limits?: Partial<MemberLimits> | undefined;
  /** The context of the outermost source, without `extractMember`. */
  readonly context: ExtractContext;
  /** Where the places of the outermost source that stay unread are listed. */
  readonly unread: UnreadPlace[];
  /** Hash of the outermost source. */
  readonly sha256?: string | undefined;
}

type ExtractMember = NonNullable<ExtractContext['extractMember']>;

/** A container that is being read. */
interface Container {
  readonly depth: number;
  /** Hashes of the container and of those around it, as far as they are known. */
  readonly hashes: ReadonlySet<string>;
  readonly report: (place: UnreadPlace) => void;
}

/**
 * Opens the documents that lie within a source, and within those, each with the extractor that reads it. All of them
 * share one account of how many there are and what they unpack to. A member that cannot be read, or may not be because
 * a limit is reached, is reported as unread; nothing is thrown but an abort.
 */
export function createMemberExtraction(options: MemberExtractionOptions): ExtractMember {
  const { registry, context } = options;
  const { signal } = context;
  const limits = { ...defaults, ...options.limits };
  const counted = countMemberBytes(limits.bytes);
  let members = 0;

  async function* extractIn(container: Container, given: Source, start: number): AsyncGenerator<Section> {
    const name = shortenName(given.name);
    const member = counted(given);
    members++;
    try {
      if (container.depth >= limits.depth) throw tooMuch(member, `lies in more than ${limits.depth} containers`);
      if (members > limits.members) throw tooMuch(member, `is one of more than ${limits.members} members`);
      const extractor = registry.find(member, await readSourceHead(member, { signal }));
      const nested = contextOf(member, container);
      for await (const section of readSections(extractor, member, nested))
        yield placeSection(section, { start, member: name });
    } catch (error) {
      signal?.throwIfAborted();
      const { message, code } = toSourceProblem(error, member.uri).error;
      container.report({ place: name, reason: message, code });
    }
  }

  function contextOf(member: Source, { depth, hashes, report }: Container): ExtractContext {
    const name = shortenName(member.name);
    const unread = (place: UnreadPlace) => report({ ...place, place: `${name}: ${place.place}` });
    let container: Promise<Container | undefined> | undefined;
    /** Hashes a member only once it turns out to be a container. */
    async function enter(): Promise<Container | undefined> {
      const { sha256 } = await hashSource(member, { signal });
      if (!hashes.has(sha256)) return { depth: depth + 1, hashes: new Set(hashes).add(sha256), report: unread };
      const { message, code } = tooMuch(member, 'is the archive that it lies in once more');
      report({ place: name, reason: message, code });
      return undefined;
    }
    return {
      ...context,
      unread,
      describe: () => {},
      async *extractMember(inner, { start }) {
        container ??= enter();
        const entered = await container;
        if (entered) yield* extractIn(entered, inner, start);
      },
    };
  }

  const outermost: Container = {
    depth: 0,
    hashes: new Set(options.sha256 === undefined ? [] : [options.sha256]),
    report: boundedReport(options.unread, mostListed),
  };
  return (member, { start }) => extractIn(outermost, member, start);
}

function tooMuch(member: Source, what: string): CuboError {
  return new CuboError({
    code: 'CUBO_LIMIT_EXCEEDED',
    message: `${member.uri} ${what}.`,
    remedy: 'Unpack the archive and add the files that are needed.',
    path: member.uri,
  });
}
