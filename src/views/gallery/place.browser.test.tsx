// Where the list stands and what has the focus, when releases come and go while somebody looks, scrolls and presses.
import { signal } from '@preact/signals-react'
import { expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { libraryMarkAnswered, libraryMarksRequested } from '#core/events/library.ts'
import { releaseListRefreshed, releasePageReceived } from '#core/events/releases.ts'
import { settingListViewChosen } from '#core/events/settings.ts'
import { PAGE_SIZE } from '#core/model/constants.ts'
import { type Alone, focus, openAlone, scroller, slot } from '#tests/components/alone.tsx'
import { openApp } from '#tests/components/app.tsx'
import { middle, mouse } from '#tests/components/hands.ts'
import { KeptMarks } from '#tests/components/marks.ts'
import { type Stage, show, signedIn } from '#tests/components/stage.tsx'
import { aCard } from '#tests/support/story.ts'
import { useSignalValue } from '../kit/useSignalValue.ts'
import Gallery from './Gallery.tsx'

const ROW = 56
const free = () => ({ archived: false, flagged: false, flaggedtrackcount: 0 })
const open = (rows = true) => openAlone({ rows, count: 600, of: free })
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))
const top = (n: number) => slot(n).element().getBoundingClientRect().top
const sameAs = (n: number) => [...document.querySelectorAll(`[data-release-id="r${n}"]`)]

/** These were archived, and the answers come. */
function archive(gallery: Stage, ...places: readonly number[]): void {
  for (const n of places) {
    const call = { requestId: `archive ${n}`, releaseid: `r${n}`, trackid: null }
    const changes = [{ releaseid: `r${n}`, trackid: null, marks: ['archived' as const] }]
    gallery.happens(libraryMarksRequested({ requestId: call.requestId, changes }))
    gallery.happens(libraryMarkAnswered({ ...call, mark: 'archived' }))
  }
}

async function scrollTo(px: number, n: number): Promise<void> {
  scroller().element().scrollTop = px
  await expect.element(slot(n)).toBeInViewport()
  await pause(200)
}

it('a row that the focus kept goes when the focus keeps another one', { tags: ['long'] }, async () => {
  await open()
  focus(slot(2))
  await scrollTo(100 * ROW, 104)
  expect(sameAs(2)).toHaveLength(1)
  focus(slot(104))
  await scrollTo(300 * ROW, 304)
  expect(sameAs(104)).toHaveLength(1)
  expect(sameAs(2)).toEqual([])
  await scrollTo(0, 2)
  expect(sameAs(2)).toHaveLength(1)
})

it('the row that has the focus keeps it when the one kept before comes back where it stood', async () => {
  await open()
  // The ring gives a row the place of the one so many rows before it.
  const size = document.querySelectorAll('[data-release-id]').length
  const far = size * Math.floor(300 / size)
  focus(slot(0))
  await scrollTo(far * ROW, far + 4)
  focus(slot(far))
  await scrollTo(0, 4)
  await expect.element(slot(far)).toHaveFocus()
  expect([sameAs(0).length, sameAs(far).length]).toEqual([1, 1])
  await scrollTo(200 * ROW, 204)
  await scrollTo(far * ROW, far + 4)
  await expect.element(slot(far)).toHaveFocus()
  expect([sameAs(0).length, sameAs(far).length]).toEqual([0, 1])
})

it('keys that jump to the end and back find the row they left', async () => {
  await open()
  const size = document.querySelectorAll('[data-release-id]').length
  const from = 599 % size
  focus(slot(from))
  await userEvent.keyboard('{End}')
  await expect.element(slot(599)).toHaveFocus()
  await userEvent.keyboard('{Home}')
  await expect.element(slot(0)).toHaveFocus()
  expect(sameAs(from)).toHaveLength(1)
  await scrollTo(200 * ROW, 204)
  expect([sameAs(0).length, sameAs(204).length, sameAs(599).length]).toEqual([1, 1, 0])
})

it('what is looked at stays where it is when rows above it leave the list', async () => {
  const gallery = await open()
  await scrollTo(100 * ROW + 20, 101)
  const before = top(101)
  archive(gallery, 3, 50, 7)
  expect(top(101)).toBe(before)
  await scrollTo(scroller().element().scrollTop + 10 * ROW, 112)
  archive(gallery, 4)
  expect(top(111)).toBe(before)
  // What leaves below moves nothing either.
  archive(gallery, 300)
  expect(top(111)).toBe(before)
})

it('cards keep their row, and go by whole rows with what left above them', async () => {
  const gallery = await open(false)
  const columns = new Set(
    [...document.querySelectorAll('[data-release-id]')].map((one) => one.getBoundingClientRect().left),
  ).size
  scroller().element().scrollTop = 6000
  await pause(300)
  const first = [...document.querySelectorAll<HTMLElement>('[data-release-id]')].find(
    (one) => one.getBoundingClientRect().top > 0,
  )
  const n = Number(first?.dataset.releaseId?.slice(1))
  const before = top(n)
  archive(gallery, 0)
  expect(scroller().element().scrollTop).toBe(6000)
  for (let gone = 1; gone < columns; gone++) archive(gallery, gone)
  expect(top(n)).toBe(before)
  expect(scroller().element().scrollTop).toBeLessThan(6000)
})

/** A list that can be left and come back to, and another one in the same place. */
const seen = signal<{ query: string; key: string } | null>(null)
function Visited() {
  const shown = useSignalValue(seen)
  return (
    <div style={{ position: 'fixed', inset: 0, display: 'flex', flexDirection: 'column' }}>
      {shown && <Gallery queryId={shown.query} anchorKey={shown.key} onOpen={() => {}} />}
    </div>
  )
}
const ONE = 'sort=-date'
const pageOf = (query: string, round: number, ids: readonly string[], number: number) =>
  releasePageReceived({
    queryId: query,
    round,
    page: number,
    total: ids.length,
    releases: ids.slice((number - 1) * PAGE_SIZE, number * PAGE_SIZE).map((id) => aCard(id)),
  })
const IDS = Array.from({ length: 200 }, (_, n) => `r${n}`)
const ALL = [1, 2, 3, 4, 5]

/** No visit comes back to where another was left. */
let visits = 0

async function visit(rows: boolean): Promise<Stage> {
  const key = `visit ${++visits}`
  seen.value = { query: ONE, key }
  const story = signedIn().happens(settingListViewChosen({ list: rows }))
  const stage = await show(<Visited />, { window: [1280, 800], story })
  stage.happens(...ALL.map((number) => pageOf(ONE, 1, IDS, number)))
  await expect.element(slot(0)).toBeVisible()
  return stage
}

it('another list that is not there yet begins at its start', async () => {
  const stage = await visit(false)
  scroller().element().scrollTop = 5000
  await pause(200)
  seen.value = { query: 'sort=title', key: `other ${visits}` }
  await pause(200)
  const ids = IDS.map((id) => `t${id}`)
  stage.happens(...ALL.map((number) => pageOf('sort=title', 1, ids, number)))
  await pause(100)
  expect(scroller().element().scrollTop).toBe(0)
})

it.each([[5], [70]])('release %i has the focus again when others came before it meanwhile', async (n) => {
  const stage = await visit(true)
  await scrollTo(Math.max(0, n - 3) * ROW, n)
  focus(slot(n))
  const before = top(n)
  seen.value = null
  await pause(50)
  stage.happens(releaseListRefreshed({ queryId: ONE }))
  seen.value = { query: ONE, key: `visit ${visits}` }
  await pause(50)
  const ids = ['new0', 'new1', 'new2', ...IDS]
  stage.happens(pageOf(ONE, 2, ids, 1))
  await pause(50)
  stage.happens(pageOf(ONE, 2, ids, 2))
  await expect.element(slot(n)).toHaveFocus()
  if (n > 10) expect(top(n)).toBe(before)
})

it('a release that is nowhere near has the focus no more, and what stands in its place does not either', async () => {
  const stage = await visit(true)
  focus(slot(5))
  seen.value = null
  await pause(50)
  stage.happens(releaseListRefreshed({ queryId: ONE }))
  seen.value = { query: ONE, key: `visit ${visits}` }
  await pause(50)
  stage.happens(pageOf(ONE, 2, IDS.filter((id) => id !== 'r5'), 1)) // biome-ignore format: one fact
  await pause(50)
  expect(document.activeElement).toBe(document.body)
})

it('where one stands is kept for the tab when it is hidden: one that is let go hears nothing more', async () => {
  await visit(true)
  focus(slot(3))
  await scrollTo(100 * ROW, 104)
  const state = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  onTestFinished(() => state.mockRestore())
  document.dispatchEvent(new Event('visibilitychange'))
  const kept = new Map(JSON.parse(sessionStorage.getItem('gallery.places') ?? '[]'))
  expect(kept.get(`visit ${visits}`)).toMatchObject({ queryId: ONE, top: 'r100', focus: 3 })
})

const play = (n: number) => slot(n).getByRole('button', { name: /^Play / })
const chosen = (gallery: Alone) => gallery.of('player.releaseChosen').map(({ releaseid }) => releaseid)

it('nothing moves under a pressed pointer: what was pressed is acted on', async () => {
  const gallery = await open()
  await slot(4).hover()
  await expect.element(play(4)).toBeVisible()
  const at = middle(play(4))
  await mouse.to(at)
  await mouse.down(at)
  archive(gallery, 1)
  await pause(50)
  expect(sameAs(1)).toHaveLength(1)
  await mouse.up(at)
  await expect.poll(() => chosen(gallery)).toEqual(['r4'])
  await expect.poll(() => sameAs(1)).toEqual([])
})

it('the rows are free again with the click: what it does is seen in the same task', { tags: ['long'] }, async () => {
  const gallery = await open()
  await slot(4).hover()
  await expect.element(play(4)).toBeVisible()
  let left: number | null = null
  const look = () => {
    archive(gallery, 1)
    left = sameAs(1).length
  }
  window.addEventListener('click', look, { once: true })
  const at = middle(play(4))
  await mouse.to(at)
  await mouse.down(at)
  await mouse.up(at)
  await expect.poll(() => left).toBe(0)
})

it('nothing moves under the open menu of a row', async () => {
  const gallery = await open()
  await slot(4).hover()
  const more = slot(4).getByRole('button', { name: /^More actions/ })
  await more.click()
  await expect.element(page.getByRole('menu')).toBeVisible()
  archive(gallery, 1)
  await pause(50)
  await expect.element(more).toHaveAttribute('aria-expanded', 'true')
  expect(sameAs(1)).toHaveLength(1)
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => sameAs(1)).toEqual([])
})

it('an action pressed by key keeps the focus when the play bar makes the gallery lower', async () => {
  const app = await openApp('/releases', { window: [1024, 768], heardS: 200, answers: new KeptMarks().answers() })
  const card = slot(1)
  const action = (name: RegExp) => card.getByRole('button', { name })
  await expect.element(card).toBeVisible()
  focus(card)
  focus(action(/^Play /))
  const came: EventTarget[] = []
  scroller()
    .element()
    .addEventListener('focusin', ({ target }) => target && came.push(target))
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('region', { name: 'Player' })).toBeVisible()
  // It has been laid out anew once the card has had the focus in between.
  await expect.poll(() => came.includes(card.element())).toBe(true)
  await expect.element(action(/^Pause /)).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(action(/^Play /)).toHaveFocus()
  expect(app.address).toBe('/releases')
})
