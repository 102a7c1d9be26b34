import type { Locator, Page } from '@playwright/test'
import { ProfileReleases, SearchResult } from '#core/model/search/hits.ts'
import { searchWords } from '#core/model/text/fold.ts'
import { call, expectJson, signIn as tokenOf } from '#tests/contract/http.ts'
import { axeFaults } from './support/axe.ts'
import { expect, serverUrl } from './support/fixtures.ts'
import { kept } from './support/kept.ts'
import { cards, giveSession, openDownloads, player, scroller, signIn } from './support/product.ts'
import { findRelease, listPage } from './support/server.ts'
import { test, visit } from './support/visit.ts'

const box = (page: Page): Locator => page.getByRole('searchbox', { name: 'Search', exact: true })
const view = (page: Page): Locator => page.getByRole('region', { name: 'Search', exact: true })
const tab = (page: Page, name: string): Locator => page.getByRole('tab', { name, exact: true })
const block = (page: Page, name: string): Locator => view(page).getByRole('region', { name, exact: true })

let access: Promise<string> | undefined
const token = () => {
  access ??= tokenOf(serverUrl()).then((pair) => pair.access)
  return access
}
/** What the server answers, asked directly. */
async function found(filter: string, section = 'top', pagesize = section === 'top' ? 5 : 100): Promise<SearchResult> {
  const query = new URLSearchParams({ filter, section, pagesize: String(pagesize) })
  return expectJson(SearchResult, call(serverUrl(), `/search?${query}`, { token: await token() }))
}
async function profile(kind: 'artist' | 'label', filter: string): Promise<ProfileReleases> {
  const query = new URLSearchParams({ filter })
  return expectJson(ProfileReleases, call(serverUrl(), `/search/releases/${kind}?${query}`, { token: await token() }))
}
/** A letter that begins more than four names of every kind. */
let common = ''
test.beforeAll(async () => {
  for (const letter of 'schlrmbp') {
    const { tracks, artists, labels, releases } = await found(letter)
    if (![tracks, artists, labels, releases].every(({ total }) => total > 4)) continue
    common = letter
    return
  }
  throw new Error('no letter begins more than four names of every kind')
})

async function openSearch(page: Page, address: string): Promise<void> {
  await visit(page, address)
  await expect(view(page)).toBeVisible()
}
/** In a page that was just loaded. */
async function loadSearch(page: Page, address: string): Promise<void> {
  await giveSession(page)
  await page.goto(address)
  await expect(view(page)).toBeVisible()
}
/** Holds back or spoils what the server answers to a search. */
async function onSearch(page: Page, answer: 'fail' | number): Promise<void> {
  await page.context().route(/\/api\/search(\?|\/)/, async (route) => {
    if (answer === 'fail') return route.fulfill({ status: 500, json: { code: 'INTERNAL', message: 'no' } })
    await new Promise((resolve) => setTimeout(resolve, answer))
    await route.continue().catch(() => undefined)
  })
}

test.describe('the search box', () => {
  test.beforeEach(async ({ page }) => {
    await visit(page, '/releases')
    await expect(cards(page).first()).toBeVisible()
  })

  test('SHELL-013: stands in the middle of the header, and the key / leads to it', async ({ page }) => {
    const header = page.getByRole('banner')
    await expect(header.getByRole('searchbox', { name: 'Search' })).toBeVisible()
    const at = await box(page).boundingBox()
    const head = await header.boundingBox()
    if (!at || !head) throw new Error('not laid out')
    expect(at.width).toBeLessThanOrEqual(440)
    expect(Math.abs(at.x + at.width / 2 - (head.x + head.width / 2))).toBeLessThan(60)
    await page.keyboard.press('/')
    await expect(box(page)).toBeFocused()
    await expect(box(page)).toHaveValue('')
  })

  test('SEARCH-001: opens the search view on focus, after 100 ms', async ({ page }) => {
    await expect(view(page)).toHaveCount(0)
    // The view's script is there, so that the delay is measured and not the way to the server.
    await box(page).focus()
    await expect(view(page)).toBeVisible()
    await box(page).press('Escape')
    await expect(view(page)).toHaveCount(0)
    await page.getByRole('button', { name: 'Account menu' }).focus()
    const after = await box(page).evaluate(async (element) => {
      const from = performance.now()
      ;(element as HTMLElement).focus()
      while (!document.querySelector('main [data-search-view]'))
        await new Promise((next) => requestAnimationFrame(next))
      return performance.now() - from
    })
    expect(after).toBeGreaterThanOrEqual(99)
    expect(after).toBeLessThan(1000)
  })

  test('SEARCH-002: deleting what was typed restores the page under the view', async ({ page }) => {
    await scroller(page).evaluate((element) => element.scrollTo({ top: 1500 }))
    await box(page).fill(common)
    await expect(view(page)).toBeVisible()
    await expect(scroller(page)).toBeHidden()
    await box(page).fill('')
    await expect(view(page)).toHaveCount(0)
    await expect(cards(page).first()).toBeVisible()
    await expect(page).toHaveURL(/\/releases$/)
    expect(await scroller(page).evaluate((element) => element.scrollTop)).toBe(1500)
    await expect(box(page)).toBeFocused()
  })

  test('SEARCH-003: Enter leads to the results of what was typed', async ({ page }) => {
    await box(page).fill('  ac/dc & more ')
    await box(page).press('Enter')
    await expect(page).toHaveURL(/\/search\/top\?q=ac%2Fdc%20%26%20more$/)
    await expect(box(page)).toHaveValue('ac/dc & more')
    await expect(view(page)).toHaveCount(1)
  })

  test('SEARCH-004: clearing the box returns to the releases', async ({ page }) => {
    await box(page).fill(common)
    await box(page).press('Enter')
    await expect(page).toHaveURL(/\/search\//)
    await page.getByRole('button', { name: 'Clear search', exact: true }).click()
    await expect(page).toHaveURL(/\/releases$/)
    await expect(box(page)).toHaveValue('')
    await expect(cards(page).first()).toBeVisible()
  })

  test('arrows walk from the box through what was found and back', async ({ page }) => {
    // What is known here is shown first; the server's answer puts others before it.
    const answered = page.waitForResponse((response) => /\/api\/search\?/.test(response.url()))
    await box(page).fill(common)
    const { top } = SearchResult.parse(await (await answered).json())
    const [best] = top.items
    await expect(view(page).locator('[data-search-item]').first()).toContainText(
      best?.kind === 'artist' ? best.artist : best?.kind === 'label' ? best.label : (best?.title ?? ''),
    )
    await expect(view(page).locator('[data-skeleton]')).toHaveCount(0)
    await box(page).press('ArrowDown')
    const focused = page.locator(':focus')
    await expect(focused).toHaveAttribute('data-search-item', '')
    const first = await focused.textContent()
    await page.keyboard.press('ArrowDown')
    expect(await focused.textContent()).not.toBeNull()
    await page.keyboard.press('ArrowUp')
    await expect(focused).toHaveText(first ?? '')
    await page.keyboard.press('End')
    await page.keyboard.press('Home')
    await expect(focused).toHaveText(first ?? '')
    await page.keyboard.press('ArrowUp')
    await expect(box(page)).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.type('x')
    await expect(box(page)).toHaveValue(`${common}x`)
    await page.keyboard.press('Escape')
    await expect(view(page)).toHaveCount(0)
    await expect(box(page)).toHaveValue('')
  })

  test('going elsewhere with the keyboard closes the view', async ({ page }) => {
    await box(page).focus()
    await expect(view(page)).toBeVisible()
    await page.getByRole('button', { name: 'Account menu' }).focus()
    await expect(view(page)).toHaveCount(0)
  })
})

test.describe('in a page of its own', () => {
  test.use({ ownPage: true })

  test('SEARCH-005: blanks ask nothing, lead nowhere and are not remembered', async ({ page }) => {
    await signIn(page)
    await expect(cards(page).first()).toBeVisible()
    const calls: string[] = []
    page.on('request', (request) => {
      if (/\/api\/search/.test(request.url())) calls.push(request.url())
    })
    for (const text of ['', '   ']) {
      await box(page).fill(text)
      await box(page).press('Enter')
    }
    await page.waitForTimeout(500)
    await expect(page).toHaveURL(/\/releases$/)
    expect(calls).toEqual([])
    await page.goto('/search')
    await expect(view(page).getByText('What you search for will be listed here')).toBeVisible()
    expect(calls).toEqual([])
    // What counts the calls does see them.
    await box(page).fill(common)
    await expect.poll(() => calls.length).toBeGreaterThan(0)
  })
})

test.describe('while somebody types', () => {
  test.describe('in a page of its own', () => {
    test.use({ ownPage: true })

    test('what this device has seen is there before the server has answered, accents forgiven; a slip waits for its word', async ({
      page,
    }) => {
      await signIn(page)
      const { releases } = await listPage(1)
      await expect(cards(page).first()).toBeVisible()
      const release = releases.find(({ artist }) => /^[A-Za-z]{6,}/.test(artist))
      if (!release) throw new Error('no artist with a long name')
      const word = searchWords(release.artist)[0] ?? ''
      const slipped = `${word.slice(0, 3)}${word[4]}${word[3]}${word.slice(5)}`
      await onSearch(page, 20_000)
      await box(page).pressSequentially(word.slice(0, 5))
      await expect(view(page).getByText(release.title, { exact: true }).first()).toBeVisible({ timeout: 3000 })
      await expect(view(page).locator('mark').first()).toBeVisible()
      await box(page).fill(slipped)
      await expect(view(page).getByText(release.title, { exact: true })).toHaveCount(0)
    })
  })

  test('the letters that answer are marked', async ({ page }) => {
    await openSearch(page, `/search/artists?q=${common}`)
    const marks = view(page).getByRole('table').locator('mark')
    await expect(marks.first()).toBeVisible()
    for (const text of await marks.allTextContents()) expect(searchWords(text)[0]).toBe(common)
  })

  test('an operator of the tips stands in the box, ready for its word, and narrows', async ({ page }) => {
    await visit(page, '/releases')
    const release = await findRelease(3, ({ artist }) => /^[A-Za-z]+ [A-Za-z]+$/.test(artist))
    await box(page).focus()
    await view(page)
      .getByRole('button', { name: /^artist:/ })
      .click()
    await expect(box(page)).toHaveValue('artist:')
    await expect(box(page)).toBeFocused()
    await page.keyboard.type(`"${release.artist}"`)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/q=artist%3A/)
    await tab(page, 'Releases').click()
    const list = view(page).getByRole('list', { name: 'Releases' })
    await expect(list.getByText(release.title).first()).toBeVisible()
    const { total } = await profile('artist', release.artist)
    await expect(list.getByRole('listitem')).toHaveCount(Math.min(100, total))
  })
})

test.describe('the overview', () => {
  test('SEARCH-006: has five categories, and the address follows', async ({ page }) => {
    await openSearch(page, `/search/top?q=${common}`)
    await expect(page.getByRole('tab')).toHaveText(['Top', 'Tracks', 'Artists', 'Labels', 'Releases'])
    await expect(tab(page, 'Top')).toHaveAttribute('aria-selected', 'true')
    for (const name of ['Tracks', 'Artists', 'Labels', 'Releases']) {
      await tab(page, name).click()
      await expect(page).toHaveURL(new RegExp(`/search/${name.toLowerCase()}\\?q=${common}$`))
      await expect(tab(page, name)).toHaveAttribute('aria-selected', 'true')
    }
    await page.keyboard.press('ArrowRight')
    await expect(page).toHaveURL(/\/search\/top\?/)
    await expect(tab(page, 'Top')).toBeFocused()
  })

  test('SEARCH-007: mixes the six best of all kinds, as the server scores them', async ({ page }) => {
    const { top } = await found(common)
    await openSearch(page, `/search/top?q=${common}`)
    const list = view(page).getByRole('list', { name: 'Top results' })
    await expect(list.getByRole('listitem')).toHaveCount(6)
    await expect
      .poll(() => list.locator('[data-hit]').evaluateAll((all) => all.map((one) => one.getAttribute('data-hit'))))
      .toEqual(top.items.map(({ kind }) => kind))
  })

  test('SEARCH-008, SEARCH-009: shows four of each category and leads to all of them when there are more', async ({
    page,
  }) => {
    const lists = await found(common)
    await openSearch(page, `/search/top?q=${common}`)
    for (const name of ['Tracks', 'Artists', 'Labels', 'Releases'] as const) {
      await expect(block(page, name).getByRole('listitem')).toHaveCount(4)
      await expect(block(page, name).getByRole('link', { name: `See all ${name}` })).toHaveCount(1)
    }
    await block(page, 'Tracks').getByRole('link', { name: 'See all tracks' }).click()
    await expect(page).toHaveURL(new RegExp(`/search/tracks\\?q=${common}$`))
    const list = view(page).getByRole('list', { name: 'Tracks' })
    await expect(list.getByRole('listitem')).toHaveCount(Math.min(100, lists.tracks.total))
  })

  test('SEARCH-009: no link where a block shows all there is', async ({ page }) => {
    const release = await findRelease(2, () => true)
    const words = searchWords(release.title, release.artist).join(' ')
    const { releases } = await found(words)
    expect(releases.total).toBeLessThan(5)
    await openSearch(page, `/search/top?q=${encodeURIComponent(words)}`)
    await expect(block(page, 'Releases').getByRole('listitem').first()).toBeVisible()
    await expect(block(page, 'Releases').getByRole('link', { name: /^See all/ })).toHaveCount(0)
  })

  test('SEARCH-019: every item of every category carries its score', async () => {
    const lists = await found(common)
    for (const name of ['top', 'tracks', 'artists', 'labels', 'releases'] as const) {
      expect(lists[name].items.length).toBeGreaterThan(0)
      for (const hit of lists[name].items) expect(hit._score).toBeGreaterThan(0)
    }
  })

  test.describe('in a page of its own', () => {
    test.use({ ownPage: true })

    test('a release opens over the results, and closing it comes back to them', async ({ page }) => {
      await loadSearch(page, `/search/top?q=${common}`)
      const row = block(page, 'Releases').getByRole('listitem').first()
      const link = row.getByRole('link')
      const title = (await link.textContent()) ?? ''
      await link.click()
      await expect(page).toHaveURL(/&release=/)
      const dialog = page.getByRole('dialog', { name: title })
      await expect(dialog).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)
      await expect(page).toHaveURL(new RegExp(`/search/top\\?q=${common}$`))
      await page.goto(`/search/top?q=${common}&release=${(await found(common)).releases.items[0]?.releaseid}`)
      await expect(page.getByRole('dialog')).toBeVisible()
      await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
      await expect(page).toHaveURL(new RegExp(`/search/top\\?q=${common}$`))
    })
  })

  test('what is typed while the page of the last search is still being made stays', async ({ page }) => {
    await openSearch(page, '/search')
    await box(page).fill(common)
    await page.evaluate((next) => {
      const input = document.querySelector<HTMLInputElement>('input[data-search-box]')
      input?.form?.requestSubmit()
      input?.focus()
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, next)
      input?.dispatchEvent(new Event('input', { bubbles: true }))
    }, 'the next words')
    await expect(page).toHaveURL(new RegExp(`q=${common}$`))
    await page.waitForTimeout(700)
    await expect(box(page)).toHaveValue('the next words')
  })

  test('what is typed on the way back stays, what was typed before does not', async ({ page }) => {
    await visit(page, '/releases')
    const back = (typed: string) =>
      page.evaluate((next) => {
        const input = document.querySelector<HTMLInputElement>('input[data-search-box]')
        const onWay = () => {
          input?.focus()
          Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, next)
          input?.dispatchEvent(new Event('input', { bubbles: true }))
        }
        addEventListener('popstate', () => next !== '' && onWay(), { once: true })
        history.back()
      }, typed)
    await visit(page, '/search')
    await expect(box(page)).toHaveValue('')
    await box(page).fill('before')
    await back('')
    await expect(page).toHaveURL(/\/releases/)
    await expect(box(page)).toHaveValue('')
    await visit(page, '/search')
    await expect(view(page).getByRole('heading', { name: 'Recent searches' })).toBeVisible()
    await back('on the way')
    await expect(page).toHaveURL(/\/releases/)
    await page.waitForTimeout(700)
    await expect(box(page)).toHaveValue('on the way')
    await box(page).fill('')
  })

  test('coming back to the results leads to where they were left', async ({ page }) => {
    const top = () => view(page).evaluate((element) => element.scrollTop)
    await openSearch(page, `/search/releases?q=${common}`)
    await expect(view(page).getByRole('listitem').nth(30)).toBeVisible()
    await view(page).evaluate((element) => element.scrollTo({ top: 700 }))
    await expect.poll(top).toBe(700)
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Playlists' }).click()
    await expect(page).toHaveURL(/\/playlists$/)
    await page.goBack()
    await expect.poll(top).toBe(700)
  })

  test.describe('in a page of its own, where it plays', () => {
    test.use({ ownPage: true })

    test('a track plays, queues, is flagged and downloads from its row', async ({ page }) => {
      const hit = (await found(common, 'tracks')).tracks.items.find(
        ({ assettype, duration, candownload, flagged }) =>
          assettype === 'audio' && duration > 0 && candownload && !flagged,
      )
      if (!hit) throw new Error('no track fits')
      await loadSearch(page, `/search/tracks?q=${common}`)
      const row = page.locator(`[data-track-id="${hit.trackid}"]`)
      await row.hover()
      await row.getByRole('button', { name: `Play ${hit.title}`, exact: true }).click()
      await expect(player(page).getByText(hit.title).first()).toBeVisible()
      await expect(row).toHaveAttribute('aria-current', 'true')
      await row.getByRole('button', { name: `Flag ${hit.title}`, exact: true }).click()
      await expect(row.getByRole('button', { name: `Unflag ${hit.title}`, exact: true })).toBeVisible()
      await row.getByRole('button', { name: `Unflag ${hit.title}`, exact: true }).click()
      await expect(row.getByRole('button', { name: `Flag ${hit.title}`, exact: true })).toBeVisible()
      await row.getByRole('button', { name: `More actions for ${hit.title}`, exact: true }).click()
      await page.getByRole('menuitem', { name: 'Play later' }).click()
      await row.hover()
      await row.getByRole('button', { name: /^Download .* as (WAV|MP3)$/ }).click()
      await openDownloads(page)
      await expect(page.getByRole('dialog', { name: 'Downloads' }).getByText(hit.title).first()).toBeVisible()
    })
  })
})

/** The table shows what the server found: picture, name and count of each. */
async function showsTable(page: Page, section: 'artists' | 'labels'): Promise<void> {
  const items = (await found(common, section))[section].items
  await openSearch(page, `/search/${section}?q=${common}`)
  const [table, name] = section === 'artists' ? ['Artists', 'Artist'] : ['Labels', 'Label']
  const shown = view(page).getByRole('table', { name: table, exact: true })
  await expect(shown.getByRole('columnheader')).toHaveText(['Picture', name, 'Releases'])
  await expect(shown.getByRole('row')).toHaveCount(items.length + 1)
  const cells = shown.getByRole('row').nth(1).getByRole('cell')
  const [first] = items
  await expect(cells.nth(0).locator('img')).toBeVisible()
  await expect(cells.nth(1)).toHaveText(first?.kind === 'artist' ? first.artist : (first?.label ?? ''))
  await expect(cells.nth(2)).toHaveText(String(first?.releases))
}

/** A press anywhere in a row of the table leads to the releases of whoever stands there. */
async function leadsToReleases(page: Page, kind: 'artist' | 'label'): Promise<void> {
  await openSearch(page, `/search/${kind}s?q=${common}`)
  const table = view(page).getByRole('table')
  const name = (await table.getByRole('link').first().textContent()) ?? ''
  await table
    .getByRole('row')
    .nth(1)
    .click({ position: { x: 400, y: 20 } })
  await expect(page).toHaveURL(`/search/releases/${kind}?q=${encodeURIComponent(name)}`)
  const { items, total } = await profile(kind, name)
  const list = view(page).getByRole('list', { name: `Releases of ${name}` })
  await expect(list.getByRole('listitem')).toHaveCount(Math.min(100, total))
  await expect(list.getByText(items[0]?.title ?? '').first()).toBeVisible()
  const link = list.getByRole('link').first()
  await link.click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(link).toBeFocused()
}

test.describe('artists and labels', () => {
  test('SEARCH-012: artists are a table of names, counts and pictures', ({ page }) => showsTable(page, 'artists'))
  test('SEARCH-013: labels are a table of names, counts and logos', ({ page }) => showsTable(page, 'labels'))
  test('SEARCH-014, ROUTE-023: the row of an artist leads to the releases', ({ page }) =>
    leadsToReleases(page, 'artist'))
  test('SEARCH-014, ROUTE-024: the row of a label leads to the releases', ({ page }) => leadsToReleases(page, 'label'))

  test.describe('in a page of its own', () => {
    test.use({ ownPage: true })

    test('a column keeps the width it was dragged to', async ({ page }) => {
      await loadSearch(page, `/search/artists?q=${common}`)
      const handle = view(page).getByRole('separator').first()
      await expect(handle).toBeVisible()
      const cell = view(page).getByRole('table').getByRole('row').nth(1).getByRole('cell').nth(1)
      await handle.focus()
      for (let press = 0; press < 5; press++) await handle.press('ArrowLeft')
      const width = (await cell.boundingBox())?.width ?? 0
      await page.waitForTimeout(600)
      await page.reload()
      await expect(handle).toBeVisible()
      await expect.poll(async () => (await cell.boundingBox())?.width).toBeCloseTo(width, 0)
    })
  })
})

test.describe('the addresses', () => {
  test.describe('in a page of its own', () => {
    test.use({ ownPage: true })

    test('ROUTE-021: category and profile may be left out, and without a term nothing is asked', async ({ page }) => {
      const calls: string[] = []
      page.on('request', (request) => {
        if (/\/api\/search/.test(request.url())) calls.push(request.url())
      })
      await loadSearch(page, '/search')
      await expect(view(page).getByRole('heading', { name: 'Recent searches' })).toBeVisible()
      await page.goto('/search/releases/artist')
      await expect(view(page).getByRole('heading', { name: 'Recent searches' })).toBeVisible()
      expect(calls).toEqual([])
      await page.goto(`/search?q=${common}`)
      await expect(tab(page, 'Top')).toHaveAttribute('aria-selected', 'true')
      await expect(view(page).getByRole('list', { name: 'Top results' })).toBeVisible()
    })
  })

  test('D-093: other categories and profiles are no pages', async ({ page }) => {
    for (const address of ['/search/songs?q=a', '/search/tracks/artist?q=a', '/search/releases/genre?q=a']) {
      await visit(page, address)
      await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
    }
  })

  test('ROUTE-022: a recent search leads to its top results', async ({ page }) => {
    await visit(page, '/releases')
    await box(page).fill(common)
    await box(page).press('Enter')
    await expect(page).toHaveURL(/\/search\/top/)
    await visit(page, '/releases')
    await box(page).focus()
    const link = view(page)
      .getByRole('list', { name: 'Recent searches' })
      .getByRole('link', { name: common, exact: true })
    await expect(link).toHaveAttribute('href', `/search/top?q=${common}`)
    await link.click()
    await expect(view(page).getByRole('list', { name: 'Top results' })).toBeVisible()
  })
})

test.describe('recent searches', () => {
  test.use({ ownPage: true })

  test('SEARCH-015, SEARCH-016: are listed, survive a reload and can be cleared', async ({ page }) => {
    await signIn(page)
    for (const term of ['first', 'second', 'FIRST']) {
      await box(page).fill(term)
      await box(page).press('Enter')
      await expect(page).toHaveURL(new RegExp(`q=${term}$`))
    }
    await page.goto('/search')
    const list = view(page).getByRole('list', { name: 'Recent searches' })
    await expect(list.getByRole('listitem')).toHaveText(['FIRST', 'second'])
    await page.reload()
    await expect(list.getByRole('listitem')).toHaveText(['FIRST', 'second'])
    await view(page).getByRole('button', { name: 'Clear recent searches' }).click()
    await expect(list).toHaveCount(0)
    await expect.poll(() => kept(page, 'recentSearches')).toEqual([])
    await page.reload()
    await expect(view(page).getByText('What you search for will be listed here')).toBeVisible()
  })
})

test.describe('states', () => {
  test('SEARCH-017: no results say so with the term, a tip and a way to the releases', async ({ page }) => {
    await openSearch(page, '/search/top?q=zzqqxxy')
    await expect(view(page).getByRole('heading', { name: /no results.*zzqqxxy/i })).toBeVisible()
    await expect(view(page).getByText('Check the spelling or try another word.')).toBeVisible()
    await view(page)
      .getByRole('link', { name: /releases/i })
      .click()
    await expect(page).toHaveURL(/\/releases$/)
  })

  test.describe('in a page of its own', () => {
    test.use({ ownPage: true })

    test('SEARCH-018: a failure is an alert with a way to try again', async ({ page }) => {
      await giveSession(page)
      await onSearch(page, 'fail')
      await page.goto(`/search/top?q=${common}`)
      const alert = page.getByRole('alert').filter({ hasText: 'Something went wrong with your search' })
      await expect(alert).toBeVisible()
      await page.context().unroute(/\/api\/search(\?|\/)/)
      await alert.getByRole('button', { name: 'Try again' }).click()
      await expect(view(page).getByRole('list', { name: 'Top results' })).toBeVisible()
      await expect(alert).toHaveCount(0)
    })

    test('without a connection this device answers alone and says so', async ({ page, context }) => {
      await signIn(page)
      await expect(cards(page).first()).toBeVisible()
      await box(page).fill(common)
      await box(page).press('Enter')
      await expect(view(page).getByRole('list', { name: 'Top results' })).toBeVisible()
      await tab(page, 'Releases').click()
      await expect(page).toHaveURL(/\/search\/releases/)
      await context.setOffline(true)
      await page.evaluate(() => history.back())
      await expect(
        view(page).getByText('You are offline: these are results among what this device has seen.'),
      ).toBeVisible()
      await expect(view(page).getByText(new RegExp(common, 'i')).first()).toBeVisible()
      await context.setOffline(false)
      await expect(view(page).getByText('You are offline')).toHaveCount(0)
      await expect(view(page).getByRole('list', { name: 'Top results' })).toBeVisible()
    })
  })
})

test.describe('on a phone', () => {
  test.use({ ownPage: true, viewport: { width: 390, height: 844 }, hasTouch: true })

  test('a button opens the box over the whole header', async ({ page }) => {
    await signIn(page)
    await page.getByRole('button', { name: 'Open search' }).click()
    await expect(box(page)).toBeFocused()
    const at = await box(page).boundingBox()
    expect(at?.width ?? 0).toBeGreaterThan(300)
    await box(page).fill(common)
    await box(page).press('Enter')
    await expect(view(page).getByRole('list', { name: 'Top results' })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    expect(await axeFaults(page)).toEqual([])
    await page.getByRole('button', { name: 'Back', exact: true }).click()
    await expect(page).toHaveURL(/\/releases$/)
  })
})
