/** Playback as the browser really does it: no gap, one page at a time, the system's keys, and back after a reload. */
import type { BrowserContext, Page } from '@playwright/test'
import { ReleaseDetail } from '#core/model/catalogue/release.ts'
import { clock } from '#core/model/text/formats.ts'
import { openMp3Encoder } from '#server/media/codecs/mp3.ts'
import { isSounding, playRelease, seekTo, sounds, volumeHeard, watchAudio } from './support/audio.ts'
import { expect, test } from './support/fixtures.ts'
import { elapsed, giveSession, openDetail, player, signIn, signOut } from './support/product.ts'
import { complete, findRelease, prepared } from './support/server.ts'

const album = (from: number) => findRelease(from, ({ songs }) => songs.length >= 3 && complete(songs))

/** A tone from the first sample to the last, as the server encodes music. @param hertz of the tone */
async function tone(hertz: number, seconds: number): Promise<Buffer> {
  const rate = 44_100
  const frames = seconds * rate
  const encoder = await openMp3Encoder(rate, frames)
  const samples = Float32Array.from({ length: frames }, (_, i) => 0.4 * Math.sin((2 * Math.PI * hertz * i) / rate))
  return Buffer.concat([Buffer.from(encoder.encode(samples, samples)), Buffer.from(encoder.finish())])
}

/** The first songs of a release are these tones. */
async function serveTones(context: BrowserContext, release: ReleaseDetail, seconds: number): Promise<void> {
  const [one, two] = await Promise.all([tone(440, seconds), tone(880, seconds)])
  const ids = release.songs.map(({ trackid }) => trackid)
  await context.route(`**/api/releases/${release.releaseid}`, async (route) => {
    const response = await route.fetch()
    const detail = ReleaseDetail.parse(await response.json())
    const songs = detail.songs.slice(0, 2).map((song) => ({ ...song, duration: seconds }))
    await route.fulfill({ response, json: { ...detail, songs } })
  })
  await context.route('**/stream.mp3**', async (route) => {
    const body = route
      .request()
      .url()
      .includes(ids[0] ?? '?')
      ? one
      : two
    const [, from = '0', to = ''] = /bytes=(\d+)-(\d*)/.exec(route.request().headers().range ?? '') ?? []
    const end = to === '' ? body.length - 1 : Number(to)
    await route.fulfill({
      status: 206,
      headers: { 'Accept-Ranges': 'bytes', 'Content-Range': `bytes ${from}-${end}/${body.length}` },
      contentType: 'audio/mpeg',
      body: body.subarray(Number(from), end + 1),
    })
  })
}

/** Records what the page's elements give out, from now on. */
async function record(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const source = `registerProcessor('ear', class extends AudioWorkletProcessor {
      process(inputs) {
        const [channel] = inputs[0]
        this.port.postMessage(channel ? channel.slice() : new Float32Array(128))
        return true
      }
    })`
    const context = new AudioContext({ sampleRate: 44_100 })
    const address = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }))
    await context.audioWorklet.addModule(address)
    const ear = new AudioWorkletNode(context, 'ear')
    const pieces: Float32Array[] = []
    ear.port.onmessage = ({ data }) => pieces.push(data)
    for (const element of window.heardAudio.elements) context.createMediaElementSource(element).connect(ear)
    ear.connect(context.destination)
    await context.resume()
    Object.assign(window, { recorded: pieces })
  })
}

/**
 * The longest silence within half a second of where one song of so many seconds gives way to the next, how long
 * two sounded at once, and the whole from the first sound to the last, in ms. Elsewhere a busy machine may stutter.
 */
async function heard(page: Page, seconds: number): Promise<{ silence: number; both: number; whole: number }> {
  return page.evaluate((length) => {
    const pieces = (window as unknown as { recorded: Float32Array[] }).recorded
    const samples = pieces.flatMap((piece) => [...piece])
    // Loudness over 2 ms: longer than half a period of the lower tone.
    const step = 88
    const levels: number[] = []
    for (let at = 0; at + step <= samples.length; at += step) {
      let energy = 0
      for (let i = at; i < at + step; i++) energy += (samples[i] ?? 0) ** 2
      levels.push(Math.sqrt(energy / step))
    }
    const loudest = levels.toSorted((a, b) => a - b)[Math.floor(levels.length / 2)] ?? 0
    const isSound = (level: number) => level > loudest * 0.25
    const first = levels.findIndex(isSound)
    const last = levels.findLastIndex(isSound)
    let [silence, run, both] = [0, 0, 0]
    const [middle, near] = [first + (length * 44_100) / step, 22_050 / step]
    for (let i = Math.ceil(middle - near); i <= middle + near; i++) {
      run = isSound(levels[i] ?? 0) ? 0 : run + 1
      silence = Math.max(silence, run)
      if ((levels[i] ?? 0) > loudest * 1.15) both++
    }
    const ms = (step / 44_100) * 1000
    return { silence: silence * ms, both: both * ms, whole: (last - first) * ms }
  }, seconds)
}

test.describe('the song that follows', () => {
  test('begins with less than 50 ms of silence after the one before, as it is heard', { tag: '@long' }, async ({
    browser,
    watch,
  }) => {
    // The recorder is a script of the test's own, which the page's policy would refuse.
    const context = await browser.newContext({ bypassCSP: true })
    await watch.over(context)
    await watchAudio(context)
    const page = await context.newPage()
    const release = await album(0)
    const SECONDS = 5
    await serveTones(context, release, SECONDS)
    await giveSession(page)
    await openDetail(page, release)
    await record(page)
    await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click()
    await expect(player(page).getByRole('button', { name: 'Pause' })).toBeVisible()
    await expect(player(page).getByRole('button', { name: 'Play', exact: true })).toBeVisible({ timeout: 30_000 })
    const { silence, both, whole } = await heard(page, SECONDS)
    console.log(
      `silence ${silence.toFixed(1)} ms, both at once ${both.toFixed(1)} ms, of ${(whole / 1000).toFixed(2)} s`,
    )
    expect(whole).toBeGreaterThan(2 * SECONDS * 1000 - 300)
    expect(whole).toBeLessThan(2 * SECONDS * 1000 + 100)
    expect(silence).toBeLessThan(50)
    expect(both).toBeLessThan(100)
    await context.close()
  })

  test('has its token and its first bytes before it is wanted, and not the whole of it', { tag: '@long' }, async ({
    page,
    context,
  }) => {
    await watchAudio(context)
    const release = await album(0)
    const [first, second] = release.songs
    if (!first || !second) throw new Error('unreachable')
    await Promise.all([prepared(first, 'mp3'), prepared(second, 'mp3')])
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    context.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await giveSession(page)
    await playRelease(page, release)
    await sounds(page)
    await expect.poll(() => asked).toContain(`/api/audio/${second.trackid}/token`)
    await expect.poll(() => asked).toContain(`/api/audio/${second.trackid}/stream.mp3`)
    await page.waitForTimeout(2000)
    const spare = await page.evaluate(() => {
      const waits = window.heardAudio.elements.find((one) => one.paused && one.src !== '')
      return (
        waits && {
          preload: waits.preload,
          ready: waits.readyState,
          buffered: waits.buffered.length > 0 ? waits.buffered.end(0) : 0,
        }
      )
    })
    expect(spare).toMatchObject({ preload: 'metadata' })
    expect(spare?.ready).toBeGreaterThanOrEqual(1)
    expect(spare?.buffered).toBeLessThan(second.duration)
    const before = asked.filter((path) => path.endsWith('/token')).length
    await player(page).getByRole('button', { name: 'Next' }).click()
    await sounds(page)
    await expect(player(page)).toContainText(second.title)
    expect(asked.filter((path) => path === `/api/audio/${second.trackid}/token`)).toHaveLength(
      asked.filter((path) => path === `/api/audio/${first.trackid}/token`).length,
    )
    expect(before).toBeGreaterThan(0)
  })
})

test.describe('one player in several tabs', () => {
  test('playing in one tab pauses the other, to and fro', { tag: '@long' }, async ({ context, page }) => {
    await watchAudio(context)
    const release = await album(0)
    await giveSession(page)
    await playRelease(page, release)
    await sounds(page)
    const other = await context.newPage()
    await playRelease(other, await album(3))
    await sounds(other)
    await expect(player(page).getByRole('button', { name: 'Play', exact: true })).toBeVisible()
    expect(await isSounding(page)).toBe(false)
    expect(await isSounding(other)).toBe(true)
    await page.bringToFront()
    await player(page).getByRole('button', { name: 'Play', exact: true }).click()
    await expect(player(other).getByRole('button', { name: 'Play', exact: true })).toBeVisible()
    await expect.poll(() => isSounding(page)).toBe(true)
    expect(await isSounding(other)).toBe(false)
  })
})

test.describe('after a reload', () => {
  test('queue, song, position and volume are there, paused, and play goes on from there', { tag: '@long' }, async ({
    page,
    context,
  }) => {
    await watchAudio(context)
    const release = await album(6)
    if (release.songs[1]) await prepared(release.songs[1], 'mp3')
    await giveSession(page)
    await playRelease(page, release)
    await sounds(page)
    await player(page).getByRole('button', { name: 'Next' }).click()
    await expect(player(page)).toContainText(release.songs[1]?.title ?? '?')
    await sounds(page)
    await seekTo(page, 0.5)
    await expect.poll(() => elapsed(page)).toBeGreaterThan(20)
    await player(page).getByRole('slider', { name: 'Volume' }).fill('35')
    await page.waitForTimeout(1600)
    const at = await elapsed(page)
    await page.reload()
    await expect(player(page)).toContainText(release.songs[1]?.title ?? '?')
    await expect(player(page).getByRole('button', { name: 'Play', exact: true })).toBeVisible()
    await page.waitForTimeout(800)
    expect(await page.evaluate(() => window.heardAudio.elements.every((one) => one.paused))).toBe(true)
    expect(Math.abs((await elapsed(page)) - at)).toBeLessThanOrEqual(6)
    await expect(player(page).getByText(clock(release.songs[1]?.duration ?? 0), { exact: true })).toBeVisible()
    await expect(player(page).getByRole('slider', { name: 'Volume' })).toHaveValue('35')
    await player(page).getByRole('button', { name: 'Queue' }).click()
    await expect(page.getByRole('complementary', { name: 'Play queue' })).toContainText(
      `Track 2 of ${release.songs.length}`,
    )
    await player(page).getByRole('button', { name: 'Play', exact: true }).click()
    await sounds(page)
    expect(Math.abs((await elapsed(page)) - at)).toBeLessThanOrEqual(12)
    expect(await volumeHeard(page)).toBe(0.35)
    await player(page).getByRole('button', { name: 'Next' }).click()
    await expect(player(page)).toContainText(release.songs[2]?.title ?? '?')
  })

  test('D-036: who signs out takes the queue along', { tag: '@long' }, async ({ page }) => {
    await giveSession(page)
    await playRelease(page, await album(0))
    await expect(player(page).getByRole('button', { name: 'Pause' })).toBeVisible()
    await page.waitForTimeout(1500)
    await signOut(page)
    await signIn(page)
    await page.waitForTimeout(1000)
    await expect(player(page)).toBeHidden()
  })
})

test.describe('the keys of the system', () => {
  /** Keeps the handlers the page sets, and what it says of the position. */
  async function watchSystem(context: BrowserContext): Promise<void> {
    await context.addInitScript(() => {
      const { mediaSession } = navigator
      const handlers: Record<string, MediaSessionActionHandler | null> = {}
      const positions: (MediaPositionState | undefined)[] = []
      const set = mediaSession.setActionHandler.bind(mediaSession)
      const place = mediaSession.setPositionState.bind(mediaSession)
      mediaSession.setActionHandler = (action: MediaSessionAction, handler: MediaSessionActionHandler | null) => {
        handlers[action] = handler
        set(action, handler)
      }
      mediaSession.setPositionState = (state?: MediaPositionState) => {
        positions.push(state)
        place(state)
      }
      Object.assign(window, { system: { handlers, positions } })
    })
  }
  interface System {
    handlers: Record<string, MediaSessionActionHandler | null>
    positions: (MediaPositionState | undefined)[]
  }
  const press = (page: Page, action: MediaSessionAction, details: object = {}) =>
    page.evaluate(
      ([name, more]) => {
        const handler = (window as unknown as { system: System }).system.handlers[name]
        if (!handler) throw new Error(`${name} has no handler`)
        handler({ action: name, ...more })
      },
      [action, details] as const,
    )
  const shown = (page: Page) =>
    page.evaluate(() => {
      const { metadata, playbackState } = navigator.mediaSession
      const artwork = (metadata?.artwork ?? []).map(({ src, sizes, type }) => ({ src, sizes, type }))
      return { title: metadata?.title, artist: metadata?.artist, album: metadata?.album, artwork, playbackState }
    })
  const lastPosition = (page: Page) =>
    page.evaluate(() => (window as unknown as { system: System }).system.positions.at(-1))

  test.beforeEach(async ({ page, context }) => {
    await watchAudio(context)
    await watchSystem(context)
    await giveSession(page)
  })

  test('the system is told what plays, with the cover in sizes that are there', async ({ page, request }) => {
    const release = await album(0)
    const [song] = release.songs
    await playRelease(page, release)
    await sounds(page)
    const told = await shown(page)
    expect(told).toMatchObject({ artist: song?.artist, album: release.title, playbackState: 'playing' })
    expect(told.title).toContain(song?.title)
    expect(told.artwork.map(({ sizes }) => sizes)).toEqual([
      '64x64',
      '128x128',
      '300x300',
      '428x428',
      '600x600',
      '1400x1400',
    ])
    const large = await request.get(told.artwork[3]?.src ?? '')
    expect([large.status(), large.headers()['content-type']]).toEqual([200, 'image/png'])
    await player(page).getByRole('button', { name: 'Next' }).click()
    await expect.poll(async () => (await shown(page)).title).toContain(release.songs[1]?.title)
  })

  test('play, pause, stop, next and previous drive playback', { tag: '@long' }, async ({ page }) => {
    const release = await album(0)
    await playRelease(page, release)
    await sounds(page)
    await press(page, 'pause')
    await expect(player(page).getByRole('button', { name: 'Play', exact: true })).toBeVisible()
    await expect.poll(() => isSounding(page)).toBe(false)
    expect((await shown(page)).playbackState).toBe('paused')
    // Pressed again it stays paused: headphones send what they believe.
    await press(page, 'pause')
    expect((await shown(page)).playbackState).toBe('paused')
    await press(page, 'play')
    await expect.poll(() => isSounding(page)).toBe(true)
    await press(page, 'nexttrack')
    await expect(player(page)).toContainText(release.songs[1]?.title ?? '?')
    await press(page, 'previoustrack')
    await expect(player(page)).toContainText(release.songs[0]?.title ?? '?')
    await sounds(page)
    await press(page, 'stop')
    await expect.poll(() => isSounding(page)).toBe(false)
    await expect.poll(() => elapsed(page)).toBe(0)
  })

  test('seeking drives playback, and the position is told at each leap', { tag: '@long' }, async ({ page }) => {
    const release = await album(6)
    if (release.songs[0]) await prepared(release.songs[0], 'mp3')
    await playRelease(page, release)
    await sounds(page)
    await press(page, 'seekto', { seekTime: 12 })
    await expect.poll(() => elapsed(page)).toBeGreaterThanOrEqual(12)
    expect(await lastPosition(page)).toMatchObject({ playbackRate: 1 })
    expect((await lastPosition(page))?.position).toBeGreaterThanOrEqual(11)
    expect(Math.abs(((await lastPosition(page))?.duration ?? 0) - (release.songs[0]?.duration ?? 0))).toBeLessThan(1)
    await press(page, 'pause')
    await press(page, 'seekforward', { seekOffset: 8 })
    await expect.poll(() => elapsed(page)).toBeGreaterThanOrEqual(19)
    const before = await elapsed(page)
    await press(page, 'seekbackward')
    await expect.poll(() => elapsed(page)).toBe(before - 10)
    await expect.poll(async () => Math.floor((await lastPosition(page))?.position ?? 0)).toBe(before - 10)
  })

  test('the next key is dark on the last song', async ({ page }) => {
    const single = await findRelease(
      0,
      ({ songs }) => songs.filter(({ assettype }) => assettype === 'audio').length === 1,
    )
    await playRelease(page, single)
    await sounds(page)
    expect(await page.evaluate(() => (window as unknown as { system: System }).system.handlers.nexttrack)).toBeNull()
  })
})
