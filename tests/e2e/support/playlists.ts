/** Playlists made directly on the server, of accounts that only the tests of playlists use: one for each worker. */

import { ReleaseDetail, ReleaseList, type Song } from '#core/model/catalogue/release.ts'
import { Playlist, PlaylistCreated, PlaylistList, PlaylistSongs } from '#core/model/playlists/playlist.ts'
import { call, expectJson, signIn } from '#tests/contract/http.ts'
import { serverUrl } from './fixtures.ts'

/** As many as workers: with one fewer, two files that run at once would delete each other's playlists. */
const LISTENERS = ['staff@demo.test', 'many@demo.test', 'unverified@demo.test']

export const LISTENER = LISTENERS[Number(process.env.TEST_PARALLEL_INDEX) % LISTENERS.length] ?? ''

let access: Promise<string> | undefined

async function send(method: string, path: string, body?: unknown): Promise<Response> {
  access ??= signIn(serverUrl(), LISTENER).then((pair) => pair.access)
  return call(serverUrl(), path, { method, token: await access, ...(body === undefined ? {} : { body }) })
}

/** Deletes every playlist of the account. */
export async function noPlaylists(): Promise<void> {
  for (;;) {
    const { playlists } = await expectJson(PlaylistList, send('GET', '/playlists?pagesize=100&summary=true'))
    if (playlists.length === 0) return
    for (const { playlistid } of playlists) await send('DELETE', `/playlists/${playlistid}`)
  }
}

/** A playlist with these tracks. @returns its id */
export async function madePlaylist(name: string, tracks: readonly string[] = [], desc = ''): Promise<string> {
  const made = await expectJson(PlaylistCreated, send('POST', '/playlists', { name, desc, default: false }), 201)
  if (tracks.length > 0) {
    const added = await send('POST', `/playlists/${made.playlistid}/tracks`, { tracks, position: 'before' })
    if (added.status !== 201) throw new Error(`tracks were refused: ${await added.text()}`)
  }
  return made.playlistid
}

export const playlistOf = (id: string): Promise<Playlist> => expectJson(Playlist, send('GET', `/playlists/${id}`))

/** What the server holds, in order. */
export async function orderOf(id: string): Promise<string[]> {
  const { songs } = await expectJson(PlaylistSongs, send('GET', `/playlists/${id}/tracks`))
  return songs.map((song) => song.trackid)
}

let known: Promise<Song[]> | undefined

/** Audio that can be played, one song of each of the first releases, with titles that differ. */
export function someSongs(): Promise<Song[]> {
  known ??= (async () => {
    const { releases } = await expectJson(ReleaseList, send('GET', '/releases?sort=-date&pagesize=40'))
    const found = new Map<string, Song>()
    for (const { releaseid } of releases) {
      if (releaseid.startsWith('demo-') || found.size >= 20) continue
      const { songs } = await expectJson(ReleaseDetail, send('GET', `/releases/${releaseid}`))
      const song = songs.find((one) => one.assettype === 'audio' && one.duration > 0 && !found.has(one.title))
      if (song) found.set(song.title, song)
    }
    return [...found.values()]
  })()
  return known
}

/** Ids of audio, as many as the catalogue has up to `count`. */
export async function manyTracks(count: number): Promise<string[]> {
  const found = new Set<string>()
  for (let page = 1; found.size < count; page++) {
    const { releases } = await expectJson(ReleaseList, send('GET', `/releases?sort=-date&page=${page}&pagesize=100`))
    if (releases.length === 0) break
    const details = await Promise.all(
      releases.map((release) => send('GET', `/releases/${release.releaseid}`).then((answer) => answer.json())),
    )
    for (const detail of details) {
      const parsed = ReleaseDetail.safeParse(detail)
      for (const song of parsed.success ? parsed.data.songs : [])
        if (song.assettype === 'audio') found.add(song.trackid)
    }
  }
  return [...found].slice(0, count)
}
