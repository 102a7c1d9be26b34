/**
 * Stories in events: a log without a host. `happens` puts drafts into order as the state worker does,
 * and what became of the state is read from `state`.
 */
import { type AppDraft, type AppEvent, definitionOf, type Source } from '#core/events/index.ts'
import { releaseDetailReceived } from '#core/events/releases.ts'
import { DoubleOrder } from '#core/log/doubleOrder.ts'
import type { ReleaseCard, ReleaseDetail, Song } from '#core/model/catalogue/release.ts'
import type { DownloadJob, DownloadRequest } from '#core/model/downloads/download.ts'
import type { Entities } from '#core/model/entities.ts'
import type { AccessClaims } from '#core/model/people/account.ts'
import type { Profile } from '#core/model/people/profile.ts'
import type { PlaylistCard, PlaylistTrack } from '#core/model/playlists/playlist.ts'
import type { ReadonlyStore } from '#core/reducers/store.ts'

export class Story {
  /** Every event is reduced twice. */
  readonly order = new DoubleOrder()
  readonly events: AppEvent[] = []

  happens(...drafts: AppDraft[]): this {
    for (const draft of drafts) this.says(definitionOf(draft).kind === 'wish' ? 'person' : 'platform', draft)
    return this
  }

  /** The same of one source. */
  says(source: Source, draft: AppDraft): void {
    this.events.push(this.order.append(draft, { source, t: this.events.length, cause: null }))
  }

  get state(): ReadonlyStore {
    return this.order.store
  }

  get player(): Readonly<Entities['player']> {
    return this.state.single('player')
  }

  get queue(): Readonly<Entities['queue']> {
    return this.state.single('queue')
  }

  get session(): Readonly<Entities['session']> {
    return this.state.single('session')
  }

  job(downloadID: string): Readonly<DownloadJob> | undefined {
    return this.state.get('job', downloadID)
  }

  /** Notifications, oldest first. */
  get notices(): Readonly<Entities['notice']>[] {
    return this.state.single('noticeOrder').ids.flatMap((id) => this.state.get('notice', id) ?? [])
  }

  /** These releases' details are known. */
  knows(...releases: ReleaseDetail[]): this {
    return this.happens(...releases.map((release) => releaseDetailReceived({ release })))
  }
}

export function aSong(trackid: string, ordinal: number, fields: Partial<Song> = {}): Song {
  return {
    trackid,
    releaseid: 'r1',
    ordinal,
    title: `Song ${trackid}`,
    artist: 'Ana Lumen',
    version: '',
    explicit: false,
    assettype: 'audio',
    duration: 200,
    available: '2026-11-20',
    impactdate: null,
    labels: [],
    genres: [],
    market_tags: [],
    coverart: `/art/${trackid}.webp`,
    candownload: true,
    formats: ['wav', 'mp3'],
    flagged: false,
    album: '',
    language: '',
    composer: '',
    writers: '',
    publishing: '',
    producer: '',
    isrc: '',
    upcnumber: '',
    catalognumber: '',
    copyrightyear: null,
    canadian: {},
    lyrics: '',
    ...fields,
  }
}

export function aCard(releaseid: string, fields: Partial<ReleaseCard> = {}): ReleaseCard {
  return {
    releaseid,
    title: `Release ${releaseid}`,
    artist: 'Ana Lumen',
    explicit: false,
    thumbnail: `/art/${releaseid}-300.webp`,
    coverart: `/art/${releaseid}.webp`,
    available: '2026-11-20',
    impactdate: null,
    duration: 400,
    trackcount: 2,
    videocount: 0,
    flaggedtrackcount: 0,
    labels: [],
    genres: [],
    markettags: [],
    trending: false,
    release_type: 'single',
    candownload: true,
    flagged: false,
    archived: false,
    ...fields,
  }
}

/** A track of a playlist; the part of its id before the dot names its release. */
export function aTrack(trackid: string, fields: Partial<PlaylistTrack> = {}): PlaylistTrack {
  const { releaseid, ordinal, title, artist, version, explicit, assettype, duration, ...rest } = aSong(trackid, 1)
  const { available, impactdate, labels, coverart } = rest
  const own = {
    ordinal,
    title,
    artist,
    version,
    explicit,
    assettype,
    duration,
    available,
    impactdate,
    labels,
    coverart,
  }
  return { trackid, ...own, releaseid: trackid.split('.')[0] ?? releaseid, ...fields }
}

export function aPlaylist(playlistid: string, fields: Partial<PlaylistCard> = {}): PlaylistCard {
  return {
    playlistid,
    name: `Playlist ${playlistid}`,
    desc: '',
    description: '',
    default: false,
    tracks: 0,
    pinned: false,
    thumbnail: '',
    thumbnails: [],
    coverart: '',
    created: '2026-11-20T08:00:00.000Z',
    ...fields,
  }
}

/** A release with songs `<id>.a`, `<id>.b`, … unless others are given. */
export function aRelease(releaseid: string, songCount = 2, fields: Partial<ReleaseDetail> = {}): ReleaseDetail {
  const songs = [...'abcdefgh']
    .slice(0, songCount)
    .map((letter, index) => aSong(`${releaseid}.${letter}`, index + 1, { releaseid }))
  return {
    ...aCard(releaseid),
    commenting_enabled: false,
    allow_sharing: false,
    promoinfo: '',
    songs,
    attachments: [],
    ...fields,
  }
}

export function someClaims(playerid = 'p1', fields: Partial<AccessClaims> = {}): AccessClaims {
  return {
    username: `${playerid}@demo.test`,
    playerid,
    email: `${playerid}@demo.test`,
    fullname: 'Pat Doe',
    verified: true,
    label_staff: false,
    exp: 1_800_000_000,
    ...fields,
  }
}

/** The profile of whom `someClaims` names. */
export function aProfile(fields: Partial<Profile> = {}): Profile {
  return {
    firstname: 'Pat',
    lastname: 'Doe',
    website: '',
    phone: '',
    city: 'Bergen',
    company: 'Harbour Radio',
    title: 'Music director',
    state: '',
    country: 'NO',
    language: 'en',
    format: 'mp3',
    mailpref: 'weekly',
    mailto: 'p1@demo.test',
    emails: ['p1@demo.test'],
    ...fields,
  }
}

export function aRequest(downloadID: string, fields: Partial<DownloadRequest> = {}): DownloadRequest {
  return {
    downloadID,
    type: 'song',
    mediaID: `track-${downloadID}`,
    releaseid: 'r1',
    format: 'wav',
    artist: 'Ana Lumen',
    title: `Song ${downloadID}`,
    version: '',
    explicit: false,
    ordinal: 1,
    trackcount: 1,
    coverart: '/art/x.webp',
    ...fields,
  }
}
