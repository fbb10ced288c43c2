// A Chromium as people have it, for tests of page life: Playwright's own launch keeps every page visible, turns off the
// back-forward cache and throttling, and closes contexts without running a handler.
// @ts-check
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chromium } from 'playwright-core';
import { findBrowser, launchOptions } from './browser.mjs';

/**
 * @typedef {object} RealBrowser
 * @property {import('playwright-core').Browser} browser
 * @property {import('playwright-core').BrowserContext} context
 * @property {import('playwright-core').Page} page The first tab.
 * @property {number} pid Leader of the process group.
 * @property {(page: import('playwright-core').Page) => Promise<import('playwright-core').Page>} hide
 *   Puts another tab in front, and gives it: close it, or show the first one again.
 * @property {(page: import('playwright-core').Page) => Promise<void>} show
 * @property {(page: import('playwright-core').Page) => Promise<void>} freeze Hide it first: a visible page does not freeze.
 * @property {(page: import('playwright-core').Page) => Promise<void>} resume
 * @property {() => Promise<void>} quit As the application's own quit does.
 * @property {() => Promise<void>} kill The whole process group at once, as a crash or a lost battery does.
 */

/**
 * Starts Chromium on a profile; give the same directory again for the next process on the same data.
 *
 * @param {string} profile Directory of the profile.
 * @param {{ args?: readonly string[], env?: Record<string, string>, executablePath?: string }} [options]
 * @returns {Promise<RealBrowser>}
 */
export async function launchReal(profile, options = {}) {
  const path = options.executablePath ?? (await findBrowser());
  if (!path) throw new Error('No browser. Run node tools/browser.mjs --ensure, or set CHROME_PATH to one.');
  const launch = launchOptions(path);
  const flags = [...launch.args, '--headless=new', '--remote-debugging-port=0', `--user-data-dir=${profile}`];
  const child = spawn(path, [...flags, ...(options.args ?? []), 'about:blank'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
    env: { ...process.env, ...launch.env, ...options.env },
  });
  const pid = child.pid ?? 0;
  const exited = once(child, 'exit');
  const killGroup = () => {
    try {
      process.kill(-pid, 'SIGKILL');
    } catch {
      // It is gone already.
    }
  };
  // A test run that ends early must not leave a browser behind.
  process.once('exit', killGroup);
  void exited.then(() => process.off('exit', killGroup));

  const endpoint = await new Promise((resolve, reject) => {
    let said = '';
    const timer = setTimeout(() => {
      killGroup();
      reject(new Error(`Chromium did not start in 30 s: ${said}`));
    }, 30_000);
    child.stderr.on('data', (data) => {
      said += data;
      const match = /DevTools listening on (ws:\S+)/.exec(said);
      if (!match) return;
      clearTimeout(timer);
      resolve(match[1]);
    });
    void exited.then(([code]) => {
      clearTimeout(timer);
      reject(new Error(`Chromium ended with ${code}: ${said}`));
    });
  });
  const browser = await chromium.connectOverCDP(endpoint, { noDefaults: true });
  const [context] = browser.contexts();
  const page = context?.pages()[0] ?? (await context?.newPage());
  if (!context || !page) throw new Error('Chromium came up without a page');

  /** @param {import('playwright-core').Page} which @param {'frozen' | 'active'} state */
  const setLifecycle = async (which, state) => {
    const session = await context.newCDPSession(which);
    await session.send('Page.setWebLifecycleState', { state });
    await session.detach();
  };

  return {
    browser,
    context,
    page,
    pid,
    async hide() {
      return await context.newPage();
    },
    show: (which) => which.bringToFront(),
    freeze: (which) => setLifecycle(which, 'frozen'),
    resume: (which) => setLifecycle(which, 'active'),
    async quit() {
      const session = await browser.newBrowserCDPSession();
      session.send('Browser.close').catch(() => {});
      await exited;
      killGroup();
    },
    async kill() {
      killGroup();
      await exited;
      await browser.close().catch(() => {});
    },
  };
}
