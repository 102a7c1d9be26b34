import { describe, expect, test } from 'vitest'
import type { SelectionAction } from '#core/model/library/selection.ts'
import { PLAYLIST_TRACKS_MAX } from '#core/model/playlists/playlist.ts'
import { aCard } from '#tests/support/story.ts'
import { draftsFor, fittingIn, gatherDraft } from './drafts.ts'

const mint = () => 'minted'
const plain = aCard('plain')
const flagged = aCard('flagged', { flagged: true })
const songFlagged = aCard('song', { flaggedtrackcount: 1 })
const archived = aCard('archived', { archived: true })
const streamOnly = aCard('stream', { candownload: false })
const silent = aCard('silent', { duration: 0 })
const all = [plain, flagged, songFlagged, archived, streamOnly, silent]
const types = (action: SelectionAction) => draftsFor(action, all, mint, 'p1').drafts.map(({ type }) => type)
/** The releases of all that something can be done with, one by one. */
const able = (action: SelectionAction) =>
  all.filter((one) => draftsFor(action, [one], mint, 'p1').drafts.length === 1).map(({ releaseid }) => releaseid)

describe('what is done with a selection', () => {
  test.each([
    ['wav', 'stream'],
    ['mp3', 'stream'],
    ['queue', 'silent'],
    ['playlist', 'silent'],
    ['archive', 'archived'],
  ] as const)('%s leaves out %s alone', (action, out) => {
    expect(able(action)).toEqual(all.map(({ releaseid }) => releaseid).filter((id) => id !== out))
    expect(draftsFor(action, all, mint, 'p1').skipped).toBe(1)
  })

  test('only what is not flagged is flagged, nothing in the archive is, and only what is marked is unmarked', () => {
    expect([able('flag'), able('unflag'), able('restore')]).toEqual([
      ['plain', 'song', 'stream', 'silent'],
      ['flagged', 'song'],
      ['archived'],
    ])
  })

  test('is one wish for all, but one for each release in the queue', () => {
    for (const [action, type] of [
      ['wav', 'download.requested'],
      ['playlist', 'playlist.addRequested'],
      ['flag', 'library.marksRequested'],
    ] as const)
      expect(types(action)).toEqual([type])
    expect(types('queue')).toEqual(Array.from({ length: 5 }, () => 'queue.releaseAdded'))
  })

  test.each([['flag', 'flagged'], ['unflag', 'unflagged'], ['archive', 'archived'], ['restore', 'restored']] as const)('%s asks for the mark %s', (action, mark) => {
    const release = action === 'unflag' ? flagged : action === 'restore' ? archived : plain
    expect(draftsFor(action, [release], mint).drafts).toMatchObject([{ payload: { requestId: 'minted', changes: [{ releaseid: release.releaseid, trackid: null, marks: [mark] }] } }]) // biome-ignore format: one line
  }) // biome-ignore format: one line

  test('of which nothing can be done is nothing, and so is a playlist that nobody named', () => {
    expect(draftsFor('restore', [plain, flagged], mint)).toEqual({ drafts: [], skipped: 2 })
    expect(draftsFor('playlist', [plain, silent], mint)).toEqual({ drafts: [], skipped: 2 })
  })
})

describe('of what goes into a playlist', () => {
  const wholes = (count: number, trackcount: number) =>
    Array.from({ length: count }, (_, n) => aCard(`r${n}`, { trackcount }))

  test('no release is looked into behind those that fill it', () => {
    expect(fittingIn(wholes(PLAYLIST_TRACKS_MAX / 10 + 5, 10))).toHaveLength(PLAYLIST_TRACKS_MAX / 10)
    expect(fittingIn(wholes(PLAYLIST_TRACKS_MAX / 10, 10))).toHaveLength(PLAYLIST_TRACKS_MAX / 10)
    const [last] = fittingIn([...wholes(PLAYLIST_TRACKS_MAX - 1, 1), plain, flagged]).slice(-1)
    expect(last).toBe(plain)
  })

  test('what has nothing to be heard fills nothing', () => {
    const some = [...Array.from({ length: 3 }, () => silent), aCard('all', { trackcount: PLAYLIST_TRACKS_MAX }), plain]
    expect(fittingIn(some)).toEqual(some.slice(0, 4))
  })

  test('a release that lasts a second has something to be heard', () => {
    expect(draftsFor('playlist', [aCard('short', { duration: 1 })], mint, 'p1')).toMatchObject({ skipped: 0 })
    expect(draftsFor('queue', [aCard('short', { duration: 1 })], mint)).toMatchObject({ skipped: 0 })
  })
})

describe('a selection as one download', () => {
  const gather = { as: 'zip' as const, title: 'Ten releases' }

  test('names every release that may be had, and counts the others', () => {
    const { drafts, skipped } = gatherDraft('mp3', all, gather, mint)
    expect(skipped).toBe(1)
    expect(drafts).toMatchObject([{ type: 'download.requested', payload: { requests: [{ downloadID: 'minted', type: 'bundle', format: 'mp3', title: 'Ten releases' }] } }]) // biome-ignore format: one line
    const sources = (drafts[0] as { payload: { requests: { gather: { sources: object[] } }[] } }).payload.requests[0]?.gather.sources // biome-ignore format: one line
    expect(sources).toHaveLength(5)
    expect(sources?.[0]).toEqual({ type: 'release', id: 'plain', duration: 400, title: 'Ana Lumen – Release plain' })
  })

  test('is none where nothing may be had, or something else is wanted', () => {
    expect(gatherDraft('wav', [streamOnly], gather, mint)).toEqual({ drafts: [], skipped: 1 })
    expect(gatherDraft('flag', [plain], gather, mint)).toEqual({ drafts: [], skipped: 0 })
  })
})
