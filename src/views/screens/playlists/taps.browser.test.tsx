// How a playlist is opened by a finger and by a mouse on the same tablet.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { openApp } from '#tests/components/app.tsx'
import { middle, mouse, tap } from '#tests/components/hands.ts'
import { KeptPlaylists, someTracks } from '#tests/components/playlists.ts'

let kept: KeptPlaylists
beforeEach(() => {
  kept = new KeptPlaylists()
})
afterEach(() => void vi.unstubAllGlobals())

const article = (name: string) => page.getByRole('article', { name, exact: true })
const link = (name: string) => article(name).getByRole('link', { name })

async function open(window: readonly [number, number]) {
  const id = kept.make('Late night', someTracks(2))
  kept.make('Early light')
  const app = await openApp('/playlists', { window, answers: kept.answers() })
  await expect.element(article('Late night')).toBeVisible()
  return { app, id }
}

it.each([
  [900, 1100],
  [1024, 768],
] as const)(
  'PLAYLIST-007: D-060: on a tablet of %i by %i the first tap selects and the second opens',
  async (...window) => {
    const { app, id } = await open(window)
    await tap(middle(link('Late night')))
    await expect.element(article('Late night')).toHaveAttribute('data-selected', 'true')
    await expect.element(article('Early light')).not.toHaveAttribute('data-selected')
    expect(app.address).toBe('/playlists')
    await tap(middle(link('Late night')))
    await expect.poll(() => app.address).toBe(`/playlists/${id}`)
  },
)

it('D-060: one click opens a playlist, in a browser whose clicks do not say what they were made with', async () => {
  // As in WebKit: a click there is no pointer event.
  vi.stubGlobal('PointerEvent', class extends MouseEvent {})
  const { app, id } = await open([1024, 768])
  await mouse.click(middle(article('Late night')))
  await expect.poll(() => app.address).toBe(`/playlists/${id}`)
})

it('on a phone one tap opens', async () => {
  const { app, id } = await open([390, 844])
  await tap(middle(link('Late night')))
  await expect.poll(() => app.address).toBe(`/playlists/${id}`)
})
