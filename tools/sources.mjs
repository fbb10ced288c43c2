// Runs the workspace's TypeScript sources from a tool, packages by their sources.
// @ts-check
import { fileURLToPath } from 'node:url';
import { createServer, defaultServerConditions } from 'vite';

export async function openSources() {
  const server = await createServer({
    configFile: false,
    root: fileURLToPath(new URL('..', import.meta.url)),
    logLevel: 'error',
    appType: 'custom',
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
    ssr: { resolve: { conditions: ['source', ...defaultServerConditions] }, noExternal: ['ecs-suspension'] },
  });
  return {
    /** @param {string} path */
    load: (path) => server.ssrLoadModule(path),
    close: () => server.close(),
  };
}
