// The search box of the header, and the view it opens over a page.
import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { axeFaults } from '#tests/components/axe.ts'
import {
  box,
  boxElement,
  calls,
  card,
  openBox,
  openSearch,
  pause,
  releasesOf,
  TERM,
  TOP,
  tab,
  topResults,
  typeAhead,
  view,
  words,
} from '#tests/components/found.ts'
import { someCards } from '#tests/components/wire.ts'
import { galleryPlace } from '../../screens/galleryPlace.state.ts'

const accountMenu = () => page.getByRole('button', { name: 'Account menu' }).element() as HTMLElement
const recent = () => view().getByRole('list', { name: 'Recent searches' })

async function search(text: string): Promise<void> {
  await box().fill(text)
  await userEvent.keyboard('{Enter}')
}

it('SHELL-013: stands in the middle of the header, and the key / leads to it', async () => {
  await openBox()
  await expect.element(page.getByRole('banner').getByRole('searchbox', { name: 'Search' })).toBeVisible()
  const at = boxElement().getBoundingClientRect()
  const head = page.getByRole('banner').element().getBoundingClientRect()
  expect(at.width).toBeGreaterThan(0)
  expect(at.width).toBeLessThanOrEqual(440)
  expect(Math.abs(at.x + at.width / 2 - (head.x + head.width / 2))).toBeLessThan(60)
  await userEvent.keyboard('/')
  await expect.element(box()).toHaveFocus()
  await expect.element(box()).toHaveValue('')
})

it('SEARCH-001: opens the search view on focus, after 100 ms', async () => {
  await openBox()
  await expect.element(view()).not.toBeInTheDocument()
  // The view's script is there, so that the delay is measured and not the way to the server.
  boxElement().focus()
  await expect.element(view()).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(view()).not.toBeInTheDocument()
  accountMenu().focus()
  const from = performance.now()
  boxElement().focus()
  while (!document.querySelector('main [data-search-view]')) await new Promise(requestAnimationFrame)
  const after = performance.now() - from
  expect(after).toBeGreaterThanOrEqual(99)
  expect(after).toBeLessThan(1000)
})

it('SEARCH-002: deleting what was typed restores the page under the view', { tags: ['long'] }, async () => {
  const app = await openBox()
  const scroller = page.getByTestId('gallery-scroller')
  scroller.element().scrollTo({ top: 1500 })
  await box().fill(TERM)
  await expect.element(view()).toBeVisible()
  await expect.element(scroller).not.toBeVisible()
  await box().fill('')
  await expect.element(view()).not.toBeInTheDocument()
  await expect.element(card()).toBeVisible()
  expect(app.address).toBe('/releases')
  expect(scroller.element().scrollTop).toBe(1500)
  await expect.element(box()).toHaveFocus()
})

it('what lies under the view comes with it: no card is styled anew, and what was made narrower meanwhile fits', async () => {
  await openBox()
  const cards = () => [...document.querySelectorAll<HTMLElement>('main [data-release-id]')].filter((one) => !one.hidden)
  const columns = () => new Set(cards().map((one) => one.offsetLeft)).size
  await expect.poll(columns).toBeGreaterThan(3)
  const before = columns()
  await typeAhead('n')
  await expect.element(view()).toBeVisible()
  const [first] = cards()
  expect([first?.checkVisibility(), first && getComputedStyle(first).visibility]).toEqual([false, 'visible'])
  await page.viewport(800, 900)
  await box().fill('')
  await expect.poll(columns).toBeLessThan(before)
  expect(cards()[0]?.checkVisibility()).toBe(true)
})

it('SEARCH-003: Enter leads to the results of what was typed', async () => {
  const app = await openBox()
  await search('  ac/dc & more ')
  await expect.poll(() => app.address).toBe('/search/top?q=ac%2Fdc%20%26%20more')
  await expect.element(box()).toHaveValue('ac/dc & more')
  await expect.poll(() => view().elements().length).toBe(1)
})

it('SEARCH-004: clearing the box returns to the releases', { tags: ['long'] }, async () => {
  const app = await openBox()
  await search(TERM)
  await expect.poll(() => app.address).toMatch(/^\/search\//)
  await page.getByRole('button', { name: 'Clear search', exact: true }).click()
  await expect.poll(() => app.address).toBe('/releases')
  await expect.element(box()).toHaveValue('')
  await expect.element(card()).toBeVisible()
})

it('SEARCH-004: the focus is then where what is left on the page can be reached', { tags: ['long'] }, async () => {
  const app = await openBox()
  await box().fill(TERM)
  await page.getByRole('button', { name: 'Clear search', exact: true }).click()
  await expect.element(box()).toHaveValue('')
  await expect.element(page.getByRole('main')).toHaveFocus()
  await pause(200)
  await expect.element(view()).not.toBeInTheDocument()
  expect(app.address).toBe('/releases')
})

it('SEARCH-005, SEARCH-017: an operator without its word asks nothing, finds nothing missing and is not remembered', async () => {
  const app = await openBox()
  await box().fill('artist:')
  await expect.element(view().getByRole('heading', { name: 'Recent searches' })).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => app.address).toBe('/search/top?q=artist%3A')
  await expect.element(view().getByText('What you search for will be listed here')).toBeVisible()
  expect(page.getByText('No results').elements()).toEqual([])
  expect(calls(app)).toEqual([])
})

it('of two operators of the tips that are pressed one after the other the second is meant', async () => {
  await openBox()
  boxElement().focus()
  await view().getByRole('button', { name: /^label:/ }).click() // biome-ignore format: one press
  await expect.element(box()).toHaveValue('label:"')
  await view().getByRole('button', { name: /^artist:/ }).click() // biome-ignore format: one press
  await expect.element(box()).toHaveValue('artist:')
  await expect.element(view().getByRole('heading', { name: 'Recent searches' })).toBeVisible()
})

it('SEARCH-005: blanks ask nothing, lead nowhere and are not remembered', { tags: ['long'] }, async () => {
  const app = await openBox()
  for (const text of ['', '   ']) await search(text)
  await pause(500)
  expect(app.address).toBe('/releases')
  expect(calls(app)).toEqual([])
  app.go('/search')
  await expect.element(view().getByText('What you search for will be listed here')).toBeVisible()
  expect(calls(app)).toEqual([])
  // What counts the calls does see them.
  await box().fill(TERM)
  await expect.poll(() => calls(app).length).toBeGreaterThan(0)
})

it('arrows walk from the box through what was found and back', { tags: ['long'] }, async () => {
  await openBox()
  await box().fill(TERM)
  const [best] = TOP
  await expect
    .element(view().getByRole('listitem').first())
    .toHaveTextContent(best?.kind === 'label' ? best.label : 'a label')
  await expect.poll(() => document.querySelectorAll('[data-search-view] [data-skeleton]').length).toBe(0)
  const items = [...document.querySelectorAll('[data-search-view] [data-search-item]')]
  for (const [key, at] of [['ArrowDown', 0], ['ArrowDown', 1], ['ArrowUp', 0], ['End', -1], ['Home', 0]] as const) {
    await userEvent.keyboard(`{${key}}`)
    expect(document.activeElement, key).toBe(items.at(at))
  } // biome-ignore format: one row of keys
  await userEvent.keyboard('{ArrowUp}')
  await expect.element(box()).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}x')
  await expect.element(box()).toHaveValue(`${TERM}x`)
  await userEvent.keyboard('{Escape}')
  await expect.element(view()).not.toBeInTheDocument()
  await expect.element(box()).toHaveValue('')
})

it('going elsewhere with the keyboard closes the view', async () => {
  await openBox()
  boxElement().focus()
  await expect.element(view()).toBeVisible()
  accountMenu().focus()
  await expect.element(view()).not.toBeInTheDocument()
})

describe('while somebody types', () => {
  it('what this device has seen is there before the server has answered, accents forgiven; a slip waits for its word', async () => {
    const all = someCards(60, (n) => (n === 3 ? { title: 'Slow Tide', artist: 'Kettéring Men' } : {}))
    await openBox({
      answers: {
        'GET /releases': () => ({ releases: all.slice(0, 40), total: 60 }),
        'GET /search': () => new Promise(() => {}),
      },
    })
    boxElement().focus()
    await userEvent.keyboard('kette')
    await expect.element(view().getByText('Slow Tide', { exact: true }).first()).toBeVisible()
    await expect.poll(() => document.querySelector('[data-search-view] mark')?.textContent).toBe('Ketté')
    await box().fill('ketetring')
    await expect.poll(() => view().getByText('Slow Tide', { exact: true }).elements()).toEqual([])
  })

  it('an operator of the tips stands in the box, ready for its word, and narrows', { tags: ['long'] }, async () => {
    const app = await openBox()
    boxElement().focus()
    await view().getByRole('button', { name: /^artist:/ }).click() // biome-ignore format: one press
    await expect.element(box()).toHaveValue('artist:')
    await expect.element(box()).toHaveFocus()
    await userEvent.keyboard('"Northern Band 3"{Enter}')
    await expect.poll(() => app.address).toMatch(/q=artist%3A/)
    await tab('Releases').click()
    const own = releasesOf('artist', 'Northern Band 3')
    const list = view().getByRole('list', { name: 'Releases' })
    await expect.poll(() => list.getByRole('listitem').elements().length).toBe(own.length)
    await expect.element(list.getByText(own[0]?.title ?? '', { exact: true })).toBeVisible()
  })

  it('what is typed while the page of the last search is still being made stays', { tags: ['long'] }, async () => {
    const app = await openSearch('/search')
    await box().fill(TERM)
    boxElement().form?.requestSubmit()
    typeAhead('the next words')
    await expect.poll(() => app.address).toBe(`/search/top?q=${TERM}`)
    await pause(700)
    await expect.element(box()).toHaveValue('the next words')
  })

  it('what is typed on the way back stays, what was typed before does not', { tags: ['long'] }, async () => {
    const app = await openBox()
    app.go('/search')
    await expect.element(view().getByRole('heading', { name: 'Recent searches' })).toBeVisible()
    await expect.element(box()).toHaveValue('')
    await box().fill('before')
    history.back()
    await expect.poll(() => app.address).toBe('/releases')
    await expect.element(box()).toHaveValue('')
    app.go('/search')
    await expect.element(view().getByRole('heading', { name: 'Recent searches' })).toBeVisible()
    addEventListener('popstate', () => typeAhead('on the way'), { once: true })
    history.back()
    await expect.poll(() => app.address).toBe('/releases')
    await pause(700)
    await expect.element(box()).toHaveValue('on the way')
  })
})

/** In the box over the releases, after a search. */
async function searchedBefore(): Promise<void> {
  const app = await openBox()
  await search(TERM)
  await expect.poll(() => app.address).toMatch(/^\/search\/top/)
  app.go('/releases')
  await expect.element(card()).toBeVisible()
  // The page has been arrived at, and takes the focus no more.
  await expect.element(box()).toHaveValue('')
  boxElement().focus()
}

it('ROUTE-022: a recent search leads to its top results', async () => {
  await searchedBefore()
  const link = recent().getByRole('link', { name: TERM, exact: true })
  await expect.element(link).toHaveAttribute('href', `/search/top?q=${TERM}`)
  await link.click()
  await expect.element(topResults()).toBeVisible()
})

it('SEARCH-001: the view is the one region that is called Search', async () => {
  await searchedBefore()
  await expect.element(page.getByRole('region', { name: 'Search' })).toBeVisible()
  expect(page.getByRole('region', { name: 'Search' }).elements()).toHaveLength(1)
})

it('SEARCH-015: once recent searches are cleared, keys are the field’s, and Escape leaves the view', async () => {
  await searchedBefore()
  await view().getByRole('button', { name: 'Clear recent searches' }).click()
  await expect.element(recent()).not.toBeInTheDocument()
  await expect.element(box()).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(view()).not.toBeInTheDocument()
})

it('SEARCH-016: a search made again in another case stands first, once, in its newest spelling', async () => {
  const app = await openBox()
  for (const term of ['first', 'second', 'FIRST']) {
    await search(term)
    await expect.poll(() => app.address).toBe(`/search/top?q=${term}`)
  }
  app.go('/search')
  await expect.poll(() => words(recent().getByRole('listitem'))).toEqual(['FIRST', 'second'])
})

it('H-440: on a phone the arrow of the results leads to the releases as they were left', async () => {
  const app = await openBox({ window: [390, 844] })
  app.go('/releases?artist=Ana%20Lumen')
  await expect.poll(() => galleryPlace.value.to).toContain('artist')
  const { address } = app
  app.go('/Search/?q=slow')
  await expect.element(page.getByRole('heading', { level: 1, name: 'Search' })).toBeInTheDocument()
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await expect.poll(() => app.address).toBe(address)
})

it('on a phone a button opens the box over the whole header', async () => {
  const app = await openBox({ window: [390, 844] })
  await page.getByRole('button', { name: 'Open search' }).click()
  // Within the press: a phone shows its keyboard for no other focus.
  expect(document.activeElement).toBe(boxElement())
  expect(boxElement().getBoundingClientRect().width).toBeGreaterThan(300)
  await search(TERM)
  await expect.element(topResults()).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  expect(await axeFaults()).toEqual([])
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await expect.poll(() => app.address).toBe('/releases')
})

it('on a phone what closes the box leaves the focus at what opened it, and in the page it leads back to', async () => {
  const app = await openBox({ window: [390, 844] })
  const opener = page.getByRole('button', { name: 'Open search' })
  await opener.click()
  ;(page.getByRole('button', { name: 'Close search' }).element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(opener).toHaveFocus()
  app.go('/search/top?q=slow')
  const back = page.getByRole('button', { name: 'Back', exact: true })
  await expect.element(back).toBeVisible()
  // The page takes the focus a moment after it stands, from whoever has it by then.
  await expect.element(page.getByRole('main')).toHaveFocus()
  ;(back.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => app.address).toBe('/releases')
  await expect.element(page.getByRole('main')).toHaveFocus()
})
