import { expect, test } from 'vitest'
import { downloadHistoryRestored } from '#core/events/downloads.ts'
import type { AppDraft } from '#core/events/index.ts'
import { libraryMarkAnswered, libraryMarksRequested } from '#core/events/library.ts'
import * as rel from '#core/events/releases.ts'
import * as sel from '#core/events/selection.ts'
import { settingDownloadsChosen } from '#core/events/settings.ts'
import type { Gather } from '#core/model/downloads/bundleWish.ts'
import type { SelectionAction } from '#core/model/library/selection.ts'
import { besideState } from '#tests/support/besideState.ts'
import { FakeClock, settle } from '#tests/support/fakeClock.ts'
import { aCard } from '#tests/support/story.ts'
import { createApi } from '#workers/api/transport/client.ts'
import { createSelectionEngine } from './engine.ts'

const q = 'sort=-date'

/** A list of `total` releases of which the first page is loaded, and a server that has them all. */
function setUp(total: number, fields: (place: number) => Partial<Parameters<typeof aCard>[1]> = () => ({})) {
  const asked: string[] = []
  const clock = new FakeClock()
  /** What the server answers in place of pages, the first first; the last for good. */
  let troubles: (number | 'lost')[] = []
  let grown = 0
  const cards = Array.from({ length: total }, (_, place) => aCard(`r${place}`, fields(place)))
  const fetch = async (address: string) => {
    asked.push(address.replace('/api', ''))
    const trouble = troubles.length > 1 ? troubles.shift() : troubles[0]
    if (trouble === 'lost') throw new TypeError('Failed to fetch')
    if (trouble !== undefined && trouble !== 200) return new Response('{}', { status: trouble })
    const query = new URLSearchParams(address.split('?')[1])
    const size = Number(query.get('pagesize'))
    const from = (Number(query.get('page')) - 1) * size
    return new Response(JSON.stringify({ releases: cards.slice(from, from + size), total: total + grown }))
  }
  let ids = 0
  const api = createApi({ fetch, session: null, clock })
  const {
    story,
    reported,
    happensNow: happens,
  } = besideState((report) => createSelectionEngine({ api, clock, jitter: () => 0, report, mint: () => `id${++ids}` }))
  happens(
    rel.releaseListOpened({ queryId: q }),
    rel.releasePageReceived({ queryId: q, round: 1, page: 1, total, releases: cards.slice(0, 40) }),
  )
  return {
    story,
    asked,
    reported,
    happens,
    grow: () => {
      grown = 1
    },
    publish: () => {
      cards.unshift(aCard('new'))
      grown = 1
    },
    /** The page as the server has it now. */
    shown: (page: number) => {
      const releases = cards.slice((page - 1) * 40, page * 40)
      return rel.releasePageReceived({ queryId: q, round: 1, page, total: total + grown, releases })
    },
    clock,
    answers: (...those: (number | 'lost')[]) => {
      troubles = those
    },
    async gather(action: 'wav' | 'mp3', gather: Gather) {
      happens(sel.selectionApplied({ runId: 'x', action, gather, title: 'Picks' }))
      for (let turn = 0; turn < 40; turn++) await settle()
    },
    bundles: () =>
      reported.flatMap((draft) =>
        draft.type === 'download.requested' ? draft.payload.requests.filter((one) => one.type === 'bundle') : [],
      ),
    async apply(action: SelectionAction, playlistid?: string, runId = 'x') {
      happens(sel.selectionApplied({ runId, action, ...(playlistid ? { playlistid } : {}) }))
      for (let turn = 0; turn < 40; turn++) await settle()
    },
    queued: () => reported.flatMap((draft) => (draft.type === 'queue.releaseAdded' ? [draft.payload.releaseid] : [])),
    requested: () =>
      reported.flatMap((draft) =>
        draft.type === 'download.requested' ? draft.payload.requests.map((one) => one.releaseid) : [],
      ),
    result: () => story.state.single('selection').run?.result,
  }
}

const toggle = (place: number) => sel.selectionToggled({ queryId: q, place, on: true })
const extend = (place: number) => sel.selectionExtended({ queryId: q, place })

test('releases that are loaded are taken from the state', async () => {
  const world = setUp(300)
  world.happens(toggle(3), toggle(7))
  await world.apply('wav')
  expect(world.asked).toEqual([])
  expect(world.requested()).toEqual(['r3', 'r7'])
  expect(world.result()).toEqual({ applied: 2, skipped: 0, failed: 0 })
})

test('a range over rows nobody has loaded asks for their pages, each once, in order', async () => {
  const world = setUp(300)
  world.happens(toggle(30), extend(250))
  await world.apply('mp3')
  expect(world.asked.map((address) => new URLSearchParams(address.split('?')[1]).get('page'))).toEqual(['1', '2', '3'])
  expect(world.requested()).toEqual(Array.from({ length: 221 }, (_, i) => `r${30 + i}`))
})

test('H-374: a download is one wish for all of it, and one decision: the last of them is new only where it is', async () => {
  const world = setUp(300)
  world.happens(
    settingDownloadsChosen({ choices: { onlyNew: true } }),
    downloadHistoryRestored({ keys: ['release r100 wav'] }),
  )
  world.happens(toggle(0), extend(100))
  await world.apply('wav')
  expect(world.reported.filter(({ type }) => type === 'download.requested')).toHaveLength(1)
  const { ids } = world.story.state.single('jobOrder')
  expect(ids).toHaveLength(100)
  const decisions = world.story.state
    .single('decisionOrder')
    .ids.map((id) => world.story.state.get('decision', id)?.jobs)
  expect(decisions).toEqual([ids])
})

test('H-375: what waits already, or is here where only new things are wanted, is not said to be added', async () => {
  const world = setUp(5, (place) => ({ candownload: place > 0 }))
  world.happens(
    settingDownloadsChosen({ choices: { onlyNew: true } }),
    downloadHistoryRestored({ keys: ['release r1 wav'] }),
  )
  world.happens(sel.selectionFilled({ queryId: q }))
  await world.apply('wav')
  expect(world.result()).toEqual({ applied: 3, skipped: 1, failed: 0, here: 1 })
  await world.apply('wav', undefined, 'again')
  expect(world.result()).toEqual({ applied: 0, skipped: 1, failed: 0, here: 4 })
})

test('stream-only releases are left out of a download and counted', async () => {
  const world = setUp(10, (place) => ({ candownload: place % 2 === 0 }))
  world.happens(sel.selectionFilled({ queryId: q }))
  await world.apply('wav')
  expect(world.requested()).toEqual(['r0', 'r2', 'r4', 'r6', 'r8'])
  expect(world.result()).toEqual({ applied: 5, skipped: 5, failed: 0 })
})

test('a release without audio is not queued; the others follow each other at the end', async () => {
  const world = setUp(3, (place) => ({ duration: place === 1 ? 0 : 100 }))
  world.happens(sel.selectionFilled({ queryId: q }))
  await world.apply('queue')
  expect(world.reported.filter((draft) => draft.type === 'queue.releaseAdded').map((draft) => draft.payload)).toEqual([
    { releaseid: 'r0', itemId: 'id1', place: 'bottom' },
    { releaseid: 'r2', itemId: 'id2', place: 'bottom' },
  ])
})

const pagesAsked = (world: { readonly asked: readonly string[] }) =>
  world.asked.map((address) => Number(new URLSearchParams(address.split('?')[1]).get('page')))

test('P7: a run waits while there is no connection, and goes on with the page it was at', async () => {
  const world = setUp(300)
  world.happens(toggle(30), extend(250))
  world.answers(200, 'lost')
  world.happens(sel.selectionApplied({ runId: 'x', action: 'queue' }))
  await settle()
  world.happens({ type: 'app.wentOffline', v: 1, payload: {} })
  await world.clock.advance(600_000)
  expect([world.result(), world.asked.length < 3]).toEqual([null, true])
  world.answers(200)
  world.happens({ type: 'app.wentOnline', v: 1, payload: {} })
  for (let turn = 0; turn < 40; turn++) await settle()
  expect(world.queued()).toEqual(Array.from({ length: 221 }, (_, i) => `r${30 + i}`))
  expect(world.result()).toEqual({ applied: 221, skipped: 0, failed: 0 })
})

test.each<number | 'lost'>([429, 502, 503, 504, 'lost'])('a page answered %s is asked for again', async (trouble) => {
  const world = setUp(300)
  world.happens(toggle(30), extend(150))
  world.answers(trouble, 200)
  await world.apply('queue')
  await world.clock.advance(1000)
  for (let turn = 0; turn < 40; turn++) await settle()
  expect(world.result()).toEqual({ applied: 121, skipped: 0, failed: 0 })
})

test('what could not be read stays selected, and that alone: nothing is queued twice', async () => {
  const world = setUp(400)
  world.happens(toggle(10), extend(350))
  world.answers(200, 503)
  await world.apply('queue')
  await world.clock.advance(10_000)
  for (let turn = 0; turn < 40; turn++) await settle()
  expect(world.result()).toEqual({ applied: 90, skipped: 0, failed: 251 })
  // Once it did not come however often it was asked for, those behind it are not asked for.
  expect(pagesAsked(world)).toEqual([1, 2, 2, 2, 2])
  expect(world.story.state.single('selection').ranges).toEqual([[100, 351]])
  world.answers(200)
  await world.apply('queue', undefined, 'again')
  expect(world.queued()).toEqual(Array.from({ length: 341 }, (_, i) => `r${10 + i}`))
})

test('a page that is refused leaves those behind it', async () => {
  const world = setUp(400)
  world.happens(toggle(110), extend(350))
  world.answers(400, 200)
  await world.apply('queue')
  expect(world.result()).toEqual({ applied: 151, skipped: 0, failed: 90 })
  expect(world.story.state.single('selection').ranges).toEqual([[110, 200]])
})

test('places whose page does not come are counted as failed, the rest is done', async () => {
  const world = setUp(300)
  world.answers(400)
  world.happens(toggle(30), extend(50))
  await world.apply('wav')
  expect(world.requested()).toEqual(Array.from({ length: 10 }, (_, i) => `r${30 + i}`))
  expect(world.result()).toEqual({ applied: 10, skipped: 0, failed: 11 })
})

test('all of it as one zip: one download of every release that may be had, loaded or not', async () => {
  const world = setUp(300, (place) => ({ candownload: place !== 31, duration: place }))
  world.happens(toggle(30), extend(250))
  await world.gather('mp3', 'zip')
  const [bundle, ...more] = world.bundles()
  expect(more).toEqual([])
  expect(bundle).toMatchObject({ type: 'bundle', title: 'Picks', format: 'mp3', gather: { as: 'zip' } })
  const wanted = Array.from({ length: 221 }, (_, i) => 30 + i).filter((place) => place !== 31)
  expect(bundle?.gather?.sources).toMatchObject(
    wanted.map((place) => ({ type: 'release', id: `r${place}`, duration: place })),
  )
  expect(bundle?.gather?.sources.every(({ title }) => title !== undefined)).toBe(true)
  expect(world.result()).toEqual({ applied: 220, skipped: 1, failed: 0 })
})

test('as single files it is one wish as well; without anything to be had there is none', async () => {
  const world = setUp(3)
  world.happens(sel.selectionFilled({ queryId: q }))
  await world.gather('wav', 'files')
  expect(world.bundles().map((one) => one.gather?.as)).toEqual(['files'])
  const none = setUp(3, () => ({ candownload: false }))
  none.happens(sel.selectionFilled({ queryId: q }))
  await none.gather('wav', 'zip')
  expect(none.bundles()).toEqual([])
  expect(none.result()).toEqual({ applied: 0, skipped: 3, failed: 0 })
})

const marks = (reported: readonly AppDraft[]) =>
  reported.flatMap((draft) =>
    draft.type === 'library.marksRequested'
      ? [draft.payload.changes.map((change) => `${change.releaseid} ${change.marks}`)]
      : [],
  )

test('an archive is asked for once every release was found: it would move the places of those that follow', async () => {
  const world = setUp(300)
  world.happens(toggle(30), extend(250))
  await world.apply('archive')
  expect(marks(world.reported)).toEqual([Array.from({ length: 221 }, (_, i) => `r${30 + i} archived`)])
  const order = world.reported.map((draft) => draft.type)
  expect(order.indexOf('library.marksRequested')).toBeGreaterThan(order.lastIndexOf('selection.runProgressed'))
})

test('flagging leaves out what is flagged', async () => {
  const world = setUp(4, (place) => ({ flagged: place === 2 }))
  world.happens(sel.selectionFilled({ queryId: q }))
  await world.apply('flag')
  expect(marks(world.reported)).toEqual([['r0 flagged', 'r1 flagged', 'r3 flagged']])
  expect(world.result()).toEqual({ applied: 3, skipped: 1, failed: 0 })
})

test('a list that changes under a run ends what was not found: nobody else is archived in its place', async () => {
  const world = setUp(300)
  world.happens(toggle(10), extend(250), sel.selectionApplied({ runId: 'x', action: 'archive' }))
  const other = { requestId: 'o', releaseid: 'r0', trackid: null }
  world.happens(
    libraryMarksRequested({ requestId: 'o', changes: [{ releaseid: 'r0', trackid: null, marks: ['archived'] }] }),
    libraryMarkAnswered({ ...other, mark: 'archived' }),
  )
  for (let turn = 0; turn < 40; turn++) await settle()
  const archived = marks(world.reported).flat()
  expect(world.result()?.failed).toBe(241 - archived.length)
  expect(world.result()?.failed).toBeGreaterThan(0)
  // r0 left, so place 250 is r251 by now: it was not selected.
  expect(archived).not.toContain('r251 archived')
})

test('a server whose list is not the one that was selected from is not trusted', async () => {
  const world = setUp(300)
  world.happens(toggle(30), extend(250))
  world.grow()
  await world.apply('archive')
  expect(marks(world.reported)).toEqual([Array.from({ length: 10 }, (_, i) => `r${30 + i} archived`)])
  expect(world.result()).toEqual({ applied: 10, skipped: 0, failed: 211 })
  expect(pagesAsked(world)).toEqual([1])
})

test.each([[0], [130]])(
  'H-647: a list that grew on the server ends its selection, and the next is carried out (from %i)',
  async (from) => {
    const world = setUp(300)
    world.happens(toggle(from), extend(299))
    world.publish()
    await world.apply('queue')
    expect(pagesAsked(world)).toHaveLength(1)
    const known = Math.max(0, 40 - from)
    expect(world.result()).toEqual({ applied: known, skipped: 0, failed: 300 - from - known })
    expect(world.story.state.single('selection').ranges).toEqual([])
    world.happens(sel.selectionFilled({ queryId: q }))
    await world.apply('queue', undefined, 'again')
    expect(world.result()).toEqual({ applied: 301, skipped: 0, failed: 0 })
    expect(new Set(world.queued())).toEqual(new Set(['new', ...Array.from({ length: 300 }, (_, n) => `r${n}`)]))
  },
)

test('H-647: a page that came while a mark was on its way tells nothing of the list', async () => {
  const world = setUp(300)
  world.happens(
    libraryMarksRequested({ requestId: 'o', changes: [{ releaseid: 'r0', trackid: null, marks: ['archived'] }] }),
    toggle(30),
    extend(250),
  )
  world.grow()
  await world.apply('queue')
  expect(world.story.state.get('list', q)?.total).toBe(300)
  expect(world.story.state.single('selection').ranges).toEqual([[40, 251]])
})

test('H-618: an old page is read anew: all of it is all there is now', async () => {
  const world = setUp(400)
  world.happens(world.shown(2), world.shown(3))
  world.publish()
  world.happens(world.shown(4), sel.selectionFilled({ queryId: q }))
  await world.apply('queue')
  expect(new Set(world.queued())).toEqual(new Set(['new', ...Array.from({ length: 400 }, (_, n) => `r${n}`)]))
  expect(world.result()).toEqual({ applied: 401, skipped: 0, failed: 0 })
})

test('D-073: a server that counts more than it gives is trusted', async () => {
  const world = setUp(300)
  world.grow()
  const came = (page: number, from: number, end: number) => {
    const releases = Array.from({ length: end - from }, (_, at) => aCard(`r${from + at}`))
    return rel.releasePageReceived({ queryId: q, round: 1, page, total: 301, releases })
  }
  world.happens(came(1, 0, 40), came(8, 280, 300), toggle(30), extend(299))
  await world.apply('queue')
  expect(world.result()).toEqual({ applied: 270, skipped: 0, failed: 0 })
})

test('a page that says that the list became another one ends what was not found yet (H-220)', async () => {
  const world = setUp(300)
  world.happens(toggle(30), extend(250), sel.selectionApplied({ runId: 'x', action: 'archive' }))
  const releases = [aCard('new'), ...Array.from({ length: 39 }, (_, place) => aCard(`r${place}`))]
  world.happens(rel.releasePageReceived({ queryId: q, round: 1, page: 1, total: 301, releases }))
  for (let turn = 0; turn < 40; turn++) await settle()
  expect(world.result()).toMatchObject({ applied: marks(world.reported).flat().length })
  expect(world.result()?.failed).toBeGreaterThan(100)
})

test('H-619: another list does not stop the run, nor does what is selected there', async () => {
  const world = setUp(300)
  const other = 'sort=trend'
  world.happens(sel.selectionFilled({ queryId: q }), sel.selectionApplied({ runId: 'x', action: 'wav' }))
  world.happens(
    rel.releaseListOpened({ queryId: other }),
    rel.releasePageReceived({ queryId: other, round: 1, page: 1, total: 1, releases: [aCard('o')] }),
    sel.selectionFilled({ queryId: other }),
  )
  for (let turn = 0; turn < 40; turn++) await settle()
  expect(world.requested()).toEqual(Array.from({ length: 300 }, (_, n) => `r${n}`))
  expect(world.story.state.single('selection')).toMatchObject({ queryId: other, ranges: [[0, 1]], run: null })
})

test('H-619: a list that is loaded anew under a run ends what was not found yet, and says so', async () => {
  const world = setUp(300)
  world.happens(sel.selectionFilled({ queryId: q }), sel.selectionApplied({ runId: 'x', action: 'queue' }))
  world.happens(rel.releaseListRefreshed({ queryId: q }))
  for (let turn = 0; turn < 40; turn++) await settle()
  expect(world.queued()).toEqual([])
  expect(world.result()).toEqual({ applied: 0, skipped: 0, failed: 300 })
})

test.each([sel.selectionCleared({}), sel.selectionStopped({})])('$type stops the run', async (stop) => {
  const world = setUp(300)
  world.happens(sel.selectionFilled({ queryId: q }), sel.selectionApplied({ runId: 'x', action: 'wav' }))
  world.happens(stop)
  for (let turn = 0; turn < 40; turn++) await settle()
  expect(world.requested()).toEqual([])
  expect(world.reported).toEqual([])
})

test('of releases that go into a playlist those that fill it are sent, and how many more there were', async () => {
  const world = setUp(1300, () => ({ trackcount: 10 }))
  world.happens(toggle(0), extend(1299))
  await world.apply('playlist', 'p1')
  const added = world.reported.flatMap((draft) => (draft.type === 'playlist.addRequested' ? [draft.payload] : []))
  expect(added.map(({ releases, overReleases }) => [releases.length, overReleases])).toEqual([[500, 800]])
  expect(world.result()).toEqual({ applied: 500, skipped: 0, failed: 0 })
})

test('the songs of everything that is selected go into a playlist with one wish', async () => {
  const world = setUp(300, (place) => (place === 2 ? { duration: 0 } : {}))
  world.happens(toggle(0), extend(149))
  await world.apply('playlist', 'p1')
  const added = world.reported.flatMap((draft) => (draft.type === 'playlist.addRequested' ? [draft.payload] : []))
  expect(added).toHaveLength(1)
  expect(added[0]).toMatchObject({ playlistid: 'p1', tracks: [] })
  expect(added[0]?.releases).toHaveLength(149)
  expect(added[0]?.releases).not.toContain('r2')
  expect(world.result()).toEqual({ applied: 149, skipped: 1, failed: 0 })
})
