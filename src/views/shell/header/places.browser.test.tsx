// Where the header's parts stand: on every page, under every title, in the same place.
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { openApp } from '#tests/components/app.tsx'
import { aDetail, ordinaryAnswers, someCards } from '#tests/components/wire.ts'

const WIDTHS = [768, 1100, 1280, 1440, 1920]

const search = () => page.getByRole('searchbox', { name: 'Search', exact: true })
const downloads = () => page.getByRole('button', { name: 'Downloads', exact: true })

function places() {
  const box = search().element().getBoundingClientRect()
  return { search: box.x, width: box.width, downloads: downloads().element().getBoundingClientRect().x }
}

/** What is read once it no longer changes: what follows the width of the window does so a frame or more later. */
async function settled<T>(read: () => T): Promise<T> {
  for (let before = ''; ; ) {
    const now = read()
    if (JSON.stringify(now) === before) return now
    before = JSON.stringify(now)
    await new Promise((done) => setTimeout(done, 50))
  }
}

/** Controls and words that reach beyond the left or the right edge of the window. */
const beyond = () =>
  [...document.querySelectorAll('button, a, input, h1, h2, nav, header, main, dd, [role="tab"], [role="tabpanel"]')]
    .map((element) => ({ element, box: element.getBoundingClientRect() }))
    .filter(({ box }) => box.width > 0 && (box.right > innerWidth + 0.5 || box.left < -0.5))
    .map(({ element, box }) => `${element.tagName} ${element.textContent?.slice(0, 20)} ${box.left} to ${box.right}`)

it.each([
  ['92 Japanese characters', '東京音楽物語'.repeat(16).slice(0, 92)],
  ['100 Latin characters', 'W'.repeat(100)],
])('search and downloads stand where they stood on every page, also under a title of %s', async (_, title) => {
  const cards = someCards(60, (n) => (n === 1 ? { title } : {}))
  await openApp('/releases/releaseInfo/r1', {
    answers: {
      'GET /releases/r1': () =>
        aDetail('r1', 4, { title, artist: title, labels: [{ name: title }], promoinfo: '<p>Hear this</p>' }),
      ...ordinaryAnswers(cards),
    },
  })
  await expect.element(page.getByRole('main').getByRole('button', { name: 'Play', exact: true })).toBeVisible()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent(title.slice(0, 9))
  await document.fonts.ready
  const found = new Map<number, unknown>()
  for (const width of WIDTHS) {
    await page.viewport(width, 800)
    expect(await settled(beyond), `at ${width}`).toEqual([])
    await expect.poll(() => places().width, { message: `the box at ${width}` }).toBeGreaterThan(200)
    found.set(width, await settled(places))
  }
  for (const width of [320, 390]) {
    await page.viewport(width, 700)
    await expect.element(page.getByRole('button', { name: 'Open search' })).toBeVisible()
    expect(await settled(beyond), `at ${width}`).toEqual([])
  }
  for (const name of ['Releases', 'Playlists', 'Flagged', 'Archived', 'History']) {
    await page.viewport(1440, 800)
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click()
    await expect.element(page.getByRole('heading', { level: 1, name })).toBeVisible()
    for (const width of WIDTHS) {
      await page.viewport(width, 800)
      await expect.poll(places, { message: `${name} at ${width}` }).toEqual(found.get(width))
    }
  }
})

it.each(['/playlists', '/flagged', '/archived', '/recently_played'])(
  'SHELL-016: on the phone %s has the menu button, which opens the navigation',
  async (path) => {
    await openApp(path, { window: [390, 800] })
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Releases' }).click()
    await expect.element(page.getByRole('heading', { level: 1, name: 'Releases' })).toBeVisible()
  },
)
