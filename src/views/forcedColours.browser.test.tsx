// In forced colours, where grounds and shadows are gone, everything still shows its state.
import { expect, it } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { PEAKS_BYTES } from '#core/model/catalogue/media.ts'
import { type AppSurroundings, openApp } from '#tests/components/app.tsx'
import { openSearch, TERM } from '#tests/components/found.ts'
import { control, main, mainPlay, openHeard, player, playRelease } from '#tests/components/playing.ts'
import { show } from '#tests/components/stage.tsx'
import { TriageBar } from './gallery/toolbars/TriageBar.tsx'

const FORCED = { forcedColours: true, window: [1280, 800] } as const satisfies AppSurroundings

const drawn = (one: Locator | Element) => getComputedStyle(one instanceof Element ? one : one.element())
const ground = (one: Locator) => drawn(one).backgroundColor
/** The system's ground of what is chosen: one of ours that is left differs from none as well, and nobody sees it. */
function highlight(): string {
  const probe = document.createElement('i')
  probe.style.cssText = 'background: Highlight; forced-color-adjust: none'
  document.body.append(probe)
  const { backgroundColor } = getComputedStyle(probe)
  probe.remove()
  return backgroundColor
}
const card = (n: number) => page.getByTestId('gallery-scroller').css(`[data-release-id="r${n}"]`)

it('the current page and the chosen sort show that they are it', async () => {
  await openApp('/releases', FORCED)
  await expect.element(card(1)).toBeVisible()
  const link = (name: string) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true })
  const radio = (name: string) => page.getByRole('radio', { name, exact: true })
  expect([ground(link('Releases')), ground(radio('Newest'))]).toEqual([highlight(), highlight()])
  expect(ground(link('Playlists'))).not.toBe(highlight())
  expect(ground(radio('Popular'))).not.toBe(highlight())
})

it('a switch shows its state, and a thumb that is not its track', async () => {
  await openHeard(undefined, FORCED)
  await mainPlay().click()
  const autoplay = player().getByRole('switch', { name: 'Autoplay' })
  await expect.element(autoplay).toBeVisible()
  const parts = () => {
    const track = autoplay.element().querySelector('span') as Element
    return [drawn(track).backgroundColor, drawn(track.querySelector('span') as Element).backgroundColor]
  }
  await expect.element(autoplay).toHaveAttribute('aria-checked', 'true')
  const on = parts()
  await autoplay.click()
  await expect.element(autoplay).toHaveAttribute('aria-checked', 'false')
  await expect.poll(() => parts()[0]).not.toBe(on[0])
  for (const [track, thumb] of [on, parts()]) expect(thumb).not.toBe(track)
})

it('the letters that answer a search are read', async () => {
  await openSearch(`/search/artists?q=${TERM}`, FORCED)
  const mark = page.css('mark').first()
  await expect.element(mark).toBeVisible()
  const { backgroundColor, color, forcedColorAdjust } = drawn(mark)
  expect(forcedColorAdjust).toBe('none')
  expect(color).not.toBe(backgroundColor)
})

it('the boxes of a filter have an edge, a release that was picked its tick', async () => {
  await openApp('/releases', FORCED)
  await page.getByRole('button', { name: /^Genres/ }).first().click() // biome-ignore format: one press
  await expect.element(page.getByRole('option').first()).toBeVisible()
  const box = page.getByRole('option').first().element().querySelector('span') as Element
  expect(drawn(box).borderTopWidth).not.toBe('0px')
  await userEvent.keyboard('{Escape}')
  ;(card(2).element() as HTMLElement).focus()
  await userEvent.keyboard('x')
  const boxes = (checked: boolean) => page.getByTestId('gallery-scroller').getByRole('checkbox', { checked }).first()
  await expect.element(boxes(true)).toBeInTheDocument()
  await expect.poll(() => ground(boxes(true))).toBe(highlight())
  expect(ground(boxes(false))).not.toBe(highlight())
})

it('what is ticked and has the keys shows both: the line is that of the keys', async () => {
  await openApp('/releases', FORCED)
  await page.getByRole('button', { name: /^Genres/ }).first().click() // biome-ignore format: one press
  const [first, second] = [page.getByRole('option').first(), page.getByRole('option').nth(1)]
  await expect.element(first).toBeVisible()
  await userEvent.keyboard(' {ArrowDown} ')
  await expect.element(second).toHaveAttribute('aria-selected', 'true')
  await expect.element(first).toHaveAttribute('aria-selected', 'true')
  expect(drawn(first).outlineColor).toBe(highlight())
  expect(drawn(second).outlineStyle).toBe('solid')
  expect(drawn(second).outlineColor).not.toBe(highlight())
})

it('the hook in use of a round of triage has an edge, as it has no ground', async () => {
  await show(<TriageBar raised={false} />, FORCED)
  const hooks = [...page.getByRole('list').nth(1).element().children]
  const inUse = hooks.filter((one) => drawn(one).outlineStyle === 'solid')
  expect(inUse).toEqual(hooks.filter((one) => one.hasAttribute('aria-current')))
  expect(inUse).toHaveLength(1)
})

it('what plays keeps its mark on its cover, and a dialog has no line that means nothing', {
  tags: ['long'],
}, async () => {
  await openHeard(undefined, FORCED)
  await main().getByRole('button', { name: 'Play', exact: true }).click()
  await expect.element(control('Pause')).toBeVisible()
  await page.getByRole('link', { name: 'Releases' }).first().click()
  const playing = page.css('[data-release-id][data-playing]').first()
  await expect.element(playing).toBeVisible()
  const isKept = [...playing.element().querySelectorAll('*')].some((part) => {
    const mark = getComputedStyle(part, '::after')
    return /gradient/.test(mark.backgroundImage) && mark.forcedColorAdjust === 'none'
  })
  expect(isKept).toBe(true)
  await userEvent.keyboard('?')
  await expect.element(page.getByRole('dialog')).toBeVisible()
  const empty = [...document.querySelectorAll('dialog > :empty')].map((part) => drawn(part).borderTopWidth)
  expect(empty.filter((width) => width !== '0px')).toEqual([])
})

it('a notification has an edge, in the page and in a dialog', async () => {
  await openApp('/releases/releaseInfo/r1', FORCED)
  await main().getByRole('button', { name: 'Archive', exact: true }).click()
  const toast = page.css('[role="status"][data-category]').first()
  await expect.element(toast).toBeVisible()
  expect(drawn(toast).borderTopWidth).toBe('1px')
})

it.each([1280, 390])('what was played of a song shows, in a window of %i', async (width) => {
  await playRelease({
    ...FORCED,
    window: [width, 800],
    answers: { 'GET /audio/:id/peaks': () => new Response(new Uint8Array(PEAKS_BYTES).fill(120)) },
  })
  const waves = page.css('[data-waveform] canvas, canvas:has(~ input)')
  if (width > 768) await expect.poll(() => waves.elements().length).toBeGreaterThan(1)
  // The painter reads these: the bars that were played, and those at rest.
  for (const wave of waves.elements()) {
    const { fill, color } = drawn(wave)
    expect(fill).toBe(highlight())
    expect(color).not.toBe(fill)
  }
  if (width > 768) return
  const grounds = [...player().element().querySelectorAll('*')].map((one) => drawn(one).backgroundColor)
  expect(grounds).toContain(highlight())
})
