/** Whether bytes begin with the header of a part of a message (MIME, RFC 2045), as what S/MIME signs does. */
export function isMimeEntity(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.subarray(0, 4096)).toString('latin1');
  const lines = (start.split(/\r?\n\r?\n/, 1)[0] ?? '').split(/\r?\n/);
  return lines.some((line) => /^content-type:/i.test(line)) && lines.every((line) => /^(?:[\w-]+:|[ \t])/.test(line));
}
