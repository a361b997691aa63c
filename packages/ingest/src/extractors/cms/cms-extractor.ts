import { CuboError, type Extractor, type Section } from '@cubo/contracts';
import { heldSource } from '../../sources/held-source.ts';
import { readSource } from '../../sources/read-source.ts';
import { isMimeEntity } from '../eml/is-mime-entity.ts';
import { largestMessage } from '../eml/parse-eml.ts';
import { emptySource } from '../shared/empty-source.ts';
import { createMemberSections } from '../shared/member-sections.ts';
import { type CmsContent, readCms } from './read-cms.ts';

/**
 * Reads signed files (CMS of RFC 5652: `contract.pdf.p7m`, `smime.p7m`): the document or message that was signed, with the
 * extractor that reads it. The signature is not verified. A file may have half of `maximumBytes`.
 */
export function cmsExtractor(): Extractor {
  return {
    id: 'cms@1',
    mediaTypes: ['application/pkcs7-mime', 'application/x-pkcs7-mime', 'application/cms'],
    extensions: ['.p7m'],
    async *extract(source, context): AsyncGenerator<Section> {
      const { signal } = context;
      const bytes = await readSource(source, { maximumBytes: largestMessage(context), signal });
      const { uri } = source;
      let read: CmsContent;
      try {
        read = readCms(bytes);
      } catch (cause) {
        throw invalid(uri, `it cannot be read: ${(cause as Error).message}`, cause);
      }
      if (read.kind === 'encrypted') throw encrypted(uri);
      if (read.kind === 'detached')
        throw emptySource(uri, 'It holds a signature only; what it signs is another file, which is to be added.');
      if (read.kind === 'other') throw invalid(uri, 'it holds neither a signed document nor a signed message');
      const { content } = read;
      const name = source.name.replace(/\.p7m$/i, '') || source.name;
      const members = createMemberSections(context);
      yield* members.read(
        heldSource(
          {
            uri: `${uri}!/${name}`,
            name,
            mediaType: isMimeEntity(content) ? 'message/rfc822' : undefined,
          },
          content,
        ),
      );
    },
  };
}

function encrypted(uri: string): CuboError {
  return new CuboError({
    code: 'CUBO_SOURCE_ENCRYPTED',
    message: `${uri} is encrypted for its recipient (S/MIME).`,
    remedy: 'Save it decrypted and add it again.',
    path: uri,
  });
}

function invalid(uri: string, reason: string, cause?: unknown): CuboError {
  return new CuboError({
    code: 'CUBO_FORMAT_INVALID',
    message: `${uri} is no readable signed file (CMS): ${reason}.`,
    remedy: 'Save the document without its signature and add it again.',
    path: uri,
    cause,
  });
}
