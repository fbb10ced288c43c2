import { describe, expect, it } from 'vitest';
import { inChromium } from './in-chromium.js';

const at = inChromium();

async function listening() {
  const page = await at.open();
  await page.evaluate(() => window.kit.listen());
  return page;
}

const signals = (page: Awaited<ReturnType<typeof at.open>>): Promise<string[]> =>
  page.evaluate(() => (localStorage.getItem('signals') ?? '').trim().split(' '));

describe('browserHost in Chromium', () => {
  it('tells of another tab in front, and of coming back', async () => {
    const page = await listening();
    const other = await at.chromium.hide(page);
    expect(await signals(page)).toEqual(['background']);
    await at.chromium.show(page);
    await expect.poll(() => signals(page)).toEqual(['background', 'foreground']);
    await other.close();
  });

  it('tells once of a page that is closed while it is seen', async () => {
    const page = await listening();
    await page.close();
    expect(await signals(await at.open())).toEqual(['close']);
  });

  it('tells of a page that is closed while it is hidden', async () => {
    const page = await listening();
    await at.chromium.hide(page);
    await page.close();
    expect(await signals(await at.open())).toEqual(['background', 'close']);
  });

  it('tells of a page that goes into the back-forward cache and comes out of it', async () => {
    const page = await listening();
    await page.goto(at.served.other);
    expect(await signals(page)).toEqual(['close']);
    await page.goBack({ waitUntil: 'commit' });
    await expect.poll(() => signals(page)).toEqual(['close', 'reopen']);
    expect(await page.evaluate(() => 'kit' in window)).toBe(true);
  });

  it('tells nothing new of a hidden page that is frozen, and foreground when it is seen again', async () => {
    const page = await listening();
    await at.chromium.hide(page);
    await at.chromium.freeze(page);
    await at.chromium.resume(page);
    expect(await signals(page)).toEqual(['background']);
    await at.chromium.freeze(page);
    await at.chromium.show(page);
    await expect.poll(() => signals(page)).toEqual(['background', 'foreground']);
  });

  it('tells of the background at once on a page that was opened hidden', async () => {
    const front = await at.open();
    const session = await at.chromium.browser.newBrowserCDPSession();
    const opened = at.chromium.context.waitForEvent('page');
    await session.send('Target.createTarget', { url: at.served.url, background: true });
    const page = await opened;
    await page.waitForFunction(() => 'kit' in window, undefined, { polling: 50 });
    await page.evaluate(() => window.kit.listen());
    expect(await signals(page)).toEqual(['background']);
    await at.chromium.show(page);
    await expect.poll(() => signals(page)).toEqual(['background', 'foreground']);
    await front.close();
  });

  it('tells of a reload as a close', async () => {
    const page = await listening();
    await page.reload();
    expect(await signals(page)).toEqual(['close']);
  });
});
