import { describe, expect, test, vi } from 'vitest'
import type { AppDraft } from '#core/events/index.ts'
import { releaseFileRequested } from '#core/events/releases.ts'
import type { WantedFile } from '#core/model/catalogue/releaseFile.ts'
import { heardBus } from '#tests/support/heard.ts'
import { handReleaseFiles } from './releaseFiles.ts'

type Answer = { bytes: ArrayBuffer; type: string }

function setUp(options: { blocked?: boolean; stale?: boolean } = {}) {
  const observed: AppDraft[] = []
  const wanted: WantedFile[] = []
  let settle: { answer(file: Answer): void; fail(error: Error): void } | null = null
  const opened = { close: vi.fn(), fill: vi.fn() }
  const bus = heardBus()
  const openWindow = vi.fn(() => (options.blocked ? null : opened))
  const save = vi.fn()
  handReleaseFiles({
    on: bus.on,
    fetchFile: (file) =>
      new Promise((resolve, reject) => {
        wanted.push(file)
        settle = { answer: resolve, fail: reject }
      }),
    attachment: (_releaseid, index) =>
      index === 0 ? { title: 'One/sheet', url: '/api/attachments/abc/One%20sheet.pdf', size: 3 } : undefined,
    isWanted: () => !options.stale,
    observe: (draft) => observed.push(draft),
    openWindow,
    save,
  })
  const flush = () => new Promise((resolve) => setTimeout(resolve))
  return {
    observed, wanted, opened, openWindow, save,
    press(file: string) {
      bus.happens(releaseFileRequested({ requestId: 'q', releaseid: 'r1', file }))
    },
    async answer(type = 'application/pdf') {
      settle?.answer({ bytes: new Uint8Array([1, 2, 3]).buffer, type })
      await flush()
    },
    async fail() {
      settle?.fail(new Error('HTTP_500'))
      await flush()
    },
    flush,
  } // biome-ignore format: what a test uses
}

describe('a report', () => {
  test('has failed where its window cannot be asked for', async () => {
    const world = setUp()
    world.openWindow.mockImplementation(() => {
      throw new Error('broken')
    })
    world.press('report.pdf')
    await world.flush()
    expect(world.observed.map((draft) => draft.type)).toEqual(['release.fileFailed'])
  })
  test('RELEASE-042: its window opens in the press, before anything is fetched, and is led to the file', async () => {
    const world = setUp()
    world.press('report.pdf')
    expect(world.openWindow).toHaveBeenCalledTimes(1)
    expect(world.wanted).toEqual([{ kind: 'report', releaseid: 'r1', format: 'pdf' }])
    expect(world.opened.fill).not.toHaveBeenCalled()
    await world.answer()
    expect(world.opened.fill).toHaveBeenCalledWith(expect.any(ArrayBuffer), 'application/pdf')
    expect(world.observed.map((draft) => draft.type)).toEqual(['release.fileHanded'])
  })
  test('RELEASE-042: a table is shown as text: as what it is the browser would save it behind an empty window', async () => {
    const world = setUp()
    world.press('report.csv')
    await world.answer('text/csv')
    expect(world.opened.fill).toHaveBeenCalledWith(expect.any(ArrayBuffer), 'text/plain;charset=utf-8')
  })
  test('RELEASE-042: one that fails closes its window and is told (D-089)', async () => {
    const world = setUp()
    world.press('report.csv')
    await world.fail()
    expect(world.opened.close).toHaveBeenCalledTimes(1)
    expect(world.observed.map((draft) => draft.type)).toEqual(['release.fileFailed'])
  })
  test('a window the browser refuses is a failure', async () => {
    const world = setUp({ blocked: true })
    world.press('report.pdf')
    await world.flush()
    expect(world.observed.map((draft) => draft.type)).toEqual(['release.fileFailed'])
  })
})

describe('an attachment', () => {
  test('RELEASE-040: is fetched by its address and saved under its title, with the extension of the address', async () => {
    const world = setUp()
    world.press('attachment.0')
    expect(world.openWindow).not.toHaveBeenCalled()
    expect(world.wanted).toEqual([{ kind: 'attachment', url: '/api/attachments/abc/One%20sheet.pdf', bytes: 3 }])
    await world.answer()
    expect(world.save).toHaveBeenCalledWith(new Uint8Array([1, 2, 3]), 'One_sheet.pdf', 'application/pdf')
  })
  test('one that is not there, and one that cannot be had, have failed', async () => {
    const world = setUp()
    world.press('attachment.7')
    await world.flush()
    world.press('attachment.0')
    await world.fail()
    expect(world.observed.map((draft) => draft.type)).toEqual(['release.fileFailed', 'release.fileFailed'])
    expect(world.save).not.toHaveBeenCalled()
  })
})

test('a second press while a file is on its way opens and fetches nothing', () => {
  const world = setUp({ stale: true })
  world.press('report.pdf')
  expect([world.openWindow.mock.calls.length, world.wanted.length]).toEqual([0, 0])
})
