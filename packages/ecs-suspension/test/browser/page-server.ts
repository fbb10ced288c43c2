import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { createTimeService } from '../../../../tools/time-service.mjs';

/** Serves the page under test, another page to go to, and a time service. */
export async function servePage(): Promise<{
  readonly url: string;
  readonly other: string;
  /** The same page, but of another site. */
  readonly otherSite: string;
  readonly time: ReturnType<typeof createTimeService>;
  close(): Promise<void>;
}> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('page/main.ts', import.meta.url))],
    bundle: true,
    format: 'esm',
    target: 'es2022',
    write: false,
  });
  const html = await readFile(new URL('page/index.html', import.meta.url), 'utf8');
  const time = createTimeService();
  const server = createServer((req, res) => {
    if (req.url?.startsWith('/time')) {
      time.answer(req, res);
      return;
    }
    const script = req.url === '/main.js';
    res.writeHead(200, { 'content-type': script ? 'text/javascript' : 'text/html', 'cache-control': 'no-cache' });
    res.end(
      script ? outputFiles[0]?.contents : req.url === '/other' ? '<!doctype html><title>Elsewhere</title>' : html,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://localhost:${(server.address() as AddressInfo).port}/`;
  return {
    url,
    other: `${url}other`,
    otherSite: `${url.replace('localhost', '127.0.0.1')}other`,
    time,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
