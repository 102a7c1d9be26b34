// When the song that follows is started: by what songs before took from play() to the ear.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createHandover, HANDOVER_S, type Handover, LEAD_MAX_S } from './handover.ts'

/** An element whose clock runs with the test's, and that is heard `latency` ms after play(). */
class Sound {
  preload = ''
  readyState = 4
  duration = 10
  src = ''
  latency = 0
  /** Where its clock stands still from, in ms of it. */
  began: number | null = null
  get paused() {
    return this.began === null
  }
  get currentTime() {
    if (this.began === null) return 0
    return Math.min(this.duration, Math.max(0, performance.now() - this.began - this.latency) / 1000)
  }
  set currentTime(_seconds: number) {
    throw new Error('nobody seeks here')
  }
  async play() {
    this.began = performance.now()
  }
  pause() {
    this.began = null
  }
  removeAttribute() {
    this.src = ''
  }
  load() {
    this.began = null
  }
}

let handover: Handover
let playing: Sound
let waits: Sound
let devices: EventTarget
const heard = (sound: Sound) => sound as unknown as HTMLAudioElement

/** The song that plays is heard to its end, as its time updates tell. @returns s from its end to what follows */
async function toItsEnd(): Promise<number> {
  handover.prepare(`h${Math.random()}`, 'address')
  const [before, after] = [playing, waits]
  const ends = (before.began ?? Number.NaN) + before.latency + before.duration * 1000
  while (performance.now() < ends) {
    handover.watch(heard(before))
    await vi.advanceTimersByTimeAsync(Math.min(250, ends - performance.now()))
  }
  handover.cross()
  const gap = ((after.began ?? Number.NaN) + after.latency - ends) / 1000
  handover.swap(heard(before))
  ;[playing, waits] = [after, before]
  return gap
}

beforeEach(async () => {
  vi.useFakeTimers()
  ;[playing, waits] = [new Sound(), new Sound()]
  devices = new EventTarget()
  handover = createHandover(
    heard(waits),
    () => true,
    ({ duration, currentTime }) => duration - currentTime,
    devices,
  )
  await playing.play()
})
afterEach(() => void vi.useRealTimers())

const onDevice = (ms: number) => {
  playing.latency = ms
  waits.latency = ms
}

describe('the start of what follows', () => {
  test.each([3, 25, 87, 300])('joins the songs from the second on, on a device that takes %i ms', async (ms) => {
    onDevice(ms)
    const first = await toItsEnd()
    expect(first).toBeCloseTo(ms / 1000 - HANDOVER_S, 2)
    for (let song = 0; song < 4; song++) expect(Math.abs(await toItsEnd())).toBeLessThan(0.004)
  })
  test('goes between what a mixer took in turns', async () => {
    onDevice(64)
    const gaps: number[] = []
    for (let song = 0; song < 12; song++) {
      waits.latency = song % 2 ? 64 : 87
      gaps.push(await toItsEnd())
    }
    for (const gap of gaps.slice(2)) expect(Math.abs(gap)).toBeLessThan(0.024)
  })
  test('forgets a song that began late on a machine that stuttered', async () => {
    onDevice(64)
    for (let song = 0; song < 3; song++) await toItsEnd()
    waits.latency = 300
    await toItsEnd()
    // It plays now, 300 ms late; the song behind it is as all others.
    expect(waits.latency).toBe(64)
    expect(Math.abs(await toItsEnd())).toBeLessThan(0.004)
  })
  test('learns nothing of a song that waited for its bytes', async () => {
    waits.latency = LEAD_MAX_S * 1000 + 50
    await toItsEnd()
    // What plays now began late; what follows is timed as if nothing was known.
    waits.latency = 3
    expect(await toItsEnd()).toBeCloseTo(0.003 - HANDOVER_S, 2)
  })
  test('learns nothing of a song whose bytes were not there', async () => {
    onDevice(200)
    waits.readyState = 2
    await toItsEnd()
    expect(await toItsEnd()).toBeCloseTo(0.2 - HANDOVER_S, 2)
  })
  test('H-113: forgets what a device took when another one is there', async () => {
    onDevice(250)
    for (let song = 0; song < 3; song++) await toItsEnd()
    expect(Math.abs(await toItsEnd())).toBeLessThan(0.004)
    devices.dispatchEvent(new Event('devicechange'))
    onDevice(3)
    expect(await toItsEnd()).toBeCloseTo(0.003 - HANDOVER_S, 2)
  })
  test('learns nothing when the person stepped in', async () => {
    onDevice(200)
    await toItsEnd()
    // Seeks and pauses take back what was begun.
    handover.undo()
    expect(await toItsEnd()).toBeCloseTo(0.2 - HANDOVER_S, 2)
  })
})
