// What may be done and why not, in one place for every way to do it.
import { beforeEach, describe, expect, it } from 'vitest'
import { setActionPorts } from '#actions/ports.ts'
import { setDispatch } from '#bridge/dispatch.ts'
import type { AppDraft } from '#core/events/index.ts'
import { sessionStarted } from '#core/events/people/session.ts'
import { releaseOptionsFailed, releaseOptionsReceived } from '#core/events/releases.ts'
import type { SecretHandle } from '#core/model/people/secrets.ts'
import { attach } from '#projections/entity.ts'
import { aCard, aPlaylist, aRelease, aSong, Story, someClaims } from '#tests/support/story.ts'
import { closePeopleDialog, peopleDialog } from './people.state.ts'
import {
  archiveOf,
  contactOf,
  downloadOf,
  flagOf,
  isPlayable,
  mayDownload,
  playlistDownloadOf,
  playOf,
  shareOf,
  songDownloadOf,
  songFlagOf,
  type Verb,
} from './verbs.ts'

setActionPorts({
  mintId: () => 'minted',
  keepSecret: async (purpose) => `${purpose}:1` as SecretHandle<typeof purpose>,
  readLink: async () => null,
  promoAddress: async () => null,
  peaks: async () => null,
  listIndex: async () => null,
  security: async () => ({ ok: false, refusal: { status: 0, code: 'NETWORK', message: '' } }),
})

const wishes: AppDraft[] = []
setDispatch((draft) => wishes.push(draft))

function state({ download = true as boolean | null, marking = [] as string[] } = {}) {
  const none = { genres: [], markets: [], versions: [], releaseTypes: [], packages: [] }
  const story = new Story().happens(
    download === null ? releaseOptionsFailed({ code: 'NETWORK' }) : releaseOptionsReceived({ ...none, download }),
    ...marking.map((releaseid): AppDraft => {
      const changes = [{ releaseid, trackid: null, marks: ['flagged' as const] }]
      return { type: 'library.marksRequested', v: 1, payload: { requestId: `m-${releaseid}`, changes } } as AppDraft
    }),
  )
  attach(story.order.store)
}

/** The reason, and what a press on it wishes all the same: nothing, where there is a reason. */
function asked({ reason, act }: Verb): { reason: string | null; wished: string[] } {
  wishes.length = 0
  act()
  return { reason, wished: wishes.map(({ type }) => type) }
}

beforeEach(() => state())

describe('playing', () => {
  it('a release with audio plays', () => {
    expect(asked(playOf(aCard('r1')))).toEqual({ reason: null, wished: ['player.releaseChosen'] })
  })

  it('one without any does not', () => {
    expect(asked(playOf(aCard('r1', { duration: 0 })))).toEqual({ reason: 'nothingToPlay', wished: [] })
  })

  it('a video is not played, whatever its length', () => {
    expect(isPlayable({ assettype: 'video', duration: 200 })).toBe(false)
    expect(isPlayable({ assettype: 'audio', duration: 200 })).toBe(true)
    expect(isPlayable({ assettype: 'audio', duration: 0 })).toBe(false)
  })
})

describe('downloading', () => {
  it('a release that the label has opened is downloaded', () => {
    expect(asked(downloadOf(aCard('r1'), 'wav'))).toEqual({ reason: null, wished: ['download.requested'] })
  })

  it('one for streaming is refused by every way, and so is its song', () => {
    const card = aCard('r1', { candownload: false })
    expect(asked(downloadOf(card, 'mp3'))).toEqual({ reason: 'streamOnly', wished: [] })
    expect(asked(songDownloadOf({ ...aSong('t', 1), candownload: false }, 'wav'))).toEqual({
      reason: 'streamOnly',
      wished: [],
    })
    expect(mayDownload(card)).toBe(false)
  })

  it('an account without downloads is told so, for a release, a song and a playlist (RELEASE-016)', () => {
    state({ download: false })
    for (const verb of [
      downloadOf(aCard('r1'), 'wav'),
      songDownloadOf(aSong('t', 1), 'wav'),
      playlistDownloadOf(aPlaylist('p1'), 3, 'wav'),
    ])
      expect(asked(verb)).toEqual({ reason: 'downloadsOff', wished: [] })
  })

  it('H-558: where the server has not said so far whether there are downloads, that is the reason', () => {
    state({ download: null })
    for (const verb of [
      downloadOf(aCard('r1'), 'wav'),
      songDownloadOf(aSong('t', 1), 'wav'),
      playlistDownloadOf(aPlaylist('p1'), 3, 'wav'),
    ])
      expect(asked(verb)).toEqual({ reason: 'downloadsUnknown', wished: [] })
  })

  it('a format that no song has is refused, once the songs are known', () => {
    const release = aRelease('r1')
    const lossy = { ...release, songs: release.songs.map((song) => ({ ...song, formats: ['mp3' as const] })) }
    expect(downloadOf(aCard('r1'), 'wav').reason).toBeNull()
    expect(downloadOf(aCard('r1'), 'wav', lossy).reason).toBe('noWav')
    expect(downloadOf(aCard('r1'), 'mp3', lossy).reason).toBeNull()
    // H-630: a card may say it before its songs are read.
    const card = aCard('r1', { formats: ['mp3'] })
    expect([downloadOf(card, 'wav').reason, downloadOf(card, 'mp3').reason]).toEqual(['noWav', null])
    const master = { ...release, songs: release.songs.map((song) => ({ ...song, formats: ['wav' as const] })) }
    expect(downloadOf(aCard('r1'), 'mp3', master).reason).toBe('noMp3')
  })

  it('videos are downloaded one by one', () => {
    expect(downloadOf(aCard('r1', { trackcount: 0, videocount: 2 }), 'wav').reason).toBe('videoOnly')
  })

  it('an empty playlist has nothing to download', () => {
    expect(asked(playlistDownloadOf(aPlaylist('p1'), 0, 'mp3'))).toEqual({ reason: 'noSongs', wished: [] })
  })
})

describe('marking', () => {
  it.each([
    ['flags', flagOf(aCard('r1')), ['flagged']],
    ['unflags', flagOf(aCard('r1', { flagged: true })), ['unflagged']],
    ['archives', archiveOf(aCard('r1')), ['archived']],
    ['restores', archiveOf(aCard('r1', { archived: true })), ['restored']],
    ['flags a song', songFlagOf(aSong('t', 1), false), ['flagged']],
    ['unflags a song', songFlagOf({ ...aSong('t', 1), flagged: true }, false), ['unflagged']],
  ])('%s, by state', (_, verb, marks) => {
    expect(asked(verb)).toEqual({ reason: null, wished: ['library.marksRequested'] })
    expect(wishes[0]?.payload).toMatchObject({ changes: [{ marks }] })
  })

  it('FLAG-008: an archived release takes no flag, nor do its songs, but loses one', () => {
    expect(asked(flagOf(aCard('r1', { archived: true })))).toEqual({ reason: 'flagArchived', wished: [] })
    expect(flagOf(aCard('r1', { archived: true, flagged: true })).reason).toBeNull()
    expect(asked(songFlagOf(aSong('t', 1), true))).toEqual({ reason: 'flagArchived', wished: [] })
    expect(songFlagOf({ ...aSong('t', 1), flagged: true }, true).reason).toBeNull()
  })

  it('waits while a mark of it is being changed (D-117), and only of it', () => {
    state({ marking: ['r1'] })
    expect(asked(flagOf(aCard('r1')))).toEqual({ reason: 'marking', wished: [] })
    expect(asked(archiveOf(aCard('r1')))).toEqual({ reason: 'marking', wished: [] })
    expect(songFlagOf({ ...aSong('t', 1), releaseid: 'r1' }, false).reason).toBe('marking')
    expect(archiveOf(aCard('r2')).reason).toBeNull()
  })
})

function somebody(verified: boolean, label_staff = false) {
  const claims = someClaims('p1', { verified, label_staff })
  attach(
    new Story().happens(sessionStarted({ claims, accessToken: 'a', refreshToken: 'r', restored: true })).order.store,
  )
}

it.each([
  ['verified', true, false],
  ['not verified', false, false],
  ['label staff', true, true],
])('DEVICE-006: who is %s plays, flags and archives', (_, verified, staff) => {
  somebody(verified, staff)
  const song = aSong('t', 1)
  const verbs = [
    playOf(aCard('r1')),
    playOf(song),
    flagOf(aCard('r1')),
    songFlagOf(song, false),
    archiveOf(aCard('r1')),
  ]
  expect(verbs.map(({ reason }) => reason)).toEqual(verbs.map(() => null))
})

describe('sending a release to people', () => {
  /** The reason, and the dialog a press opens all the same. */
  function pressed({ reason, act }: Verb<string>) {
    closePeopleDialog()
    act()
    return { reason, opened: peopleDialog.peek()?.kind ?? null }
  }
  const open = aCard('r1', { allow_sharing: true, commenting_enabled: true })

  it('SHARE-001: is for who is verified', () => {
    somebody(false)
    expect(pressed(shareOf(open))).toEqual({ reason: 'notVerified', opened: null })
    somebody(true)
    expect(pressed(shareOf(open))).toEqual({ reason: null, opened: 'share' })
  })

  it('SHARE-002: is for what its owner lets go, and not where that is not known', () => {
    somebody(true)
    expect(pressed(shareOf(aCard('r1', { allow_sharing: false })))).toEqual({ reason: 'sharingOff', opened: null })
    expect(pressed(shareOf(aCard('r1')))).toEqual({ reason: 'sharingOff', opened: null })
  })

  it('RELEASE-044: its owner is written to where they take messages, by whom ever', () => {
    somebody(false)
    expect(pressed(contactOf(open))).toEqual({ reason: null, opened: 'contact' })
    const closed = aCard('r1', { commenting_enabled: false })
    expect(pressed(contactOf(closed))).toEqual({ reason: 'messagesOff', opened: null })
  })
})
