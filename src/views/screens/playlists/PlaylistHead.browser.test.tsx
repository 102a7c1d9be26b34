// What the head of a playlist says before its songs are taken home.
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { playlistOpened, playlistReceived } from '#core/events/playlists.ts'
import type { PlaylistTrack } from '#core/model/playlists/playlist.ts'
import { show, signedIn } from '#tests/components/stage.tsx'
import { aPlaylist, aTrack } from '#tests/support/story.ts'
import { PlaylistHead } from './PlaylistHead.tsx'

const NOTE = /only there as MP3/

async function headOf(...tracks: Partial<PlaylistTrack>[]) {
  const songs = tracks.map((fields, n) => ({ ...aTrack(`t${n}`), ...fields }))
  const card = aPlaylist('p1', { tracks: songs.length })
  const story = signedIn().happens(playlistOpened({ playlistid: 'p1' }), playlistReceived({ playlist: card, songs }))
  return show(<PlaylistHead card={card} ids={songs.map(({ trackid }) => trackid)} />, { story })
}

it('what a WAV zip would lack is said beside the way to it, and the press asks for the zip all the same', async () => {
  const stage = await headOf({ mp3Only: true }, {}, { mp3Only: true })
  await expect
    .element(page.getByText('2 songs are only there as MP3 and are not in the WAV zip.', { exact: true }))
    .toBeVisible()
  await page.getByRole('button', { name: 'Download (WAV)', exact: true }).click()
  expect(stage.of('download.requested')).toMatchObject([{ requests: [{ type: 'playlist', format: 'wav' }] }])
})

it('one song is counted as one', async () => {
  await headOf({ mp3Only: true }, {})
  await expect.element(page.getByText('1 song is only there as MP3 and is not in the WAV zip.')).toBeVisible()
})

it('of many songs it is said as well, once they are counted', async () => {
  await headOf(...Array.from({ length: 450 }, (_, n) => (n % 3 === 0 ? { mp3Only: true as const } : {})))
  await expect.element(page.getByText(/^150 songs are only there as MP3/)).toBeVisible()
})

it('a playlist that lacks nothing says nothing of it', async () => {
  await headOf({}, {})
  await expect.element(page.getByRole('button', { name: 'Download (WAV)', exact: true })).toBeVisible()
  expect(page.getByText(NOTE).elements()).toEqual([])
})
