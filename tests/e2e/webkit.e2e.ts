// The main job in WebKitGTK, which has no private files and keeps the page before in its page cache.
import { expect, serverUrl, test } from './support/fixtures.ts'
import { complete, ownRelease, prepared } from './support/server.ts'
import { driveWebKit } from './support/webDriver.ts'

test.skip(process.env.TEST_ALL !== '1', 'long')
test.setTimeout(180_000)

/** Presses the first button whose name fits, as soon as there is one. */
const PRESS = `const fits = new RegExp(arguments[0])
  const button = [...document.querySelectorAll('button')].find((one) => fits.test(one.getAttribute('aria-label') ?? one.textContent))
  button?.click()
  return button !== undefined`

test('the main job in WebKit: from the sign-in over two pages to a checked MP3', async () => {
  const webkit = test.info().config.metadata.webkit as { driver: string; screen: string } | null
  test.skip(webkit === null, 'WebKitGTK is not there')
  if (!webkit) return
  const release = await ownRelease(29, ({ songs }) => complete(songs) && songs.length >= 2 && songs.length <= 9)
  const [song] = release.songs
  if (!song) throw new Error('unreachable')
  await prepared(song, 'mp3')
  const page = await driveWebKit(webkit)
  const until = (body: string, ...args: unknown[]) =>
    expect.poll(() => page.run(body, ...args), { timeout: 60_000 }).toBe(true)
  try {
    await page.goto(`${serverUrl()}/`)
    await until("return document.querySelector('input[type=password]') !== null")
    await page.type('form input:not([type=password]):not([type=checkbox])', 'verified@demo.test')
    await page.type('input[type=password]', 'Demo#2026\uE007')
    await until("return document.querySelector('[data-release-id]') !== null")
    // A load: the gallery lies in the page cache, where it must hold up nothing.
    await page.goto(`${serverUrl()}/releases/releaseInfo/${release.releaseid}`)
    await until("return document.querySelector('[data-track-id]') !== null")
    await until(PRESS, `^Download ${song.title.replace(/[^\w ]/g, '.')} as MP3$`)
    await until(PRESS, '^Downloads')
    await until("return document.querySelector('[data-status=finished]') !== null")
  } finally {
    await page.stop()
  }
})
