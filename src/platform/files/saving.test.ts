import { describe, expect, it, vi } from 'vitest'
import type { EventOf } from '#core/events/index.ts'
import { FakeClock, settle } from '#tests/support/fakeClock.ts'
import { REVOKE_AFTER_MS } from './objectUrl.ts'
import { BURST, createSaver, FILE_MS, type SaverParts, STEADY } from './saving.ts'

const stored = (downloadID: string, bytes = 4): EventOf<'download.stored'> => ({
  type: 'download.stored', v: 1, seq: 1, t: 0, source: 'downloads', cause: null,
  payload: { downloadID, bytes, sha256: null, fileName: `${downloadID}.wav` },
}) // biome-ignore format: an event in two lines

function setUp(file: SaverParts['file'] = async () => new Blob(['1234']), pace = STEADY) {
  const clock = new FakeClock()
  const begin = clock.now()
  const clicks: { name: string; at: number }[] = []
  const observe = vi.fn()
  const revoked: { address: string; at: number }[] = []
  let addresses = 0
  const anchor = (): { href: string; download: string; hidden: boolean; remove(): void; click(): void } => ({
    href: '',
    download: '',
    hidden: false,
    remove() {},
    click() {
      clicks.push({ name: this.download, at: clock.now() - begin })
    },
  })
  const saver = createSaver({
    file,
    pace,
    observe,
    document: { createElement: anchor, body: { append() {} } } as unknown as Document,
    setTimer: (run, ms) => void clock.setTimer(run, ms),
    url: {
      createObjectURL: () => {
        addresses += 1
        return `blob:${addresses}`
      },
      revokeObjectURL: (address) => void revoked.push({ address, at: clock.now() - begin }),
    },
  })
  return { saver, clock, clicks, observe, revoked }
}

it('saves under the name of the event and reports it', async () => {
  const { saver, clicks, observe } = setUp()
  saver.onStored(stored('a'))
  await settle()
  expect(clicks).toEqual([{ name: 'a.wav', at: 0 }])
  expect(observe.mock.calls).toEqual([[{ type: 'download.saved', v: 1, payload: { downloadID: 'a' } }]])
})

it('clicks one after another, 150 ms apart, in order', async () => {
  const { saver, clock, clicks } = setUp()
  for (let n = 0; n < 20; n++) saver.onStored(stored(`f${n}`))
  await clock.advance(10_000)
  expect(clicks.map(({ name }) => name)).toEqual(Array.from({ length: 20 }, (_, n) => `f${n}.wav`))
  expect(clicks.map(({ at }) => at)).toEqual(clicks.map((_, n) => n * STEADY.ms))
})

it('clicks at once where a burst is taken, in order, and never ten times within a second', async () => {
  const { saver, clock, clicks } = setUp(undefined, BURST)
  for (let n = 0; n < 12; n++) saver.onStored(stored(`f${n}`))
  await clock.advance(500)
  expect(clicks).toHaveLength(BURST.clicks)
  for (let n = 12; n < 30; n++) saver.onStored(stored(`f${n}`))
  await clock.advance(10_000)
  expect(clicks.map(({ name }) => name)).toEqual(Array.from({ length: 30 }, (_, n) => `f${n}.wav`))
  for (const { at } of clicks)
    expect(clicks.filter((other) => other.at >= at && other.at <= at + 1000).length).toBeLessThan(10)
})

it('waits for no file longer than half a minute: it fails, and the others follow', async () => {
  const file = vi.fn(async () => new Blob(['1234'])).mockImplementationOnce(() => new Promise<never>(() => {}))
  const { saver, clock, clicks, observe } = setUp(file)
  saver.onStored(stored('a'))
  saver.onStored(stored('b'))
  await clock.advance(FILE_MS - 1)
  expect(observe).not.toHaveBeenCalled()
  await clock.advance(1000)
  expect(observe.mock.calls[0]?.[0]).toMatchObject({ payload: { downloadID: 'a', reason: 'save' } })
  expect(clicks.map(({ name }) => name)).toEqual(['b.wav'])
})

it('keeps the gap for a file that comes just after another was saved', async () => {
  const { saver, clock, clicks } = setUp()
  saver.onStored(stored('a'))
  await clock.advance(50)
  saver.onStored(stored('b'))
  await clock.advance(STEADY.ms)
  expect(clicks.map(({ at }) => at)).toEqual([0, STEADY.ms])
})

it('lets go of the address after a minute', async () => {
  const { saver, clock, revoked } = setUp()
  saver.onStored(stored('a'))
  await clock.advance(REVOKE_AFTER_MS - 1)
  expect(revoked).toEqual([])
  await clock.advance(1)
  expect(revoked).toEqual([{ address: 'blob:1', at: REVOKE_AFTER_MS }])
})

const broken: [string, SaverParts['file']][] = [
  ['is gone', async () => null],
  ['has another length', async () => new Blob(['12'])],
  ['cannot be asked for', async () => Promise.reject(new Error('the worker is dead'))],
]
it.each(broken)('reports save as the reason when the file %s, and goes on with the next', async (_, file) => {
  const files: SaverParts['file'][] = [file, async () => new Blob(['1234'])]
  const { saver, clock, clicks, observe } = setUp(async () => (await files.shift()?.('')) ?? null)
  saver.onStored(stored('a'))
  saver.onStored(stored('b'))
  await clock.advance(1000)
  expect(observe.mock.calls[0]?.[0]).toMatchObject({
    type: 'download.failed',
    payload: { downloadID: 'a', reason: 'save', receivedBytes: 4 },
  })
  expect(clicks.map(({ name }) => name)).toEqual(['b.wav'])
})

describe('a job that is stored again because its worker died', () => {
  it('is saved once when it waits in line, under the name it has last', async () => {
    const { saver, clock, clicks } = setUp()
    saver.onStored(stored('a'))
    saver.onStored(stored('b'))
    const again = stored('b')
    saver.onStored({ ...again, payload: { ...again.payload, fileName: 'b (2).wav' } })
    await clock.advance(10_000)
    expect(clicks.map(({ name }) => name)).toEqual(['a.wav', 'b (2).wav'])
  })

  it('is saved once when it was handed over and not everybody knows, and again once it was asked for again', async () => {
    const { saver, clock, clicks } = setUp()
    saver.onStored(stored('a'))
    await clock.advance(1000)
    saver.onStored(stored('a'))
    await clock.advance(1000)
    expect(clicks).toHaveLength(1)
    saver.onSaved('a')
    saver.onStored(stored('a'))
    await clock.advance(1000)
    expect(clicks).toHaveLength(2)
  })

  it('is saved when its file could not be had of the dead one, or a first try failed', async () => {
    const gone = Object.assign(new Error('gone'), { name: 'WorkerGone' })
    const files: SaverParts['file'][] = [
      async () => Promise.reject(gone),
      async () => null,
      async () => new Blob(['1234']),
    ]
    const { saver, clock, clicks } = setUp(async () => (await files.shift()?.('')) ?? null)
    for (let n = 0; n < 3; n++) {
      saver.onStored(stored('a'))
      await clock.advance(1000)
    }
    expect(clicks).toHaveLength(1)
  })
})
