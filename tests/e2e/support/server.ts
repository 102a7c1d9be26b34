/** What the server holds, asked for directly: the truth the browser is compared with. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { ReleaseDetail, ReleaseList, type Song } from '#core/model/catalogue/release.ts'
import { call, expectJson, mediaToken, signIn } from '#tests/contract/http.ts'
import { serverUrl } from './fixtures.ts'

/** A token lives for thirty minutes, and a test process may for longer, ms. */
const TOKEN_USED_MS = 20 * 60_000
let access: { readonly token: Promise<string>; readonly at: number } | undefined

/** Access token of the demo account, a new one in good time before the last expires. */
function token(): Promise<string> {
  const now = performance.now()
  if (!access || now - access.at > TOKEN_USED_MS)
    access = { token: signIn(serverUrl()).then((pair) => pair.access), at: now }
  return access.token
}

/** Page `page` of the gallery's own order. */
export async function listPage(page: number, pagesize = 40): Promise<ReleaseList> {
  const path = `/releases?sort=-date&page=${page}&pagesize=${pagesize}`
  return expectJson(ReleaseList, call(serverUrl(), path, { token: await token() }))
}

export async function detail(releaseid: string): Promise<ReleaseDetail> {
  return expectJson(ReleaseDetail, call(serverUrl(), `/releases/${releaseid}`, { token: await token() }))
}

/** What a test needs of a release it takes. */
export type Fits = (release: ReleaseDetail) => boolean

/** The first release from place `from` (0 to 99) on in the gallery's order that has what the test needs. */
export async function findRelease(from: number, fits: Fits): Promise<ReleaseDetail> {
  for await (const release of ordinary(1)) if (from-- <= 0 && fits(release)) return release
  throw new Error('no release of the first hundred fits')
}

/**
 * A release beyond the first hundred that no other test takes: spoiled paths of one are not another's.
 * @param place which of those that fit, from 0; each test names its own
 */
export async function ownRelease(place: number, fits: Fits): Promise<ReleaseDetail> {
  let left = place
  for (let hundred = 2; hundred <= 6; hundred++)
    for await (const release of ordinary(hundred)) if (fits(release) && left-- === 0) return release
  throw new Error(`the catalogue has no ${place + 1} releases that fit`)
}

const details = new Map<string, Promise<ReleaseDetail>>()

/** A hundred of the gallery's order, without the demo cases that cannot be downloaded. */
async function* ordinary(hundred: number): AsyncGenerator<ReleaseDetail> {
  const { releases } = await listPage(hundred, 100)
  for (const { releaseid, candownload } of releases) {
    if (releaseid.startsWith('demo-') || !candownload) continue
    const known = details.get(releaseid) ?? detail(releaseid)
    details.set(releaseid, known)
    yield await known
  }
}

/** Songs that can be had in both formats. */
export const complete = (songs: readonly Song[]): boolean =>
  songs.every(({ assettype, formats, candownload }) => assettype === 'audio' && candownload && formats.includes('wav'))

/** A release of a few songs, all of which can be had and are told apart by their titles. */
export const several: Fits = ({ songs }) =>
  complete(songs) &&
  songs.length >= 3 &&
  songs.length <= 12 &&
  new Set(songs.map((song) => song.title)).size === songs.length

export function downloadPath(trackid: string): string {
  return `/api/audio/${trackid}/download`
}

/** SHA-256 of a song's file as the server sends it to anybody who asks. */
export async function serverSha256(song: Song, format: 'wav' | 'mp3'): Promise<string> {
  const media = await mediaToken(serverUrl(), await token(), song.trackid)
  return shaOf(`${serverUrl()}${downloadPath(song.trackid)}?format=${format}&bitrate=320&token=${media}`)
}

/**
 * Has the server make a song's file, so that a test measures the browser and not the synthesis.
 * @returns its SHA-256
 */
export const prepared = serverSha256

export async function shaOf(address: string): Promise<string> {
  const response = await fetch(address)
  if (!response.ok || response.body === null) throw new Error(`${address} answered ${response.status}`)
  const hash = createHash('sha256')
  for await (const chunk of response.body) hash.update(chunk)
  return hash.digest('hex')
}

export async function fileSha256(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

/** Asks the server to spoil answers of a path (prefix). Each test spoils paths of its own. */
export async function spoil(fault: { path: string; [key: string]: unknown }): Promise<void> {
  const response = await fetch(`${serverUrl()}/dev/fail`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(fault),
  })
  if (response.status !== 204) throw new Error(`the fault was refused: ${await response.text()}`)
}
