// Which cards of the list of playlists render when one of them changes, or plays.
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  playlistChosen,
  playlistListFailed,
  playlistListOpened,
  playlistListReceived,
  playlistMoreWanted,
  playlistReceived,
} from '#core/events/playlists.ts'
import { Renders, show, signedIn, sounds } from '#tests/components/stage.tsx'
import { aPlaylist, aTrack } from '#tests/support/story.ts'
import { PlaylistCard } from './PlaylistCard.tsx'
import { PlaylistGrid } from './PlaylistGrid.tsx'

const IDS = ['a', 'b', 'c']
const queryId = 'sort=-createtime'
const nothing = () => {}

async function cards() {
  const renders = new Renders()
  const read = (round: number, changed: Parameters<typeof aPlaylist>[1] = {}) => [
    playlistListOpened({ queryId }),
    playlistListReceived({
      queryId,
      round,
      from: 1,
      pages: 1,
      total: 3,
      playlists: IDS.map((id) => aPlaylist(id, { tracks: 1, ...(id === 'b' ? changed : {}) })),
    }),
  ]
  const stage = await show(
    <>{IDS.map((id) => renders.of(id, <PlaylistCard playlistid={id} selected={false} onSelect={nothing} />))}</>,
    { story: signedIn().happens(...read(1)) },
  )
  await expect.poll(() => page.getByRole('article').elements().length).toBe(3)
  renders.counts.clear()
  return { ...stage, read, counts: renders.counts }
}

it('of a list that is read anew the card that changed renders', async () => {
  const { happens, read, counts } = await cards()
  happens(...read(2, { name: 'Other' }))
  await expect.element(page.getByRole('article', { name: 'Other' })).toBeVisible()
  expect([...counts.keys()]).toEqual(['b'])
})

it('H-382: where a playlist plays its card renders, and no other, and offers to pause it', async () => {
  const { happens, counts } = await cards()
  happens(
    playlistReceived({ playlist: aPlaylist('b', { tracks: 1 }), songs: [aTrack('r1.1')] }),
    playlistChosen({ playlistid: 'b', trackid: null, itemId: 'i1', requestId: 'q1' }),
    playlistReceived({ playlist: aPlaylist('b', { tracks: 1 }), songs: [aTrack('r1.1')] }),
    ...sounds('q1', 'r1.1', 200),
  )
  await expect.poll(() => document.querySelectorAll('[data-on]').length).toBe(1)
  expect([...counts.keys()]).toEqual(['b'])
  const named = (name: RegExp) => page.getByRole('button', { name }).elements().length
  expect([named(/^Pause /), named(/^Play /)]).toEqual([1, 2])
})

/** A list of so many, of a total that was loaded as far as its end unless said otherwise. */
async function many(count: number, total = count) {
  const playlists = Array.from({ length: count }, (_, n) => aPlaylist(`p${n}`, { name: `List ${n}` }))
  const received = { queryId, round: 1, from: 1, pages: Math.ceil(count / 40), total, playlists }
  const story = signedIn().happens(playlistListOpened({ queryId }), playlistListReceived(received))
  const grid = <PlaylistGrid queryId={queryId} searching={false} onClearSearch={nothing} onRetry={nothing} />
  const stage = await show(
    <div style={{ height: 800, width: 1300, display: 'flex', flexDirection: 'column' }}>{grid}</div>,
    {
      story,
    },
  )
  const box = page.getByTestId('playlists-scroller').element()
  await expect.element(box).toHaveAttribute('data-columns', '3')
  // As whoever scrolls: the place where a page of this address was left in another test is no goal any more.
  box.dispatchEvent(new WheelEvent('wheel'))
  box.scrollTo({ top: 0 })
  return Object.assign(box, { stage })
}
const cells = () => [...document.querySelectorAll<HTMLElement>('li:has(> article)')]
const names = () => cells().map((one) => one.querySelector('h2')?.textContent)
const link = (name: string) => page.getByRole('link', { name, exact: true }).element() as HTMLElement

it('of many those in sight are made, each where it would stand among all', async () => {
  const box = await many(1000)
  await expect.poll(() => cells().length).toBeLessThan(80)
  expect(box.scrollHeight).toBeGreaterThan(333 * 152)
  box.scrollTo({ top: 150 * 152 + 8 })
  await expect.poll(names).toContain('List 450')
  expect(cells().length).toBeLessThan(120)
  const cell = cells().find((one) => one.textContent?.startsWith('List 451'))
  expect(cell?.getAttribute('aria-setsize')).toBe('1000')
  expect(cell?.getAttribute('aria-posinset')).toBe('452')
  expect(cell && cell.getBoundingClientRect().top - box.getBoundingClientRect().top).toBe(0)
  box.scrollTo({ top: box.scrollHeight })
  await expect.poll(names).toContain('List 999')
  expect(box.scrollHeight - box.scrollTop - box.clientHeight).toBeLessThan(2)
})

it('who has the focus in a card keeps it, however far the others are scrolled, and the next key leads to the one beside it', async () => {
  const box = await many(1000)
  link('List 4').focus()
  box.scrollTo({ top: box.scrollHeight })
  await expect.poll(names).toContain('List 999')
  expect(document.activeElement).toBe(link('List 4'))
  const star = page.getByRole('button', { name: 'Star List 4', exact: true }).element() as HTMLElement
  star.focus({ preventScroll: true })
  await userEvent.keyboard('{Tab}')
  expect(document.activeElement).toBe(link('List 5'))
  await expect.poll(names).not.toContain('List 999')
  expect(link('List 5').getBoundingClientRect().bottom).toBeLessThan(900)
})

it('a hundred stand there as they are, to be found in the page', async () => {
  await many(99)
  expect(cells()).toHaveLength(99)
  expect(cells()[0]?.hasAttribute('aria-setsize')).toBe(false)
})

it('of more than is loaded each says its place among all', async () => {
  await many(40, 150)
  expect(cells()).toHaveLength(40)
  expect(cells()[39]?.getAttribute('aria-setsize')).toBe('150')
  expect(cells()[39]?.getAttribute('aria-posinset')).toBe('40')
})

it('says it where those that follow do not come', async () => {
  const { stage } = await many(40, 150)
  stage.happens(playlistMoreWanted({ queryId }), playlistListFailed({ queryId, round: 1, code: 'HTTP_500' }))
  await expect.element(page.getByRole('alert')).toHaveTextContent('The playlists could not be loaded.')
  const before = stage.of('playlist.moreWanted').length
  await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click()
  expect(stage.of('playlist.moreWanted').length).toBeGreaterThan(before)
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
})
