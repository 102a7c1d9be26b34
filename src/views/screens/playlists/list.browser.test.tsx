// The list of playlists: what its cards say and do, its order, its search, and how it looks.
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type AppSurroundings, openApp } from '#tests/components/app.tsx'
import { axeFaults } from '#tests/components/axe.ts'
import { fillIn } from '#tests/components/filled.ts'
import { KeptPlaylists, someTracks } from '#tests/components/playlists.ts'
import { type Answers, failure } from '#tests/components/wire.ts'
import { AGAIN_MS } from '../../kit/time/useAskAgain.ts'

let kept: KeptPlaylists
beforeEach(() => {
  kept = new KeptPlaylists()
})

const at = (path: string, around: AppSurroundings = {}, answers: Answers = {}) =>
  openApp(path, { ...around, answers: { ...answers, ...kept.answers(), ...answers } })
const article = (name: string) => page.getByRole('article', { name, exact: true })
const articles = () => page.getByRole('article').elements()
const button = (of: string, name: string) => article(of).getByRole('button', { name, exact: true })
const names = () =>
  page
    .getByRole('list', { name: 'Playlists' })
    .getByRole('article')
    .getByRole('heading')
    .elements()
    .map((one) => one.textContent)

it('ROUTE-016, PLAYLIST-006: shows each with its name, its number of songs, a star and play', {
  tags: ['long'],
}, async () => {
  kept.make('Morning show', someTracks(2))
  kept.make('Nothing yet')
  await at('/playlists')
  await expect.element(page.getByRole('heading', { name: 'Playlists', level: 1 })).toBeVisible()
  await expect.element(article('Morning show')).toHaveTextContent('2 songs')
  await expect.element(button('Morning show', 'Play Morning show')).toBeVisible()
  await expect.element(button('Morning show', 'Star Morning show')).toHaveAttribute('aria-pressed', 'false')
  expect(article('Morning show').element().querySelector('img')?.getAttribute('src')).toContain('/icon-180.png?r1.a')
  await expect.element(article('Nothing yet')).toHaveTextContent('0 songs')
})

it('PLAYLIST-010: one without songs cannot be played', async () => {
  const id = kept.make('Nothing yet')
  const app = await at('/playlists')
  await expect.element(button('Nothing yet', 'Play Nothing yet')).toHaveAttribute('aria-disabled', 'true')
  await expect.element(button('Nothing yet', 'Play Nothing yet')).toHaveAccessibleDescription(/no songs/)
  await button('Nothing yet', 'Play Nothing yet').click({ force: true })
  // By touch, too: the press that does nothing says why.
  const touched = new PointerEvent('pointerup', { pointerType: 'touch', bubbles: true })
  button('Nothing yet', 'Play Nothing yet').element().dispatchEvent(touched)
  await expect.element(page.getByText('There are no songs in this playlist')).toBeVisible()
  await at(`/playlists/${id}`)
  const play = page.getByRole('main').getByRole('button', { name: 'Play', exact: true })
  await expect.element(play).toHaveAttribute('aria-disabled', 'true')
  expect(app.told.map(({ type }) => type)).not.toContain('playlist.chosen')
})

it('PLAYLIST-003: has as many columns as the rule', async () => {
  for (const name of ['a', 'b', 'c', 'd', 'e']) kept.make(name)
  await at('/playlists')
  await expect.poll(() => articles().length).toBe(5)
  for (const [width, columns] of [
    [390, 1],
    [1280, 2],
    [1920, 4],
  ] as const) {
    await page.viewport(width, 800)
    await expect.element(page.getByTestId('playlists-scroller')).toHaveAttribute('data-columns', String(columns))
    const tops = articles().map((one) => one.getBoundingClientRect().top)
    expect(tops.filter((top) => top === tops[0])).toHaveLength(columns)
  }
})

it('PLAYLIST-003: stands in its columns from the first, so that no card moves from under a press', {
  tags: ['long'],
}, async () => {
  const seen: (string | undefined)[] = []
  const watch = new MutationObserver(() => {
    const grid = document.querySelector<HTMLElement>('[data-testid="playlists-scroller"]')
    if (grid) seen.push(grid.dataset.columns)
  })
  watch.observe(document.body, { childList: true, subtree: true })
  kept.make('a')
  await at('/playlists')
  await expect.poll(() => articles().length).toBe(1)
  watch.disconnect()
  const now = page.getByTestId('playlists-scroller').element().getAttribute('data-columns')
  expect(Number(now)).toBeGreaterThan(1)
  expect(seen[0]).toBe(now)
})

it('PLAYLIST-004: sorts by newest, A-Z and starred, and by nothing', { tags: ['long'] }, async () => {
  for (const name of ['Beta', 'Alpha', 'Gamma']) kept.make(name)
  const app = await at('/playlists')
  await expect.poll(names).toEqual(['Gamma', 'Alpha', 'Beta'])
  const sort = page.getByRole('radiogroup', { name: 'Sort' })
  await sort.getByRole('radio', { name: 'A-Z' }).click()
  await expect.poll(names).toEqual(['Alpha', 'Beta', 'Gamma'])
  await button('Beta', 'Star Beta').click()
  await sort.getByRole('radio', { name: 'Starred' }).click()
  await expect.poll(names).toEqual(['Beta', 'Gamma', 'Alpha'])
  const asked = () => app.wire.of('GET /playlists').map(({ query }) => query.get('sort'))
  expect(asked()).toEqual(expect.arrayContaining(['-date', 'name', '-pinned']))
  expect(asked()).not.toContain(null)
  await sort.getByRole('radio', { name: 'Starred' }).click()
  await expect.poll(() => asked().at(-1)).toBeNull()
  expect(sort.element().querySelectorAll('[aria-checked="true"]')).toHaveLength(0)
})

it('PLAYLIST-005: searches on the server once the keys rest', async () => {
  for (const name of ['Late night', 'Early light', 'Drive']) kept.make(name)
  const app = await at('/playlists')
  await expect.poll(() => articles().length).toBe(3)
  const box = page.getByRole('searchbox', { name: 'Search playlists' })
  const asked = () => app.wire.of('GET /playlists').flatMap(({ query }) => query.get('filter') ?? [])
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  for (const text of ['i', 'ig', 'igh', 'ight']) {
    fillIn([[box, text]])
    await new Promise(requestAnimationFrame)
    vi.advanceTimersByTime(299)
  }
  expect(asked()).toEqual([])
  vi.advanceTimersByTime(1)
  vi.useRealTimers()
  await expect.poll(names).toEqual(['Early light', 'Late night'])
  expect(asked()).toEqual(['ight'])
  await box.fill('zzz')
  await expect.element(page.getByRole('heading', { name: 'No playlist by that name' })).toBeVisible()
})

it('the search keeps a space at its end, and is cleared at once by who has the focus in it then', {
  tags: ['long'],
}, async () => {
  for (const name of ['Late night', 'Early light']) kept.make(name)
  const app = await at('/playlists')
  await expect.poll(() => articles().length).toBe(2)
  const box = page.getByRole('searchbox', { name: 'Search playlists' })
  const clear = page.getByRole('group', { name: 'Playlist list' }).getByRole('button', { name: 'Clear the search' })
  await box.fill('late ')
  await expect.poll(() => app.address).toBe('/playlists?q=late')
  await expect.poll(names).toEqual(['Late night'])
  await expect.element(box).toHaveValue('late ')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  await clear.click()
  await expect.element(box).toHaveValue('')
  await expect.element(box).toHaveFocus()
  await expect.poll(() => articles().length).toBe(2)
  // Before anything was asked.
  fillIn([[box, 'zzz']])
  await clear.click()
  await expect.element(box).toHaveValue('')
  await expect.element(box).toHaveFocus()
  vi.advanceTimersByTime(1000)
  await new Promise(requestAnimationFrame)
  expect(app.address).toBe('/playlists')
  fillIn([[box, 'zzz']])
  await expect
    .poll(() => {
      vi.advanceTimersByTime(300)
      return app.address
    })
    .toBe('/playlists?q=zzz')
  // H-627: the way back from nothing found has a name of its own.
  const whole = page.getByRole('main').getByRole('button', { name: 'Show all playlists' })
  await expect.element(page.getByRole('heading', { name: 'No playlist by that name' })).toBeVisible()
  expect(page.getByRole('button', { name: 'Clear the search' }).elements()).toHaveLength(1)
  await whole.click()
  await expect.element(box).toHaveValue('')
  await expect.poll(() => articles().length).toBe(2)
  expect(document.activeElement).toBe(page.getByRole('main').element())
})

it('PLAYLIST-029: a star fills, stands in the sidebar, and clears', { tags: ['long'] }, async () => {
  const id = kept.make('Late night')
  const star = button('Late night', 'Star Late night')
  const fill = () => star.element().querySelector('svg')?.getAttribute('fill')
  const starred = page.getByRole('navigation', { name: 'Starred playlists' })
  await at('/playlists')
  await star.click()
  await expect.element(star).toHaveAttribute('aria-pressed', 'true')
  expect(fill()).toBe('currentColor')
  await expect.element(starred.getByRole('link', { name: 'Late night' })).toBeVisible()
  await expect.poll(() => kept.find(id)?.pinned).toBe(true)
  await at('/playlists')
  await expect.element(star).toHaveAttribute('aria-pressed', 'true')
  await expect.element(starred.getByRole('link', { name: 'Late night' })).toBeVisible()
  await star.click()
  await expect.element(star).toHaveAttribute('aria-pressed', 'false')
  expect(fill()).toBe('none')
  await expect.element(starred).not.toBeInTheDocument()
  await expect.poll(() => kept.find(id)?.pinned).toBe(false)
})

it('PLAYLIST-005: a search of an address that is too long is cut as its field cuts it', async () => {
  kept.make('夜'.repeat(100))
  await at(`/playlists?q=${encodeURIComponent('夜'.repeat(500))}`)
  await expect.poll(() => articles().length).toBe(1)
  await expect.element(page.getByRole('searchbox', { name: 'Search playlists' })).toHaveValue('夜'.repeat(100))
})

it('all that have a star stand in the sidebar, more than a page holds', async () => {
  for (let n = 0; n < 45; n++) {
    const one = kept.find(kept.make(`List ${n}`))
    if (one) one.pinned = n > 1
  }
  const app = await at('/releases')
  const links = page.getByRole('navigation', { name: 'Starred playlists' }).getByRole('link')
  await expect.poll(() => links.elements().length).toBe(43)
  const asked = () => app.wire.of('GET /playlists').map(({ query }) => query.get('page'))
  expect(asked()).toEqual(['1', '2'])
})

it('those with a star are asked for again when they could not be had, and stand in the sidebar then', async () => {
  const one = kept.find(kept.make('Late night'))
  if (one) one.pinned = true
  let isAway = true
  let asked = 0
  const list = kept.answers()['GET /playlists']
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  await at(
    '/releases',
    {},
    {
      'GET /playlists': (call, found) => {
        asked += 1
        if (isAway) return failure(500, 'SERVER_ERROR', 'no')
        return typeof list === 'function' ? list(call, found) : list
      },
    },
  )
  await expect.poll(() => asked).toBe(1)
  isAway = false
  const link = page.getByRole('navigation', { name: 'Starred playlists' }).getByRole('link', { name: 'Late night' })
  await expect
    .poll(() => {
      vi.advanceTimersByTime(1000)
      return link.query()
    })
    .not.toBeNull()
})

it('PLAYLIST-030: its covers follow each other while somebody looks, and stand where movement is reduced', {
  tags: ['long'],
}, async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  kept.make('Covers', someTracks(4))
  const carousel = () => article('Covers').element().querySelector<HTMLElement>('[data-carousel]')
  const place = () => [...(carousel()?.children ?? [])].findIndex((one) => one.hasAttribute('data-shown'))
  const look = () => article('Covers').hover()
  const rendered = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
  const lookAway = () => userEvent.hover(page.css('#root'), { position: { x: 5, y: 300 } })
  await at('/playlists')
  await lookAway()
  await expect.poll(() => carousel()?.dataset.carousel).toBe('still')
  expect(place()).toBe(0)
  const timers = vi.getTimerCount()
  await look()
  // A poll would move the clock on.
  while (vi.getTimerCount() === timers) await rendered()
  expect(carousel()?.dataset.carousel).toBe('turning')
  vi.advanceTimersByTime(1999)
  await rendered()
  expect(place()).toBe(0)
  vi.advanceTimersByTime(1)
  await rendered()
  expect(place()).toBe(1)
  await lookAway()
  await expect.poll(place).toBe(0)
  await at('/playlists', { reducedMotion: true })
  await expect.element(article('Covers')).toBeVisible()
  await look()
  await expect.poll(() => article('Covers').element().matches(':hover')).toBe(true)
  expect(carousel()?.dataset.carousel).toBe('still')
  vi.advanceTimersByTime(2000)
  await rendered()
  expect(carousel()?.dataset.carousel).toBe('still')
  expect(place()).toBe(0)
})

it('says that it could not be loaded, and loads when asked again', async () => {
  kept.make('Late night')
  const app = await at('/playlists', {}, { 'GET /playlists': () => failure(500) })
  await expect.element(page.getByRole('alert')).toHaveTextContent('could not be loaded')
  app.wire.answer(kept.answers())
  await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click()
  await expect.element(article('Late night')).toBeVisible()
})

it.each([
  ['the playlists are', '/playlists', 'GET /playlists'],
  ['one playlist is', '/playlists/:id', 'GET /playlists/:id'],
])('%s asked for again without a press', async (_, path, call) => {
  const id = kept.make('Late night', someTracks(1))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const app = await at(path.replace(':id', id), {}, { [call]: () => failure(500) })
  const alert = page.getByRole('main').getByRole('alert')
  await expect.element(alert).toHaveTextContent('could not be loaded')
  app.wire.answer(kept.answers())
  vi.advanceTimersByTime(1.25 * AGAIN_MS)
  await expect.element(page.getByRole('main').getByText('Late night').first()).toBeVisible()
  await expect.element(alert).not.toBeInTheDocument()
})

it.each([
  ['the playlists', '/playlists', 'GET /playlists'],
  ['one playlist', '/playlists/:id', 'GET /playlists/:id'],
])('H-134, H-350: %s: not asked for again before the time the server named', async (_, path, call) => {
  const id = kept.make('Late night', someTracks(1))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const later = new Response('', { status: 503, headers: { 'Retry-After': '600' } })
  const app = await at(path.replace(':id', id), {}, { [call]: () => later.clone() })
  const main = page.getByRole('main')
  await expect.element(main.getByRole('alert')).toHaveTextContent('could not be loaded')
  const asked = app.wire.of(call).length
  app.wire.answer(kept.answers())
  for (let n = 0; n < 10; n++) {
    vi.advanceTimersByTime(59_000)
    // What a timer asked for goes out in tasks of its own.
    await new Promise(requestAnimationFrame)
  }
  expect(app.wire.of(call)).toHaveLength(asked)
  await expect
    .poll(() => {
      vi.advanceTimersByTime(60_000)
      return main.element().textContent
    })
    .toContain('Late night')
})

/** Leaves the list that has "Late night", and finds there on the way back what was made elsewhere meanwhile. */
async function comeBackTo(address: string) {
  const app = await at(address)
  await expect.element(article('Late night')).toBeVisible()
  app.go('/releases')
  await expect.element(article('Late night')).not.toBeInTheDocument()
  kept.make('From the phone')
  app.go(address)
  await expect.element(article('From the phone')).toBeVisible()
  return app
}

it('what another tab or device made of the playlists is seen by whoever comes back to them', async () => {
  const id = kept.make('Late night', someTracks(1))
  const app = await comeBackTo('/playlists')
  app.go(`/playlists/${id}`)
  const tracks = () => document.querySelectorAll('[data-track-id]').length
  await expect.poll(tracks).toBe(1)
  app.go('/playlists')
  await expect.element(article('Late night')).toBeVisible()
  const one = kept.find(id)
  if (one) one.tracks = someTracks(3)
  app.go(`/playlists/${id}`)
  await expect.poll(tracks).toBe(3)
})

it('H-135: so it is of those in no order', async () => {
  kept.make('Late night')
  await comeBackTo('/playlists?sort=none')
})

it('H-135: that there are none stands while it is asked anew', async () => {
  const app = await at('/playlists')
  const said = page.getByRole('heading', { name: 'No playlists yet' })
  await expect.element(said).toBeVisible()
  app.go('/releases')
  await expect.element(said).not.toBeInTheDocument()
  app.wire.answer({ 'GET /playlists': () => new Promise(() => {}) })
  const asked = () => app.wire.of('GET /playlists').filter(({ query }) => query.get('sort') === '-date').length
  const before = asked()
  app.go('/playlists')
  await expect.poll(asked).toBeGreaterThan(before)
  await expect.element(said).toBeVisible()
})

it('those that follow come also while the first are read anew', async () => {
  for (let n = 0; n < 45; n++) kept.make(`Number ${n}`)
  const app = await at('/playlists')
  await expect.poll(() => articles().length).toBe(40)
  app.go('/settings')
  await expect.poll(() => articles().length).toBe(0)
  // All of the first page is in sight now, and what follows it at once.
  await page.viewport(1440, 6000)
  app.go('/playlists')
  await expect.poll(() => articles().length).toBe(45)
})

it('whoever comes back to many finds them where they were left, with those in sight made alone', {
  tags: ['long'],
}, async () => {
  const ids = Array.from({ length: 230 }, (_, n) => kept.make(`Number ${n}`))
  const app = await at('/playlists')
  const box = () => page.getByTestId('playlists-scroller').element()
  await expect
    .poll(() => {
      box().scrollTo({ top: box().scrollHeight })
      return names().at(-1)
    })
    .toBe('Number 0')
  expect(articles().length).toBeLessThan(120)
  box().scrollTo({ top: 60 * 152 })
  await expect.poll(names).toContain('Number 100')
  const top = box().scrollTop
  app.go(`/playlists/${ids[100]}`)
  await expect.element(page.getByTestId('playlist-scroller')).toBeVisible()
  history.back()
  await expect.poll(names).toContain('Number 100')
  await expect.poll(() => box().scrollTop).toBe(top)
  expect(articles().length).toBeLessThan(120)
  expect(await axeFaults()).toEqual([])
})

it('has nothing to say against it in axe', { tags: ['long'] }, async () => {
  const id = kept.make('Morning show', someTracks(6), 'Slow ones')
  await at('/playlists')
  await expect.element(article('Morning show')).toBeVisible()
  expect(await axeFaults()).toEqual([])
  await at(`/playlists/${id}`)
  await expect.poll(() => document.querySelectorAll('[data-track-id]').length).toBe(6)
  expect(await axeFaults()).toEqual([])
  await page.getByRole('button', { name: 'Edit' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Edit playlist' })).toBeVisible()
  expect(await axeFaults()).toEqual([])
})

it('Enter that ends a composed word searches for nothing yet', async () => {
  kept.make('Late night')
  const app = await at('/playlists')
  await expect.poll(() => articles().length).toBe(1)
  const box = page.getByRole('searchbox', { name: 'Search playlists' })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  fillIn([[box, 'に']])
  const press = (isComposing: boolean) =>
    box.element().dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', isComposing, bubbles: true }))
  press(true)
  await new Promise(requestAnimationFrame)
  expect(app.address).toBe('/playlists')
  press(false)
  await expect.poll(() => new URLSearchParams(app.address.split('?')[1]).get('q')).toBe('に')
})

it('says that a playlist loads in a region that stood before, and that it does no longer', async () => {
  const id = kept.make('Late night', someTracks(1))
  let answer = () => {}
  const asked = new Promise<void>((done) => {
    answer = done
  })
  const whole = kept.answers()['GET /playlists/:id']
  await at(`/playlists/${id}`, {}, { 'GET /playlists/:id': (...call) => asked.then(() => whole?.(...call)) })
  const region = page.getByTestId('playlist-scroller').getByRole('status')
  await expect.element(region.first()).toHaveTextContent('Loading the playlist')
  const standing = region.first().element()
  answer()
  await expect.element(page.getByRole('heading', { name: 'Late night' })).toBeVisible()
  await expect.poll(() => standing.textContent).toBe('')
  expect(standing.isConnected).toBe(true)
})

it('PLAYLIST-030: its covers go on while its name has the focus, though the pointer goes over it and away', async () => {
  kept.make('Covers', someTracks(4))
  await at('/playlists')
  const carousel = page.css('[data-carousel]')
  const turns = (how: string) => expect.element(carousel).toHaveAttribute('data-carousel', how)
  const lookAway = () => userEvent.hover(page.css('#root'), { position: { x: 5, y: 300 } })
  await lookAway()
  await turns('still')
  const name = article('Covers').getByRole('link', { name: 'Covers' }).element() as HTMLElement
  name.focus()
  await turns('turning')
  await article('Covers').hover()
  await expect.poll(() => article('Covers').element().matches(':hover')).toBe(true)
  await lookAway()
  await expect.poll(() => article('Covers').element().matches(':hover')).toBe(false)
  await turns('turning')
  name.blur()
  await turns('still')
})
