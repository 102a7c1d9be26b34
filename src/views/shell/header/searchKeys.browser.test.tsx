// Whose the keys are between the search box and the view under it.
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { searchAnswered, searchSeen } from '#core/events/search.ts'
import { EMPTY_RESULT } from '#core/model/search/merge.ts'
import { ALL, box, boxElement, openBox, openSearch, pause, TERM, TOP, topResults } from '#tests/components/found.ts'

const results = () => page.getByRole('region', { name: 'Search', exact: true }).last()
const isFound = () => expect.poll(() => document.querySelectorAll('[data-search-view] [data-skeleton]').length).toBe(0)

it('arrows walk through the view that lies over a page of results', { tags: ['long'] }, async () => {
  await openSearch(`/search/top?q=${TERM}`)
  await expect.element(topResults()).toBeVisible()
  await box().fill(`${TERM} sea`)
  await expect.poll(() => document.querySelectorAll('[data-search-view]').length).toBe(2)
  const [best] = TOP
  await expect
    .element(results().getByRole('listitem').first())
    .toHaveTextContent(best?.kind === 'label' ? best.label : 'a label')
  await isFound()
  const items = [...results().element().querySelectorAll('[data-search-item]')]
  for (const [key, at] of [['ArrowDown', 0], ['ArrowDown', 1], ['End', -1], ['Home', 0]] as const) {
    await userEvent.keyboard(`{${key}}`)
    expect(document.activeElement, key).toBe(items.at(at))
  } // biome-ignore format: one row of keys
})

it('Escape on what was found leads back to the box and leaves the view', { tags: ['long'] }, async () => {
  await openBox()
  await box().fill(TERM)
  await isFound()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(box()).not.toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(box()).toHaveFocus()
  await pause(200)
  await expect.element(results()).not.toBeInTheDocument()
})

it('letters that are typed from a result go on in the box and are no shortcuts', { tags: ['long'] }, async () => {
  const app = await openBox()
  await box().fill(TERM)
  await isFound()
  await results().getByRole('button', { name: /^Play / }).first().click() // biome-ignore format: one press
  await expect.poll(() => app.state.single('player').song).not.toBeNull()
  const told = app.told.length
  boxElement().focus()
  await userEvent.keyboard('{ArrowDown}m')
  await expect.element(box()).toHaveValue(`${TERM}m`)
  expect(app.told.slice(told).filter(({ type }) => type.startsWith('player.'))).toEqual([])
  await expect.poll(() => results().getByRole('listitem').elements().length).toBeGreaterThan(0)
  await userEvent.keyboard('{Backspace}')
  await isFound()
  await userEvent.keyboard('{ArrowDown}?')
  await expect.element(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
})

it('the menu of a song that was found is used with the keys', { tags: ['long'] }, async () => {
  const app = await openBox()
  await box().fill(TERM)
  await isFound()
  const more = results().getByRole('button', { name: /^More/ }).first() // biome-ignore format: one button
  ;(more.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}{ArrowDown}')
  const first = page.getByRole('menuitem').first()
  await expect.element(first).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument()
  expect(app.of('queue.releaseAdded')).toHaveLength(1)
  await expect.element(more).toHaveFocus()
  await expect.element(results()).toBeVisible()
})

it('/ in an open menu is the menu’s', async () => {
  await openBox()
  ;(page.getByRole('button', { name: 'Account menu' }).element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}{ArrowDown}')
  const menu = page.getByRole('menu')
  await expect.poll(() => menu.elements()[0]?.contains(document.activeElement)).toBe(true)
  const before = document.activeElement
  await userEvent.keyboard('/')
  expect(document.activeElement).toBe(before)
  await expect.element(menu).toBeVisible()
})

it('keys of signs that are being composed are not the box’s', async () => {
  await openBox()
  await box().fill(TERM)
  await isFound()
  for (const key of ['Escape', 'ArrowDown'])
    boxElement().dispatchEvent(new KeyboardEvent('keydown', { key, isComposing: true, bubbles: true }))
  await expect.element(box()).toHaveFocus()
  await expect.element(box()).toHaveValue(TERM)
})

/** What this device knows, before the server has answered. */
async function openSeen() {
  const app = await openBox({ answers: { 'GET /search': () => new Promise<never>(() => {}) } })
  await box().fill(TERM)
  const askId = app.of('search.asked').at(-1)?.askId ?? ''
  const resultOf = (tracks: typeof ALL.tracks) => ({ ...EMPTY_RESULT, tracks: { items: tracks, total: tracks.length } })
  const [first, second] = ALL.tracks
  if (!first || !second) throw new Error('no tracks')
  const row = (hit: { title: string }) => results().getByRole('link', { name: hit.title, exact: true })
  // Some time after the letters this device looks, and found nothing.
  await pause(300)
  app.happens(searchSeen({ place: 'box', askId, result: { ...resultOf([first, second]), top: { items: [first, second], total: 2 } } })) // biome-ignore format: one answer
  await expect.element(row(second).last()).toBeVisible()
  const answer = (tracks: typeof ALL.tracks) => {
    const better = tracks.map((hit) => ({ ...hit, _score: 0.9 }))
    app.happens(searchAnswered({ place: 'box', askId, result: { ...resultOf(better), top: { items: better.slice(0, 6), total: 6 } } })) // biome-ignore format: one answer
  }
  return { app, first, second, row, answer }
}

it('a result that a later answer pushes off the screen gives the focus to its neighbour, or to the box', async () => {
  const { app, second, row, answer } = await openSeen()
  ;(row(second).first().element() as HTMLElement).focus()
  const left = document.activeElement
  const { volume } = app.state.single('player')
  answer(ALL.tracks.slice(4, 12))
  await expect.poll(() => left?.isConnected).toBe(false)
  expect(document.activeElement).not.toBe(document.body)
  await userEvent.keyboard('{ArrowDown}')
  expect(results().element().contains(document.activeElement)).toBe(true)
  expect(app.state.single('player').volume).toBe(volume)
  await userEvent.keyboard('{Escape}')
  await expect.element(results()).not.toBeInTheDocument()
  await expect.element(box()).toHaveFocus()
})

it('Escape leaves the view when a press between the results has left the focus nowhere', async () => {
  await openSeen()
  boxElement().blur()
  await userEvent.keyboard('{Escape}')
  await expect.element(results()).not.toBeInTheDocument()
  await expect.element(box()).toHaveFocus()
})
