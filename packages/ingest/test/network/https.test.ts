import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as tls from 'node:tls';
import { describe, expect, test } from 'vitest';
import { fetch, page, textOf } from './fetch.ts';
import { serve, testNetwork } from './site.ts';

const certificate = hasOpenssl() ? selfSigned('site.example') : undefined;

describe.skipIf(certificate === undefined)('https', () => {
  test('a certificate that nobody vouches for is refused', async () => {
    const port = await serve((_, response) => response.end(page), certificate);
    await expect(fetch('https://site.example/', testNetwork(port))).rejects.toMatchObject({
      code: 'CUBO_NETWORK_FAILED',
      message: expect.stringContaining('SELF_SIGNED'),
    });
  });

  test.skipIf(!('setDefaultCACertificates' in tls))('the name is that of certificate and header', async () => {
    const asked: unknown[] = [];
    const port = await serve(({ headers, socket }, response) => {
      asked.push([headers.host, (socket as tls.TLSSocket & { servername?: string }).servername]);
      response.writeHead(200, { 'content-type': 'text/html' }).end(page);
    }, certificate);
    trust(certificate?.cert);
    expect(await textOf('https://site.example/', testNetwork(port))).toBe(page);
    expect(asked).toEqual([['site.example', 'site.example']]);
    // The certificate is of another name.
    await expect(fetch('https://other.example/', testNetwork(port))).rejects.toMatchObject({
      code: 'CUBO_NETWORK_FAILED',
      message: expect.stringContaining('ALTNAME'),
    });
  });

  test.skipIf(!('setDefaultCACertificates' in tls))('a redirect to http is refused', async () => {
    const location = 'http://site.example/';
    const port = await serve((_, response) => response.writeHead(301, { location }).end(), certificate);
    trust(certificate?.cert);
    const network = testNetwork(port);
    await expect(fetch('https://site.example/', network)).rejects.toMatchObject({
      code: 'CUBO_NETWORK_REFUSED',
      message: expect.stringContaining('unprotected'),
    });
    expect(network.connections()).toBe(1);
  });
});

/** Newer versions of Node.js can be told what to trust. */
function trust(certificate: string | undefined): void {
  const { setDefaultCACertificates } = tls as { setDefaultCACertificates?: (certificates: string[]) => void };
  setDefaultCACertificates?.([...tls.rootCertificates, certificate ?? '']);
}

function hasOpenssl(): boolean {
  try {
    execFileSync('openssl', ['version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

function selfSigned(name: string): { key: string; cert: string } {
  const folder = mkdtempSync(join(tmpdir(), 'cubo-certificate-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const subject = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`];
  const request = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  execFileSync('openssl', [...request, ...subject, '-keyout', key, '-out', cert], { stdio: 'ignore' });
  const pair = { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
  rmSync(folder, { recursive: true });
  return pair;
}
