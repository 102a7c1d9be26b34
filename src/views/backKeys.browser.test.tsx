// Alt with the left arrow is the browser's way back, wherever the arrows alone move something.
import { expect, it } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { openFound, TERM } from '#tests/components/found.ts'
import { player, playRelease } from '#tests/components/playing.ts'
import { KeptPlaylists } from '#tests/components/playlists.ts'

/** Whether somebody here took the key. */
function isTaken(of: Locator, held: KeyboardEventInit): boolean {
  const element = of.element() as HTMLElement
  element.focus()
  const event = new KeyboardEvent('keydown', { key: 'ArrowLeft', bubbles: true, cancelable: true, ...held })
  element.dispatchEvent(event)
  return event.defaultPrevented
}

const chosen = (role: 'tab' | 'radio') =>
  page.getByRole(role, { [role === 'tab' ? 'selected' : 'checked']: true }).first()
const PLACES: readonly [what: string, address: string, () => Locator][] = [
  ['the categories of a search', `/search/artists?q=${TERM}`, () => chosen('tab')],
  ['the tabs of a release', '/releases/releaseInfo/n1', () => chosen('tab')],
  ['the tabs of the account', '/account/management', () => chosen('tab')],
  ['the order of the releases', '/releases', () => chosen('radio')],
  ['the order of the playlists', '/playlists?sort=newest', () => page.getByRole('radio').first()],
  ['the edge of a column', '/search/artists?q=north', () => page.getByRole('separator').first()],
]

it.each(PLACES)('is left to the browser at %s', async (_, address, place) => {
  await openFound(address, { answers: new KeptPlaylists().answers() })
  await expect.element(place()).toBeInTheDocument()
  for (const held of [{ altKey: true }, { ctrlKey: true }, { metaKey: true }])
    expect(isTaken(place(), held)).toBe(false)
  expect(isTaken(place(), {})).toBe(true)
})

it('is left to the browser at the place of the song', async () => {
  await playRelease()
  const seek = player().getByRole('slider', { name: 'Seek' })
  await expect.poll(() => (seek.element() as HTMLInputElement).getAttribute('aria-disabled')).toBeNull()
  expect(isTaken(seek, { altKey: true })).toBe(false)
  expect(isTaken(seek, {})).toBe(true)
})

it('two quick presses go two categories on', async () => {
  const app = await openFound(`/search/top?q=${TERM}`)
  await expect.element(chosen('tab')).toBeVisible()
  ;(chosen('tab').element() as HTMLElement).focus()
  for (let n = 0; n < 2; n++)
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }))
  await expect.poll(() => app.address).toBe(`/search/artists?q=${TERM}`)
})
