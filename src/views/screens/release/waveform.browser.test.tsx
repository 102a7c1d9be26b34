// The outline of a song in its row: it is drawn as the server has it, and a press in it plays from there.
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { appWentOffline, appWentOnline } from '#core/events/app.ts'
import { queueRestored } from '#core/events/queue.ts'
import { PEAKS_BYTES } from '#core/model/catalogue/media.ts'
import { queueSong } from '#core/reducers/playback/queueReading.ts'
import { middle, mouse } from '#tests/components/hands.ts'
import { control, elapsed, openHeard, player } from '#tests/components/playing.ts'
import { unreachable } from '#tests/components/wire.ts'
import { aSong } from '#tests/support/story.ts'

/** How much of a picture is painted, 0-1. */
function painted(canvas: HTMLCanvasElement): number {
  const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] }
  let pixels = 0
  for (let at = 3; at < data.length; at += 4) if ((data[at] ?? 0) > 0) pixels++
  return pixels / (canvas.width * canvas.height)
}

it('each song draws its waveform, and a press in it plays from there', async () => {
  const outline = (low: number) => Uint8Array.from({ length: PEAKS_BYTES }, (_, n) => (n % 8 === 0 ? 240 : low))
  const app = await openHeard(undefined, {
    answers: { 'GET /audio/:id/peaks': (_, [, id]) => new Response(outline(id === 'r1.c' ? 20 : 120)) },
  })
  const wave = (trackid: string) => page.css(`[data-track-id="${trackid}"] [data-waveform="loaded"]`)
  const drawn = (trackid: string) => painted(wave(trackid).css('canvas').element() as HTMLCanvasElement)
  for (const trackid of ['r1.a', 'r1.b', 'r1.c']) {
    await expect.element(wave(trackid)).toBeVisible()
    await expect.poll(() => drawn(trackid)).toBeGreaterThan(0.05)
    expect(drawn(trackid)).toBeLessThan(0.7)
    // At rest it has the contrast of its colour.
    expect(getComputedStyle(wave(trackid).css('canvas').element()).opacity).toBe('1')
  }
  // Each its own: that of the song which is loud now and then alone is lower.
  expect(drawn('r1.c')).toBeLessThan(drawn('r1.b'))
  expect(app.wire.of('GET /audio/:id/peaks')).toHaveLength(3)
  await mouse.click(middle(wave('r1.b')))
  await expect.element(player()).toHaveTextContent('Song r1.b')
  // In the middle of its 200 s.
  await expect.poll(elapsed).toBeGreaterThan(95)
  expect(elapsed()).toBeLessThan(125)
})

it('what could not be had without a connection is drawn when it is back', async () => {
  let isCut = true
  const app = await openHeard(undefined, {
    answers: {
      'GET /audio/:id/peaks': () => (isCut ? unreachable() : new Response(new Uint8Array(PEAKS_BYTES).fill(120))),
    },
  })
  const asked = () => app.wire.of('GET /audio/:id/peaks').length
  await expect.poll(asked).toBeGreaterThan(2)
  app.happens(appWentOffline({}))
  await expect.element(page.getByRole('alert')).toHaveTextContent('Not Connected')
  isCut = false
  app.happens(appWentOnline({}))
  for (const trackid of ['r1.a', 'r1.b', 'r1.c'])
    await expect.element(page.css(`[data-track-id="${trackid}"] [data-waveform="loaded"]`)).toBeVisible()
})

it('a press in that of the song that is paused plays it from there, and one of the visit before shows where it stands', async () => {
  const app = await openHeard(undefined, {
    answers: { 'GET /audio/:id/peaks': () => new Response(new Uint8Array(PEAKS_BYTES).fill(120)) },
  })
  const wave = page.css('[data-track-id="r1.b"] [data-waveform="loaded"]')
  await expect.element(wave).toBeVisible()
  const canvas = wave.css('canvas').element() as HTMLCanvasElement
  await expect.poll(() => painted(canvas)).toBeGreaterThan(0.05)
  const atRest = canvas.toDataURL()
  const song = queueSong(aSong('r1.b', 2), 'i1.2')
  const item = { uuid: 'i1', releaseid: 'r1', title: 'One', artist: '', thumbnail: '', songs: [song] }
  app.happens(queueRestored({ queue: { items: [item], history: [], song: 'i1.2', position: 150 }, requestId: 'q0' }))
  await expect.poll(() => canvas.toDataURL() !== atRest).toBe(true)
  await mouse.click(middle(wave))
  await expect.element(control('Pause')).toBeVisible()
  await expect.poll(elapsed).toBeGreaterThan(98)
  expect(elapsed()).toBeLessThan(125)
})

it('a press that began elsewhere and ends in a waveform plays nothing', { tags: ['long'] }, async () => {
  const app = await openHeard(undefined, {
    answers: { 'GET /audio/:id/peaks': () => new Response(new Uint8Array(PEAKS_BYTES).fill(120)) },
  })
  const wave = page.css('[data-track-id="r1.b"] [data-waveform="loaded"]')
  await expect.element(wave).toBeVisible()
  await mouse.drag([middle(page.getByRole('heading', { level: 1 })), middle(wave)])
  expect(app.state.single('player').song).toBeNull()
  await mouse.click(middle(wave))
  await expect.poll(() => app.state.single('player').song).not.toBeNull()
})
