// What lies over the page, beside it or under it leaves what has the focus in sight; and the page on paper.
import { expect, it, onTestFinished } from 'vitest'
import { cdp, page } from 'vitest/browser'
import { appWentOffline } from '#core/events/app.ts'
import { openSearch, SEARCH, TERM } from '#tests/components/found.ts'
import { player, playRelease, queue } from '#tests/components/playing.ts'
import { KeptPlaylists } from '#tests/components/playlists.ts'
import { aDetail } from '#tests/components/wire.ts'
import { queueOpen } from './shell.state.ts'

const rect = (of: Element) => of.getBoundingClientRect()
const REACHED = 'a[href], button, input, textarea, select, [tabindex="0"]'
const reached = () =>
  [...page.getByRole('main').element().querySelectorAll<HTMLElement>(REACHED)].filter(
    (one) => one.tabIndex >= 0 && one.checkVisibility() && rect(one).height > 0 && !one.matches(':disabled'),
  )

it('H-514: on a phone what has the focus is seen above the mini player', { tags: ['long'] }, async () => {
  const kept = new KeptPlaylists()
  for (let n = 1; n <= 12; n++) kept.make(`List ${n}`)
  const app = await playRelease({
    window: [390, 560],
    answers: { ...SEARCH, ...kept.answers(), 'GET /releases/:id': (_, [, id = '']) => aDetail(id, 8) },
  })
  const pages = [
    ['/releases/releaseInfo/r1', 'button'],
    ['/playlists', 'article'],
    ['/playlists/playlist-1', 'button'],
    [`/search/tracks?q=${TERM}`, '[data-search-item]'],
    ['/account', 'a, button'],
    ['/account/management', 'button'],
  ] as const
  for (const [path, mark] of pages) {
    app.go(path)
    await expect.poll(() => page.getByRole('main').element().querySelector(mark)).not.toBeNull()
    const hidden = reached().filter((one) => {
      one.focus()
      return rect(one).bottom > rect(player().element()).top
    })
    expect([path, hidden.map((one) => one.ariaLabel ?? one.textContent)]).toEqual([path, []])
  }
})

it('going up, what has the focus is seen below the tabs of a search', async () => {
  await openSearch(`/search/tracks?q=${TERM}`, { window: [1280, 480] })
  await expect.poll(() => document.querySelectorAll('[data-search-item]').length).toBeGreaterThan(10)
  const tabs = page.getByRole('tablist').element()
  const items = [...document.querySelectorAll<HTMLElement>('[data-search-item]')]
  const hidden = items.toReversed().filter((one) => {
    one.focus()
    return rect(one).top < rect(tabs).bottom
  })
  expect(hidden).toEqual([])
})

it('a tab of a search that takes the focus leaves its results where they are', async () => {
  await openSearch(`/search/tracks?q=${TERM}`, { window: [1280, 480] })
  await expect.poll(() => document.querySelectorAll('[data-search-item]').length).toBeGreaterThan(10)
  const tab = page.getByRole('tab').first().element() as HTMLElement
  const last = [...document.querySelectorAll<HTMLElement>('[data-search-item]')].at(-1) as HTMLElement
  last.focus()
  const before = rect(last).top
  tab.focus()
  expect(document.activeElement).toBe(tab)
  tab.scrollIntoView({ block: 'nearest' })
  expect(rect(last).top).toBe(before)
})

it.each([1000, 1300])(
  'H-515: without a connection the open queue of %i px lies beside what says so, and not over the header',
  async (width) => {
    const app = await playRelease({ window: [width, 800] })
    queueOpen.value = true
    await expect.element(queue()).toBeVisible()
    const [head, bar] = [page.getByRole('banner').element(), player().element()]
    const stands = () => {
      const { top, bottom, right } = rect(queue().element())
      return [top, bottom, right]
    }
    await expect.poll(stands).toEqual([rect(head).bottom, rect(bar).top, width])
    app.happens(appWentOffline({}))
    await expect.element(page.getByRole('alert')).toBeVisible()
    expect(rect(head).top).toBeGreaterThan(0)
    await expect.poll(stands).toEqual([rect(head).bottom, rect(bar).top, width])
  },
)

it('H-516: a page is printed whole, alone and on white', { tags: ['long'] }, async () => {
  await playRelease({ window: [1000, 400], answers: { 'GET /releases/:id': (_, [, id = '']) => aDetail(id, 8) } })
  const print = async (media: string) => {
    await cdp().send('Emulation.setEmulatedMedia', { media })
  }
  onTestFinished(() => print(''))
  await print('print')
  await expect.poll(() => document.documentElement.scrollHeight).toBeGreaterThan(600)
  const last = page.css('[data-track-id]').last().element()
  expect(rect(last).bottom).toBeLessThanOrEqual(document.documentElement.scrollHeight)
  for (let around = last.parentElement; around; around = around.parentElement)
    expect(getComputedStyle(around).overflowY).toBe('visible')
  for (const part of [page.getByRole('banner'), player()]) expect(part.query()?.checkVisibility() ?? false).toBe(false)
  expect(getComputedStyle(document.documentElement).colorScheme).toBe('light')
})

it('without a pointer that hovers a glyph over a cover stands on ground that any cover lets it be read on', () => {
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules])
  const touch = rules.filter((rule) => rule instanceof CSSMediaRule && rule.conditionText === '(hover: none)')
  const grounds = touch.flatMap((rule) =>
    [...(rule as CSSMediaRule).cssRules].flatMap(
      ({ cssText }) => /rgba\(11, 12, 15, ([\d.]+)\)/.exec(cssText)?.[1] ?? [],
    ),
  )
  expect(grounds).not.toEqual([])
  expect(grounds.filter((share) => Number(share) < 0.6)).toEqual([])
})
