import { describe, expect, test } from 'vitest'
import { appOpened } from '#core/events/app.ts'
import type { AppDraft } from '#core/events/index.ts'
import { sessionAbsent, sessionEnded } from '#core/events/people/session.ts'
import { playerVolumeChanged } from '#core/events/player.ts'
import {
  settingColumnResized,
  settingDownloadsChosen,
  settingFormatChosen,
  settingListViewChosen,
  settingParallelDownloadsChosen,
  settingThemeChosen,
  settingThemeFollowed,
} from '#core/events/settings.ts'
import { SETTINGS_DEFAULT } from '#core/model/settings.ts'
import { FakeClock, settle } from '#tests/support/fakeClock.ts'
import { Story } from '#tests/support/story.ts'
import { createSettingsEngine } from './engine.ts'

const opened = appOpened({ startedAt: 1, build: '1', language: 'en', width: 1, height: 1, online: true })
const volume = (value: number) => playerVolumeChanged({ volume: value })

function setUp(stored: unknown, fails: boolean | 'saving' = false, left?: unknown) {
  let isRefused = fails !== false
  const clock = new FakeClock()
  const device = { stored, saves: 0, told: [] as unknown[] }
  let story = new Story()
  const engine = createSettingsEngine({
    clock,
    left,
    report: (draft) => happens(draft),
    load: async () => {
      if (fails === true) throw new Error('refused')
      return structuredClone(device.stored)
    },
    update: async (change) => {
      device.saves += 1
      if (isRefused) throw new Error('refused')
      device.stored = change(structuredClone(device.stored))
    },
    tell: (message) => device.told.push(message),
  })
  function happens(...drafts: AppDraft[]): void {
    for (const draft of drafts) {
      // A session's end begins another log with a fresh state, as the host does it.
      if (draft.type === 'app.opened') story = new Story()
      story.happens(draft)
      const event = story.events.at(-1)
      if (event) engine.accept(event, story.state)
    }
  }
  const mend = () => {
    isRefused = false
  }
  return { clock, device, happens, engine, mend, settings: () => story.state.single('setting') }
}

describe('settings', () => {
  test('that the visit before could not write any more go before those that are stored, and are stored', async () => {
    const last = { ...SETTINGS_DEFAULT, volume: 25 }
    const { happens, settings, device } = setUp({ ...SETTINGS_DEFAULT, volume: 75 }, false, last)
    happens(opened)
    await settle()
    expect(settings().volume).toBe(25)
    expect(device.stored).toEqual(last)
    // Once: a log that follows reads what is stored.
    device.stored = { ...SETTINGS_DEFAULT, volume: 60 }
    happens(opened)
    await settle()
    expect(settings().volume).toBe(60)
  })

  test('that the visit before left are its changes alone: another tab may have changed all else since', async () => {
    const { happens, settings, device, clock } = setUp({ ...SETTINGS_DEFAULT, listView: true }, false, { volume: 25 })
    happens(opened)
    await settle()
    const both = { ...SETTINGS_DEFAULT, listView: true, volume: 25 }
    expect([settings(), device.stored]).toEqual([both, both])
    device.stored = { ...both, preferredFormat: 'wav' }
    happens(volume(30))
    await clock.advance(250)
    expect(device.stored).toEqual({ ...both, preferredFormat: 'wav', volume: 30 })
  })
  test('that the visit before left leave what a newer build chose beside them', async () => {
    const stored = { ...SETTINGS_DEFAULT, theme: 'of a newer build' }
    const { happens, device } = setUp(stored, false, { volume: 25 })
    happens(opened)
    await settle()
    expect(device.stored).toEqual({ ...stored, volume: 25 })
  })
  test('that the visit before left and that cannot be written now go with the next change', async () => {
    const { happens, device, clock, mend } = setUp({ ...SETTINGS_DEFAULT, listView: true }, 'saving', { volume: 25 })
    happens(opened)
    await settle()
    mend()
    happens(settingFormatChosen({ format: 'wav' }))
    await clock.advance(250)
    expect(device.stored).toMatchObject({ listView: true, volume: 25, preferredFormat: 'wav' })
  })

  test('are restored when a log begins', async () => {
    const { happens, settings } = setUp({ ...SETTINGS_DEFAULT, volume: 20, preferredFormat: 'wav' })
    happens(opened)
    await settle()
    expect(settings()).toMatchObject({ volume: 20, preferredFormat: 'wav' })
  })
  test.each([[undefined], ['nonsense'], [{ volume: 900 }]])(
    'that cannot be read count as never set: %j',
    async (stored) => {
      const { happens, settings, clock, device } = setUp(stored)
      happens(opened)
      await settle()
      expect(settings()).toEqual(SETTINGS_DEFAULT)
      await clock.advance(1000)
      expect(device.saves).toBe(0)
    },
  )
  test('are written 250 ms after a change, once for many', async () => {
    const { happens, clock, device } = setUp(SETTINGS_DEFAULT)
    happens(opened)
    await settle()
    happens(volume(1), volume(2))
    await clock.advance(200)
    happens(volume(3))
    await clock.advance(49)
    expect(device.saves).toBe(0)
    await clock.advance(1)
    expect(device).toMatchObject({ saves: 1, stored: { volume: 3 } })
  })
  test('of a version that knew no themes follow the device', async () => {
    const { theme: _, ...older } = SETTINGS_DEFAULT
    const { happens, settings } = setUp({ ...older, volume: 20 })
    happens(opened)
    await settle()
    expect(settings()).toMatchObject({ volume: 20, theme: 'system' })
  })
  test('keep a theme that was chosen', async () => {
    const { happens, clock, device } = setUp(SETTINGS_DEFAULT)
    happens(opened)
    await settle()
    happens(settingThemeChosen({ theme: 'contrast' }))
    await clock.advance(250)
    expect(device).toMatchObject({ saves: 1, stored: { theme: 'contrast' } })
  })
  test('are not written where a theme of another tab is followed: what else was chosen there stays', async () => {
    const { happens, clock, device, settings } = setUp(SETTINGS_DEFAULT)
    happens(opened)
    await settle()
    device.stored = { ...SETTINGS_DEFAULT, theme: 'light', volume: 10 }
    happens(settingThemeFollowed({ theme: 'light' }))
    await clock.advance(1000)
    expect(settings().theme).toBe('light')
    expect(device).toMatchObject({ saves: 0, stored: { volume: 10 } })
  })
  test('survive the end of a session', async () => {
    const { happens, clock, device, settings } = setUp({ ...SETTINGS_DEFAULT, volume: 20 })
    happens(opened)
    await settle()
    happens(sessionEnded({ reason: 'signedOut' }), opened, sessionAbsent({}))
    await clock.advance(1000)
    expect(device).toMatchObject({ saves: 0, stored: { volume: 20 } })
    expect(settings().volume).toBe(20)
  })
  test('changed just before the end of a session are written before they are read again', async () => {
    const { happens, device, settings } = setUp(SETTINGS_DEFAULT)
    happens(opened)
    await settle()
    happens(volume(5), settingListViewChosen({ list: true }), sessionEnded({ reason: 'signedOut' }), opened)
    await settle()
    expect(device.stored).toMatchObject({ volume: 5, listView: true })
    expect(settings()).toMatchObject({ volume: 5, listView: true })
  })
  test('that cannot be written are tried again with the next change', async () => {
    const { happens, clock, device } = setUp(SETTINGS_DEFAULT, true)
    happens(opened)
    await settle()
    happens(volume(1))
    await clock.advance(250)
    happens(volume(2))
    await clock.advance(250)
    expect(device.saves).toBe(2)
  })
  test('that another tab wrote stay as they are where this one changed others', async () => {
    const { happens, clock, device } = setUp(SETTINGS_DEFAULT)
    happens(opened)
    await settle()
    device.stored = { ...SETTINGS_DEFAULT, listView: true, preferredFormat: 'wav' }
    happens(volume(7))
    await clock.advance(250)
    expect(device.stored).toEqual({ ...SETTINGS_DEFAULT, listView: true, preferredFormat: 'wav', volume: 7 })
  })
  test.each(['artists', 'labels', 'releases', 'songs'] as const)(
    'TABLE-004: the width of a column of %s is written and restored under that table, beside those of the others',
    async (table) => {
      const widths = { artists: { name: 71 }, labels: { name: 72 }, releases: { title: 73 }, songs: { title: 74 } }
      const first = setUp({ ...SETTINGS_DEFAULT, columnWidths: widths })
      first.happens(opened)
      await settle()
      // Another tab had one of another table dragged meanwhile.
      const other = table === 'songs' ? 'artists' : 'songs'
      first.device.stored = { ...SETTINGS_DEFAULT, columnWidths: { ...widths, [other]: { title: 99 } } }
      first.happens(settingColumnResized({ table, column: 'own', width: 120 }))
      await first.clock.advance(250)
      const again = setUp(first.device.stored)
      again.happens(opened)
      await settle()
      const kept = { ...widths, [other]: { title: 99 }, [table]: { ...widths[table], own: 120 } }
      expect(again.settings().columnWidths).toEqual(kept)
    },
  )
  test('P7: of a newer build that are not known here, or have a value that is not, stay as they are', async () => {
    const newer = { ...SETTINGS_DEFAULT, theme: 'sepia', density: 2, listView: true, downloads: { ...SETTINGS_DEFAULT.downloads, later: true } } // biome-ignore format: one line
    const { happens, clock, device, settings } = setUp(newer)
    happens(opened)
    await settle()
    expect(settings()).toMatchObject({ theme: 'system', listView: true })
    happens(volume(7), settingDownloadsChosen({ choices: { oneZip: true } }))
    await clock.advance(250)
    expect(device.stored).toEqual({ ...newer, volume: 7, downloads: { ...newer.downloads, oneZip: true } })
  })
  test('P7: of downloads that cannot be read here take none of the others with them', async () => {
    const newer = { ...SETTINGS_DEFAULT, downloads: { ...SETTINGS_DEFAULT.downloads, oneZip: true, stationReady: true, nameTemplate: 'n'.repeat(250) } } // biome-ignore format: one line
    const { happens, clock, device, settings } = setUp(newer)
    happens(opened)
    await settle()
    expect(settings().downloads).toMatchObject({ oneZip: true, stationReady: true, nameTemplate: '' })
    happens(settingDownloadsChosen({ choices: { notify: true } }))
    await clock.advance(250)
    expect(device.stored).toEqual({ ...newer, downloads: { ...newer.downloads, notify: true } })
  })
  test('P7: a choice about downloads that a tab of an older build does not know stays when it tells of others', async () => {
    const { happens, engine, settings } = setUp(SETTINGS_DEFAULT)
    happens(opened)
    await settle()
    happens(settingDownloadsChosen({ choices: { zipLists: true } }))
    const { zipLists: _, ...older } = SETTINGS_DEFAULT.downloads
    engine.hear({ count: 4, choices: { ...older, onlyNew: true } })
    expect(settings()).toMatchObject({ parallelDownloads: 4, downloads: { zipLists: true, onlyNew: true } })
  })
  test('that are lost meanwhile are written whole', async () => {
    const { happens, clock, device } = setUp({ ...SETTINGS_DEFAULT, listView: true })
    happens(opened)
    await settle()
    device.stored = undefined
    happens(volume(7))
    await clock.advance(250)
    expect(device.stored).toEqual({ ...SETTINGS_DEFAULT, listView: true, volume: 7 })
  })
  test('of downloads are told to the other tabs, which do the same and write nothing', async () => {
    const one = setUp(SETTINGS_DEFAULT)
    const other = setUp(SETTINGS_DEFAULT)
    one.happens(opened)
    other.happens(opened)
    await settle()
    one.happens(volume(3), settingDownloadsChosen({ choices: { stationReady: true } }))
    one.happens(settingParallelDownloadsChosen({ count: 5 }))
    expect(one.device.told).toHaveLength(2)
    other.happens(volume(90))
    for (const message of [...one.device.told, 'nonsense', { count: 9 }]) other.engine.hear(structuredClone(message))
    expect(other.settings()).toMatchObject({ parallelDownloads: 5, downloads: { stationReady: true }, volume: 90 })
    expect(other.device.told).toEqual([])
    await other.clock.advance(250)
    expect(other.device.stored).toEqual({ ...SETTINGS_DEFAULT, volume: 90 })
  })
})
