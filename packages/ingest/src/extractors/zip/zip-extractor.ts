import { CuboError, type Extractor, type Section, type Source } from '@cubo/contracts';
import { openZip } from '../../zip/open-zip.ts';
import type { ZipArchive, ZipEntry } from '../../zip/zip-archive.ts';
import { emptySource } from '../shared/empty-source.ts';
import { createMemberSections } from '../shared/member-sections.ts';

/** What operating systems leave in archives beside the files that were packed. */
const leftovers = /(?:^|\/)(?:__MACOSX\/|\.DS_Store$|Thumbs\.db$|desktop\.ini$|\._[^/]*$)/i;

/**
 * Reads ZIP archives: each member with the extractor that reads it, in the order of the directory, archives in archives
 * too. Members are unpacked while they are read, never to disk. What cannot be read of them, encrypted members among
 * it, is reported by its name; files that operating systems leave behind (`__MACOSX`, `.DS_Store`) are passed over.
 */
export function zipExtractor(): Extractor {
  return {
    id: 'zip@1',
    mediaTypes: ['application/zip', 'application/x-zip-compressed'],
    extensions: ['.zip'],
    async *extract(source, context): AsyncGenerator<Section> {
      const archive = await openZip(source, context);
      try {
        const files = archive.entries.filter(({ isDirectory, name }) => !isDirectory && !leftovers.test(name));
        if (files.length === 0) throw emptySource(source.uri);
        if (files.every(({ isEncrypted }) => isEncrypted)) throw encrypted(source.uri);
        const members = createMemberSections(context);
        for (const entry of files) {
          context.signal?.throwIfAborted();
          yield* members.read(zipMember(source, archive, entry));
        }
      } finally {
        archive.close();
      }
    },
  };
}

/** Members of up to so many bytes are kept while they are read: to tell their format and encoding, they are opened thrice. */
const smallMember = 256 * 1024;

/** A member of an archive as a source that unpacks it whenever it is opened, a small one once. */
export function zipMember(container: Source, archive: ZipArchive, entry: ZipEntry): Source {
  let kept: Uint8Array | undefined;
  return {
    uri: `${container.uri}!/${entry.name}`,
    name: entry.name,
    size: entry.size,
    modifiedAt: entry.modifiedAt,
    async *open({ signal } = {}) {
      if (entry.size > smallMember) return yield* archive.stream(entry, { signal });
      kept ??= await archive.read(entry, { signal, maximumBytes: smallMember });
      if (kept.byteLength > 0) yield kept;
    },
  };
}

function encrypted(uri: string): CuboError {
  return new CuboError({
    code: 'CUBO_SOURCE_ENCRYPTED',
    message: `All files in ${uri} are protected by a password.`,
    remedy: 'Unpack the archive with its password and add the files, or pack them again without one.',
    path: uri,
  });
}
