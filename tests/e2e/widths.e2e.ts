// Every screen and every layer over one at widths that leave little room: nothing goes sideways, nothing is cut off.
import { expect, test } from './support/fixtures.ts'
import { cards, signIn } from './support/product.ts'
import { SCREENS, type Screen } from './support/screens.ts'

// Among the last files of a run: nobody waits at its end for one browser that goes through them alone.
test.describe.configure({ mode: 'parallel' })

/** What reaches past the sides of the window: the page itself, or something to press, to type into or to read. */
function beyond(): string[] {
  const found: string[] = []
  const width = document.documentElement.clientWidth
  if (document.documentElement.scrollWidth > width)
    found.push(`the page is ${document.documentElement.scrollWidth} wide`)
  // A strip of filters or tabs may scroll; a page may not.
  const STRIP_PX = 120
  const scrollsSideways = (element: Element | null): boolean =>
    element !== null &&
    ((/auto|scroll/.test(getComputedStyle(element).overflowX) &&
      element.scrollWidth > element.clientWidth &&
      element.clientHeight < STRIP_PX) ||
      scrollsSideways(element.parentElement))
  for (const element of document.querySelectorAll<HTMLElement>(
    'button, a, input, textarea, h1, h2, h3, p, [role=tab]',
  )) {
    const box = element.getBoundingClientRect()
    // What is hidden from the eye stands in a single pixel, or outside until it has the focus.
    if (box.width < 2 || box.height < 2 || box.bottom <= 0 || !element.checkVisibility({ visibilityProperty: true }))
      continue
    if (box.left >= -1 && box.right <= width + 1) continue
    if (box.right <= 0 || box.left >= width || element.closest('[inert], [aria-hidden=true]')) continue
    if (scrollsSideways(element.parentElement)) continue
    const name = element.getAttribute('aria-label') ?? element.textContent?.slice(0, 40)
    found.push(`${element.tagName.toLowerCase()} "${name}" from ${Math.round(box.left)} to ${Math.round(box.right)}`)
  }
  return found
}

const WIDE = { width: 800, height: 1100 }
/** The larger phone first: a screen that is only there stands when the other is looked at. */
const PHONES = [
  { width: 390, height: 844 },
  { width: 320, height: 640 },
]
/** Every third of them, and all in `npm run test:all`: a minute and a half of a processor. */
const some = (screens: readonly Screen[]) =>
  process.env.TEST_ALL ? screens : screens.filter((_, place) => place % 3 === 0)
const half = SCREENS.findIndex(({ name }) => name === 'playlists')

/** Each screen is built once and the window made narrower round it, as when a tablet is turned or a window is dragged. */
for (const [which, screens] of [
  ['of signing in, releases and lists', some(SCREENS.slice(0, half))],
  ['of playlists, search, player and failures', some(SCREENS.slice(half))],
] as const)
  test(`at 800, 390 and 320 px no screen ${which} goes sideways, and nothing on it is cut off`, {
    tag: '@long',
  }, async ({ browser, baseURL, watch }) => {
    test.setTimeout(300_000)
    // Some of them are failures, which is their point.
    watch.allow(/Failed to fetch/)
    const context = await browser.newContext({
      viewport: WIDE,
      reducedMotion: 'reduce',
      ...(baseURL ? { baseURL } : {}),
    })
    await watch.over(context)
    const page = await context.newPage()
    page.setDefaultTimeout(15_000)
    const faults: string[] = []
    const measure = async (name: string, at?: 'wide' | 'phone') => {
      for (const size of [...(at === 'phone' ? [] : [WIDE]), ...(at === 'wide' ? [] : PHONES)]) {
        await page.setViewportSize(size)
        await page.waitForTimeout(size.width === WIDE.width ? 200 : 100)
        if ((await page.getByText('The player had to stop').count()) > 0) faults.push(`${name}: could not be drawn`)
        for (const fault of await page.evaluate(beyond)) faults.push(`${name} at ${size.width}: ${fault}`)
      }
      await page.setViewportSize(WIDE)
    }
    await page.goto('/')
    await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
    await measure('sign-in')
    await signIn(page)
    await expect(cards(page).first()).toBeVisible()
    for (const { name, at, show, leave } of screens) {
      if (at === 'phone') await page.setViewportSize(PHONES[0] as (typeof PHONES)[number])
      await show(page)
      await measure(name, at)
      await leave?.(page)
    }
    expect(faults).toEqual([])
    await context.close()
  })
