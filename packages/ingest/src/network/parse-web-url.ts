import { CuboError } from '@cubo/contracts';

/** A longer URL is none that a person would import. */
const longestUrl = 8192;
/** The ports of web pages; behind others of a public address lie other services. */
const ports = new Set(['', '80', '443']);
/** Names that lead to this machine or to a private network, by RFC 6761, RFC 6762, RFC 8375 and ICANN's `.internal`. */
const privateNames = /(?:^|\.)(?:localhost|local|internal|intranet|lan|home|corp|onion|home\.arpa)$/;

/**
 * Reads the URL of a web page, without its fragment.
 *
 * @throws CuboError `CUBO_BAD_ARGUMENT` for what is no URL, `CUBO_NETWORK_REFUSED` for one that is not http or https, has
 * a user name or password, another port than 80 or 443, or a name that only a private network knows
 */
export function parseWebUrl(given: string | URL): URL {
  const text = given instanceof URL ? given.href : given;
  const shown = JSON.stringify(typeof text === 'string' ? text.slice(0, 200) : text);
  if (typeof text !== 'string' || text.length > longestUrl || !URL.canParse(text)) {
    throw new CuboError({
      code: 'CUBO_BAD_ARGUMENT',
      message: `${shown} is not the URL of a web page.`,
      remedy: 'Pass the whole URL, beginning with https://.',
    });
  }
  const url = new URL(text);
  url.hash = '';
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw refused(url, 'only http and https are allowed');
  if (url.username !== '' || url.password !== '') throw refused(url, 'it holds a user name or a password');
  if (!ports.has(url.port)) throw refused(url, `port ${url.port} is not one of web pages (80, 443)`);
  const name = url.hostname.replace(/\.$/, '');
  const isAddress = /^\[|^[\d.]+$/.test(name);
  if (!isAddress && (!name.includes('.') || privateNames.test(name))) {
    throw refused(url, `${url.hostname} is a name of this machine or of a private network`);
  }
  return url;
}

const publicOnly = 'Only pages of the public web can be imported; save any other one as a file and ingest that.';

/** The port that a URL leads to. */
export function portOf(url: URL): number {
  return Number(url.port || (url.protocol === 'https:' ? 443 : 80));
}

/** The error for an address that may not be contacted. A password is never repeated. */
export function refused(url: URL, reason: string, remedy: string = publicOnly): CuboError {
  const shown = new URL(url);
  shown.username = '';
  shown.password = '';
  return new CuboError({
    code: 'CUBO_NETWORK_REFUSED',
    message: `${shown.href} was not contacted: ${reason}.`,
    remedy,
    path: shown.href,
  });
}
