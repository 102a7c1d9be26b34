// Another list in the same gallery: what stood there is taken over, and nothing of the list before is left on it.
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { settingListViewChosen } from '#core/events/settings.ts'
import type { ReleaseCard } from '#core/model/catalogue/release.ts'
import { openApp } from '#tests/components/app.tsx'
import { unreachable } from '#tests/components/unreachable.ts'
import { type Answers, pageOf, someCards } from '#tests/components/wire.ts'

const ALBUMS = '/releases?release_types=album'
/** All that a card may say. */
const marked = someCards(60, (n) => ({
  title: n % 2 ? `عنوان ${n}` : `Title ${n}`,
  explicit: n % 2 === 0,
  trending: n % 3 === 0,
  videocount: n % 4 === 0 ? 1 : 0,
  flagged: n % 5 === 0,
  candownload: n % 6 !== 0,
  colour: '#336699',
  ...(n % 7 === 0 && { thumbnail: '', coverart: '' }),
}))
const albums = someCards(60, (n) => ({ releaseid: `b${n}`, title: `Album ${n}` }))
const answers: Answers = {
  'GET /releases': (asked) => {
    const list: readonly ReleaseCard[] = asked.query.get('release_types') ? albums : marked
    return { releases: pageOf(list, asked), total: list.length }
  },
}

const slots = () => [...document.querySelectorAll<HTMLElement>('main article, main [role="rowgroup"] > [role="row"]')]
const shows = (title: string) => () => slots().filter((one) => one.ariaLabel?.startsWith(title)).length
/** An element in words, whatever came to it first; but for covers, which come when they come. */
function said(one: Element): string {
  const attributes = [...one.attributes].filter(({ value, name }) => name !== 'style' || value !== '')
  const inner = [...one.childNodes].map((node) => (node instanceof Element ? said(node) : node.textContent))
  if (one.localName === 'img') return ''
  return `${one.localName}[${attributes.map(({ name, value }) => `${name}=${value}`).sort()}](${inner.join('')})`
}
const texts = () => slots().flatMap((one) => (one.hidden ? [] : said(one)))

async function open(path: string, rows: boolean) {
  const app = await openApp(path, { answers })
  app.happens(settingListViewChosen({ list: rows }))
  await expect.poll(shows(path === ALBUMS ? 'Album ' : 'Title ')).toBeGreaterThan(3)
  return app
}

it.each([false, true])('says what a fresh gallery says, in the elements that stood there (rows: %s)', async (rows) => {
  await open(ALBUMS, rows)
  const fresh = texts()
  const app = await open('/releases', rows)
  const before = new Set(slots())
  app.go(ALBUMS)
  await expect.poll(shows('Album ')).toBeGreaterThan(3)
  await expect.poll(texts).toEqual(fresh)
  expect(slots().filter((one) => !before.has(one)).length).toBe(0)
})

it('begins at its top, with nothing selected, nobody in it, and no actions', { tags: ['long'] }, async () => {
  const app = await open('/releases', false)
  const scroller = page.getByTestId('gallery-scroller').element()
  slots()[1]?.focus()
  await userEvent.keyboard('x')
  await expect.poll(() => document.querySelectorAll('main article [role="checkbox"]').length).toBeGreaterThan(3)
  scroller.scrollTo(0, 300)
  const [held] = slots().filter((one) => one === document.activeElement)
  expect([held?.tabIndex, held?.hasAttribute('data-picked'), held?.hasAttribute('data-active')]).toEqual([
    0,
    true,
    true,
  ])
  app.go(ALBUMS)
  await expect.poll(shows('Album ')).toBeGreaterThan(3)
  expect(scroller.scrollTop).toBe(0)
  expect(document.querySelectorAll('main article :is([role="checkbox"], button, a)').length).toBe(0)
  expect(slots().filter((one) => one.matches('[data-picked], [data-active], [aria-description]'))).toEqual([])
  expect(
    slots()
      .map((one) => one.tabIndex)
      .filter((index) => index === 0),
  ).toEqual([0])
  expect(slots().some((one) => one.contains(document.activeElement))).toBe(false)
})

it('a cover that did not load is tried again in the next list, where that is known', async () => {
  await unreachable('*icon-180.png*')
  const list = (kind: string) =>
    someCards(3, (n) => ({
      releaseid: `${kind}${n}`,
      title: `${kind} ${n}`,
      thumbnail: '/icon-180.png?other',
      coverart: '',
    }))
  const app = await openApp('/releases', {
    answers: {
      'GET /releases': ({ query }) => ({ releases: list(query.get('release_types') ? 'Album' : 'Title'), total: 3 }),
    },
  })
  await expect.poll(shows('Title ')).toBe(3)
  app.go(ALBUMS)
  await expect.poll(shows('Album ')).toBe(3)
  await expect.element(page.css('main [data-release-id="Album1"]')).toHaveAttribute('data-broken')
  await unreachable()
  app.go('/releases')
  await expect.poll(shows('Title ')).toBe(3)
  const first = page.css('main [data-release-id="Title1"]')
  await expect.poll(() => first.element().querySelector('img')?.naturalWidth ?? 0).toBeGreaterThan(0)
})
