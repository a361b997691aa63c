import { type BerElement, createBerReader } from './ber-reader.ts';

/** What a CMS structure turned out to be. */
export type CmsContent =
  | { readonly kind: 'signed'; readonly content: Uint8Array }
  /** A signature, or certificates, without what was signed. */
  | { readonly kind: 'detached' }
  | { readonly kind: 'encrypted' }
  | { readonly kind: 'other'; readonly type: string };

const [sequence, objectIdentifier, octetString, explicit] = [0x30, 0x06, 0x04, 0xa0];
/** Types of content (RFC 5652, RFC 5083), in the bytes of their identifiers. */
const types: Readonly<Record<string, CmsContent['kind'] | 'data'>> = {
  '2a864886f70d010701': 'data',
  '2a864886f70d010702': 'signed',
  '2a864886f70d010703': 'encrypted',
  '2a864886f70d010704': 'encrypted',
  '2a864886f70d010706': 'encrypted',
  '2a864886f70d0109100117': 'encrypted',
};

/**
 * Reads what was signed out of a CMS structure (RFC 5652, PKCS #7), in DER, BER or the Base64 of either. The signature is
 * not verified.
 *
 * @throws Error when it is no CMS structure, damaged or cut off
 */
export function readCms(given: Uint8Array): CmsContent {
  const bytes = fromBase64(given);
  const reader = createBerReader(bytes);
  const outer = reader.element(0);
  if (outer.tag !== sequence) throw new Error('it is no CMS structure');
  const [typeElement, wrapped] = take(reader.children(outer), 2);
  if (typeElement?.tag !== objectIdentifier) throw new Error('it is no CMS structure');
  const type = Buffer.from(reader.contents(typeElement)).toString('hex');
  const kind = types[type];
  if (kind === 'encrypted') return { kind };
  if (kind !== 'signed') return { kind: 'other', type };
  if (wrapped?.tag !== explicit) throw new Error('it is damaged');
  const [signed] = take(reader.children(wrapped), 1);
  if (signed?.tag !== sequence) throw new Error('it is damaged');
  // The version and the algorithms come before the content.
  const [, , encapsulated] = take(reader.children(signed), 3);
  if (encapsulated?.tag !== sequence) throw new Error('it is damaged');
  const [, content] = take(reader.children(encapsulated), 2);
  if (content === undefined) return { kind: 'detached' };
  const [octets] = content.tag === explicit ? take(reader.children(content), 1) : [];
  if (octets === undefined || (octets.tag & ~0x20) !== octetString) return { kind: 'other', type };
  return { kind: 'signed', content: reader.octets(octets) };
}

/** The first elements of a sequence; the others are not looked at. */
function take(elements: Iterable<BerElement>, count: number): BerElement[] {
  const taken: BerElement[] = [];
  for (const element of elements) if (taken.push(element) === count) break;
  return taken;
}

function fromBase64(bytes: Uint8Array): Uint8Array {
  if (bytes[0] === sequence) return bytes;
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const start = /^\s*(?:-----BEGIN [A-Z0-9 #]+-----\s+)?(?=MI)/.exec(text)?.[0].length;
  return start === undefined ? bytes : Buffer.from(text.slice(start).split('-----', 1)[0] ?? '', 'base64');
}
