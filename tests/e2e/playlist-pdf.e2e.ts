// The PDF of a playlist, in a browser that shows one.
import { expect, test } from './support/fixtures.ts'
import { LISTENER, madePlaylist, noPlaylists, someSongs } from './support/playlists.ts'
import { giveSession } from './support/product.ts'

test.beforeEach(noPlaylists)

test('PLAYLIST-014: its PDF opens in a window of its own', async ({ page }) => {
  const songs = (await someSongs()).slice(0, 6)
  const id = await madePlaylist(
    'Morning show',
    songs.map((song) => song.trackid),
  )
  await giveSession(page, LISTENER)
  await page.goto(`/playlists/${id}`)
  const [popup] = await Promise.all([page.waitForEvent('popup'), page.getByRole('link', { name: 'PDF' }).click()])
  await expect.poll(() => popup.url()).toMatch(/^blob:/)
})
