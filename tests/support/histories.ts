/**
 * Random histories for property tests: every event of the catalogue with a payload its schema takes, over
 * pools of few ids so that events meet. A new event has to be given a generator here before this compiles.
 */
import fc from 'fast-check'
import { type AppDraft, catalogue, type EventType, type PayloadOf, parseDraft } from '#core/events/index.ts'
import { CHANGE_DOMAINS } from '#core/model/changes.ts'
import { type DownloadJob, FailureReason, JobStatus } from '#core/model/downloads/download.ts'
import { Mark } from '#core/model/library/library.ts'
import { SelectionAction } from '#core/model/library/selection.ts'
import { STARRED_LIST } from '#core/model/playlists/playlistList.ts'
import { type SearchResult, SearchSection } from '#core/model/search/hits.ts'
import { EMPTY_RESULT } from '#core/model/search/merge.ts'
import { DOWNLOAD_CHOICES_DEFAULT } from '#core/model/settings.ts'
import { aCard, aPlaylist, aProfile, aRelease, aRequest, aSong, aTrack, someClaims } from './story.ts'

const one = <T>(...values: readonly T[]) => fc.constantFrom(...values)
const jobId = one('j1', 'j2', 'j3', 'j4', 'j1.1', 'j2.1')
const queryId = one('q=a', 'q=b')
const releaseid = one('r1', 'r2', 'r3')
const handle = one('secret:1', 'secret:2')
const percent = fc.integer({ min: 0, max: 100 })
const bytes = fc.integer({ min: 0, max: 4000 })
const seconds = fc.constantFrom(0, 2.5, 3, 3.5, 60, 200)
/** Ids a person's browser mints: mostly new ones, sometimes one that was there. */
const minted = (prefix: string) => fc.integer({ min: 1, max: 15 }).map((n) => `${prefix}${n}`)
const itemId = minted('i')
const requestId = minted('n')
const levels = fc.constant(true as const)
const playerId = one('p1', 'p2')
const aProfileOf = one(aProfile(), aProfile({ city: 'Oslo', format: 'wav', emails: ['p1@demo.test', 'b@demo.test'] }))
const INVITATION = { invitee_email: 'nora@demo.test', relationship: 'coworker' as const }
const claims = one(someClaims('p1'), someClaims('p2'), someClaims('p1', { fullname: 'Pat Roe' }))
const tokens = { accessToken: fc.constant('session:access'), refreshToken: fc.constant('session:refresh') }
/** Only who muted has it. */
const previousVolume = fc.record({ previousVolume: fc.integer({ min: 1, max: 100 }) }, { requiredKeys: [] })
const settings = fc
  .tuple(
    fc.record({
      isSidebarOpen: fc.boolean(),
      listView: fc.boolean(),
      columnWidths: fc.constantFrom(
        { artists: {}, labels: {}, releases: {}, songs: {} },
        { artists: {}, labels: {}, releases: { artist: 60, title: 400 }, songs: { title: 90 } },
      ),
      preferredFormat: one('wav' as const, 'mp3' as const),
      parallelDownloads: fc.integer({ min: 1, max: 6 }),
      downloads: fc.record({
        notify: fc.boolean(),
        onlyNew: fc.boolean(),
        nameTemplate: one('', '{title}'),
        stationReady: fc.boolean(),
        stationLoudness: fc.boolean(),
        oneZip: fc.boolean(),
        zipLists: fc.boolean(),
      }),
      volume: percent,
      autoPlay: fc.boolean(),
      shortcuts: fc.boolean(),
      theme: one('system' as const, 'light' as const, 'dark' as const, 'contrast' as const),
      hook: one(0, 0.25),
    }),
    previousVolume,
  )
  .map(([all, muted]) => ({ ...all, ...muted }))
const release = fc
  .record({ id: releaseid, count: fc.integer({ min: 0, max: 3 }), video: fc.boolean(), silent: fc.boolean() })
  .map(({ id, count, video, silent }) => {
    const detail = aRelease(id, count)
    if (video) detail.songs.push(aSong(`${id}.v`, count + 1, { releaseid: id, assettype: 'video' }))
    if (silent) detail.songs.push(aSong(`${id}.s`, count + 2, { releaseid: id, duration: 0 }))
    return detail
  })
/** Mostly of songs that are there: the first or the second of an item. */
const songUuid = fc.tuple(itemId, one(1, 2)).map(([id, n]) => `${id}.${n}`)
const keptItem = fc.record({ id: minted('k'), release: one('r1', 'r2') }).map(({ id, release: of }) => ({
  uuid: id,
  releaseid: of,
  title: of,
  artist: 'Ana Lumen',
  thumbnail: '',
  songs: ['a', 'b'].map((letter, n) => {
    const {
      trackid,
      releaseid: own,
      title,
      artist,
      version,
      explicit,
      duration,
      coverart,
      ordinal,
    } = aSong(`${of}.${letter}`, n + 1, { releaseid: of })
    return {
      uuid: `${id}.${n + 1}`,
      trackid,
      releaseid: own,
      title,
      artist,
      version,
      explicit,
      duration,
      coverart,
      ordinal,
    }
  }),
}))
const keptQueue = fc
  .record({
    kept: fc.uniqueArray(keptItem, { selector: ({ uuid }) => uuid, minLength: 1, maxLength: 4 }),
    split: fc.integer({ min: 0, max: 3 }),
    position: seconds,
  })
  .map(({ kept, split, position }) => {
    const at = Math.min(split, kept.length - 1)
    const items = kept.slice(at)
    return { history: kept.slice(0, at), items, song: items[0]?.songs[0]?.uuid ?? '', position }
  })
const request = fc
  .record({
    id: jobId,
    type: one('song' as const, 'release' as const, 'bundle' as const),
    media: one('m1', 'm2'),
    wav: fc.boolean(),
  })
  .map(({ id, type, media, wav }) => aRequest(id, { type, mediaID: media, format: wav ? 'wav' : 'mp3' }))
const bundled = fc
  .record({ id: one('j1.1', 'j1.2', 'j2.1'), bundle: jobId, folder: one('', 'A') })
  .map(({ id, bundle, folder }) => aRequest(id, { mediaID: id, place: { bundle, folder } }))
const job = fc
  .record({ request, status: fc.constantFrom(...JobStatus.options), received: bytes, total: fc.option(bytes) })
  .map(
    ({ request: wanted, status, received, total }): DownloadJob => ({
      ...wanted,
      batch: wanted.downloadID,
      status,
      progress: null,
      receivedBytes: received,
      totalBytes: total,
      isZipping: wanted.type === 'release' && status === 'waiting',
      zippingProgress: 0,
      zipperReady: false,
      token: 'secret:old',
      url: 'secret:old',
      reason: null,
      fileName: 'name.wav',
      sha256: null,
      savedAt: null,
    }),
  )
const mark = fc.constantFrom(...Mark.options)
const markRequest = one('m1', 'm2')
const libraryList = one('flagged' as const, 'archived' as const)
const heard = fc.subarray(['r1.a', 'r1.b', 'r9.a']).map((ids) => ({
  clearedAt: 0,
  plays: ids.map((id, n) => ({ playedAt: 9 - n, song: aSong(id, 1, { releaseid: id.slice(0, 2) }) })),
}))
const target = { releaseid, trackid: one(null, null, 'r1.a') }
const releaseFile = { requestId, releaseid, file: one('report.pdf', 'attachment.0') }
const searchPlace = one('box' as const, 'page' as const)
const askId = minted('a')
const searchTerm = one('', 'ana', 'Ana', 'song b', 'artist:lumen')
const found = fc.subarray(['r1', 'r2', 'r3']).map((ids): SearchResult => {
  const releases = ids.map((id) => ({ ...aCard(id), kind: 'release' as const, _score: 0.9 }))
  const tracks = ids.map((id) => ({ ...aSong(`${id}.a`, 1, { releaseid: id }), kind: 'track' as const, _score: 0.8 }))
  return {
    ...EMPTY_RESULT,
    top: { items: [...releases, ...tracks], total: releases.length + tracks.length },
    tracks: { items: tracks, total: tracks.length },
    releases: { items: releases, total: releases.length },
  }
})
const playlistid = one('p1', 'p2', 'p3')
const listId = one('sort=-date', 'sort=-pinned', STARRED_LIST)
const trackIds = fc.subarray(['r1.a', 'r1.b', 'r2.a', 'r2.b'])
const playlistRequestId = minted('w')
const playlistCard = fc
  .record({ id: playlistid, pinned: fc.boolean(), tracks: fc.integer({ min: 0, max: 4 }) })
  .map(({ id, pinned, tracks }) => aPlaylist(id, { pinned, tracks }))
const playlistSources = { tracks: trackIds, releases: fc.subarray(['r1', 'r2']) }
const playlistTrackId = one('r1.a', 'r1.b', 'r2.a', 'r2.b')
const side = one('before' as const, 'after' as const)
const playlistChange = fc.oneof(
  fc.record({
    kind: fc.constant('move' as const),
    trackid: playlistTrackId,
    position: side,
    referenceTrackid: playlistTrackId,
  }),
  fc.record({ kind: fc.constant('remove' as const), tracks: fc.subarray(['r1.a', 'r1.b', 'r2.a'], { minLength: 1 }) }),
  fc.record({
    kind: fc.constant('put' as const),
    trackid: playlistTrackId,
    position: side,
    referenceTrackid: fc.option(playlistTrackId),
  }),
  fc.record({ kind: fc.constant('clear' as const) }),
)
const refused = { code: fc.constant('TRACK_GONE'), message: one('', 'The playlist has changed.') }
const ofPlaylist = { requestId: playlistRequestId, playlistid }
const none = fc.constant({})
const signUpId = minted('u')
const aboutYou = one('nora@demo.test', 'otto@demo.test').map((email) => ({
  first_name: 'Nora',
  last_name: 'Vale',
  email,
  industry: 'radio' as const,
  role: 'radio' as const,
  phone: '+31 20 123 4567',
  hasAcceptedTerms: true,
}))
const signUpProgress = fc.record({
  about: fc.option(aboutYou),
  verified: one('', 'nora@demo.test'),
  emailToken: fc.option(fc.constant('link:2')),
  codeSentTo: one('', 'nora@demo.test'),
  codeSentAt: fc.constant(0),
  language: one('en', 'de'),
})

/** A payload of every event. */
export const payloads: { readonly [T in EventType]: fc.Arbitrary<PayloadOf<T>> } = {
  'change.noticed': fc
    .record({
      domains: fc.subarray([...CHANGE_DOMAINS]),
      of: fc.subarray(['s1', 's2', 's3']),
      at: releaseid,
      told: fc.boolean(),
    })
    .map(({ domains, of, at, told }) => ({
      domains,
      shares: of.map((shareid) => ({
        shareid, releaseid: at, title: at, by: shareid === 's1' ? 'Pat Moss' : 'Ole Dahl', message: 'Hear this', date: `2026-01-0${shareid[1]}T00:00:00.000Z`,
      })), // biome-ignore format: one share
      connected: of.slice(2).map(() => ({ player_id: 'p2', full_name: 'Pat Moss' })),
      told,
    })),
  'app.opened': fc.record({
    startedAt: fc.integer({ min: 0, max: 1e12 }),
    build: fc.constant('1'),
    language: fc.constant('en'),
    width: fc.constant(1280),
    height: fc.constant(800),
    online: fc.boolean(),
  }),
  'app.clockPutBack': fc.record({ byMs: fc.integer({ min: 1, max: 1e8 }) }),
  'app.navigated': fc.record({ path: one('/', '/releases'), search: fc.constant('') }),
  'app.shown': none,
  'app.hidden': none,
  'app.wentOffline': none,
  'app.wentOnline': none,
  'app.workerRestarted': fc.record({
    worker: one('log' as const, 'downloads' as const, 'session' as const),
    message: fc.constant('stopped'),
  }),
  'app.workerFailed': fc.record({
    worker: one('state' as const, 'log' as const, 'downloads' as const, 'session' as const),
    message: fc.constant('gone'),
  }),
  'app.logLost': fc.record({ reason: one('quota' as const, 'refused' as const) }),
  'session.signInRequested': fc.record({ handle, publicDevice: fc.boolean() }),
  'session.signOutRequested': none,
  'session.messageCleared': none,
  'access.mailRequested': fc.record({ requestId, kind: one('magicLink' as const, 'reset' as const), handle }),
  'access.mailSent': fc.record({ requestId, hasCode: fc.constant(true as const) }, { requiredKeys: ['requestId'] }),
  'access.passwordChosen': fc.record({ requestId, link: handle, password: handle }),
  'access.linkFollowed': fc.record(
    {
      requestId,
      link: handle,
      way: one('magicLink' as const, 'setup' as const),
      publicDevice: fc.constant(true as const),
    },
    { requiredKeys: ['requestId', 'link', 'way'] },
  ),
  'access.codeSent': fc.record({ requestId, handle }),
  'access.cleared': none,
  'access.passwordSet': fc.record(
    { requestId, passkeys: one(0, 2), addresses: one(0, 2) },
    { requiredKeys: ['requestId'] },
  ),
  'access.refused': fc.record({ requestId, code: one('INVALID_TOKEN', 'TIMEOUT'), message: one('', 'token expired') }),
  'connection.acceptRequested': fc.record({ link: handle }),
  'connection.accepted': fc.record({ link: handle, inviter: one('Pat Moss', '') }),
  'connection.refused': fc.record({
    link: handle,
    why: one(
      'accepted' as const,
      'notForUser' as const,
      'expired' as const,
      'unreadable' as const,
      'unanswered' as const,
    ),
  }),
  'connection.listed': fc.record({
    connections: fc.array(
      fc.record({
        player_id: one('p1', 'p2'),
        full_name: one('Pat Moss', ''),
        first_name: one('Pat', ''),
        last_name: one('Moss', ''),
        email: one('pat@demo.test', ''),
        verified: fc.boolean(),
      }),
      { maxLength: 2 },
    ),
  }),
  'profile.requested': none,
  'profile.received': fc.record({ profile: aProfileOf, version: one(null, '"v1"') }),
  'profile.failed': fc.record({ code: one('NETWORK'), message: one('') }),
  'profile.saveRequested': fc.record({ requestId, edits: one({ city: 'Oslo' }, { format: 'wav' as const }, { mailpref: 'daily' as const, mailto: 'b@demo.test' }, {}) }), // biome-ignore format: one line
  'profile.saved': fc.record({ requestId, profile: aProfileOf, version: one(null, '"v2"') }),
  'profile.refused': fc.record({ requestId, code: one('BAD_REQUEST'), message: one('', 'No') }),
  'profile.mailRequested': fc.record({ requestId, way: one('merge', 'split'), email: one('pat@demo.test') }),
  'profile.mailSent': fc.record({ requestId, way: one('merge', 'split') }),
  'profile.mailRefused': fc.record({
    requestId,
    way: one('merge', 'split'),
    code: one('EMAIL_IN_USE'),
    message: one('', 'No'),
  }),
  'profile.linkAnswered': fc.record({
    requestId,
    way: one('merge', 'split'),
    email: one('nora@demo.test', ''),
    done: fc.boolean(),
  }),
  'profile.mailCleared': fc.record({ way: one('merge', 'split') }),
  'connection.listRequested': none,
  'connection.listKept': none,
  'connection.listFailed': fc.record({ code: one('UNKNOWN', 'NETWORK') }),
  'connection.deleteRequested': fc.record({ requestId, id: playerId }),
  'connection.deleted': fc.record({ requestId, id: playerId }),
  'connection.deleteFailed': fc.record({ requestId, id: playerId, code: one('NETWORK'), message: one('', 'No') }),
  'connection.failureRead': none,
  'connection.inviteRequested': fc.record({ requestId, invitations: fc.constant([INVITATION]) }),
  'connection.invited': fc.record({
    requestId,
    invitations: one(
      null,
      [{ ...INVITATION, status: 'sent' as const }],
      [{ ...INVITATION, status: 'already_connected' as const }],
    ),
  }),
  'connection.inviteFailed': fc.record({
    requestId,
    code: one('NETWORK', 'TOO_MANY_REQUESTS'),
    message: one('', 'No'),
  }),
  'connection.inviteCleared': none,
  'sharing.shareRequested': fc.record({
    requestId,
    releaseid: one('r1', 'r2'),
    title: one('Tides', ''),
    receivers: fc.array(one('p1', 'p2'), { maxLength: 2 }),
    text: one('', 'Hear this'),
  }),
  'sharing.shareSent': fc.record({ requestId }),
  'sharing.shareRefused': fc.record({ requestId, code: one('NOT_CONNECTED', 'NETWORK'), message: one('', 'no') }),
  'sharing.contactOpened': fc.record({ releaseid: one('r1', 'r2') }),
  'sharing.contactHistoryReceived': fc.record({
    releaseid: one('r1', 'r2'),
    messages: one([], [{ title: 'Tides', contactType: 4, text: 'Friday?', at: 1 }]),
  }),
  'sharing.contactRequested': fc.record({
    requestId,
    releaseid: one('r1', 'r2'),
    title: one('Tides', ''),
    contactType: one(1, 8),
    email: one('nora@demo.test', ''),
    text: one('Hello', ''),
  }),
  'sharing.contactSent': fc.record({ requestId }),
  'sharing.contactRefused': fc.record({
    requestId,
    code: one('COMMENTING_DISABLED', 'TIMEOUT'),
    message: one('', 'no'),
  }),
  'sharing.supportRequested': fc.record({ requestId, text: one('Hello', '') }),
  'sharing.supportSent': fc.record({ requestId }),
  'sharing.supportRefused': fc.record({ requestId, code: one('TIMEOUT'), message: one('', 'no') }),
  'sharing.dismissed': fc.record({ requestId }),
  'session.started': fc.record({ claims, ...tokens, restored: fc.boolean() }),
  'session.absent': none,
  'session.signInFailed': fc.record(
    {
      code: one('INVALID_CREDENTIALS' as const, 'TOO_MANY_TRIES' as const, 'UNREACHABLE' as const, 'NONE' as const),
      message: one('', 'wrong'),
      retryAfterMs: one(0, 30_000),
    },
    { requiredKeys: ['code', 'message'] },
  ),
  'session.refreshed': fc.record({ claims, ...tokens }),
  'session.refreshFailed': fc.record({ message: fc.constant('TIMEOUT') }),
  'session.expired': none,
  'session.ended': fc.record({ reason: one('signedOut' as const, 'elsewhere' as const, 'expired' as const) }),
  'session.unreachable': none,
  'session.retryRequested': none,
  'release.listOpened': fc.record({ queryId }),
  'release.listRefreshed': fc.record({ queryId }),
  'release.pagesWanted': fc.record({ queryId, pages: fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 3 }) }),
  'release.pageReceived': fc.record({
    queryId,
    round: fc.integer({ min: 1, max: 3 }),
    page: fc.integer({ min: 1, max: 5 }),
    total: fc.integer({ min: 0, max: 200 }),
    releases: fc.subarray(['r1', 'r2', 'r3', 'r4']).map((ids) => ids.map((id) => aCard(id))),
  }),
  'release.newcomersFound': fc.record({
    queryId,
    round: fc.integer({ min: 1, max: 2 }),
    count: fc.integer({ min: 0, max: 12 }),
  }),
  'release.pageFailed': fc.record(
    {
      queryId,
      round: fc.integer({ min: 1, max: 3 }),
      page: fc.integer({ min: 1, max: 5 }),
      code: fc.constant('TIMEOUT'),
      retryAfterMs: fc.constant(7000),
    },
    { requiredKeys: ['queryId', 'round', 'page', 'code'] },
  ),
  'release.opened': fc.record({ releaseid }),
  'release.detailReceived': fc.record({ release }),
  'release.detailFailed': fc.record({ releaseid, code: one('FORBIDDEN' as const, 'UNKNOWN' as const) }),
  'release.filterChanged': fc.record({
    query: fc.record({
      sort: one('-date' as const, 'trend' as const, '-title' as const),
      genres: fc.subarray(['g1', 'g2']),
      packages: fc.subarray(['p1']),
      markets: fc.subarray(['m1', 'm2']),
      versions: fc.subarray(['v1']),
      releaseTypes: fc.subarray(['ep']),
      explicit: fc.boolean(),
    }),
  }),
  'release.optionsWanted': none,
  'release.optionsReceived': fc.record({
    download: fc.boolean(),
    genres: fc.constant([{ id: 'g1', name: 'Ambient' }]),
    packages: fc.constant([]),
    markets: fc.constant([{ id: 'm1', name: 'Canada', icon: '/m1.png' }]),
    versions: fc.constant([{ id: 'v1', name: 'Clean' }]),
    releaseTypes: fc.constant([]),
  }),
  'release.optionsFailed': fc.record({ code: fc.constant('TIMEOUT') }),
  'selection.toggled': fc.record({ queryId, place: fc.integer({ min: 0, max: 250 }), on: fc.boolean() }),
  'selection.extended': fc.record({ queryId, place: fc.integer({ min: 0, max: 250 }) }),
  'selection.filled': fc.record({ queryId }),
  'selection.cleared': none,
  'selection.stopped': none,
  'selection.applied': fc.record({ runId: one('u1', 'u2'), action: fc.constantFrom(...SelectionAction.options) }),
  'selection.runProgressed': fc.record(
    { runId: one('u1', 'u2'), done: fc.integer({ min: 0, max: 200 }), found: fc.array(fc.tuple(percent, percent)) },
    { requiredKeys: ['runId', 'done'] },
  ),
  'selection.runEnded': fc.record(
    { runId: one('u1', 'u2'), applied: percent, skipped: percent, failed: percent, here: percent },
    { requiredKeys: ['runId', 'applied', 'skipped', 'failed'] },
  ),
  'release.fileRequested': fc.record(releaseFile),
  'release.fileHanded': fc.record(releaseFile),
  'release.fileFailed': fc.record({ ...releaseFile, code: fc.constant('TIMEOUT') }),
  'library.marksRequested': fc.record({
    requestId: markRequest,
    changes: fc.array(fc.record({ ...target, marks: fc.array(mark, { minLength: 1, maxLength: 2 }) }), {
      minLength: 1,
      maxLength: 3,
    }),
    takesBack: one(undefined, 'm1', 'j1'),
  }),
  'decision.takenBack': fc.record({
    id: one('m1', 'm2', 'j1', 'j2'),
    requestId: markRequest,
    returns: fc.constantFrom(undefined, true as const),
  }),
  'triage.begun': fc.record({ heard: one(null, 'r1'), levels }, { requiredKeys: ['heard'] }),
  'triage.ended': none,
  'library.markAnswered': fc.record({ requestId: markRequest, ...target, mark }),
  'library.markFailed': fc.record({ requestId: markRequest, ...target, mark, code: one('TIMEOUT', 'INTERNAL') }),
  'library.marksKept': fc.record({ requestIds: fc.array(markRequest, { minLength: 1, maxLength: 2 }) }),
  'library.clearRequested': fc.record({ requestId: markRequest, list: libraryList }),
  'library.clearAnswered': fc.record({ requestId: markRequest, list: libraryList }),
  'library.clearFailed': fc.record({ requestId: markRequest, list: libraryList, code: fc.constant('TIMEOUT') }),
  'recent.restored': fc.record({ history: heard }),
  'recent.cleared': none,
  'playlist.listOpened': fc.record({ queryId: listId, pages: one(1, 2) }, { requiredKeys: ['queryId'] }),
  'playlist.moreWanted': fc.record({ queryId: listId }),
  'playlist.listReceived': fc.record({
    queryId: listId,
    round: fc.integer({ min: 1, max: 3 }),
    from: fc.integer({ min: 1, max: 2 }),
    pages: fc.integer({ min: 1, max: 2 }),
    total: fc.integer({ min: 0, max: 5 }),
    playlists: fc.array(playlistCard, { maxLength: 3 }),
  }),
  'playlist.listFailed': fc.record(
    {
      queryId: listId,
      round: fc.integer({ min: 1, max: 3 }),
      code: fc.constant('TIMEOUT'),
      retryAfterMs: fc.constant(7000),
    },
    { requiredKeys: ['queryId', 'round', 'code'] },
  ),
  'playlist.opened': fc.record({ playlistid }),
  'playlist.received': fc.record(
    { playlist: playlistCard, songs: fc.option(trackIds.map((ids) => ids.map((id) => aTrack(id)))), order: trackIds },
    { requiredKeys: ['playlist', 'songs'] },
  ),
  'playlist.failed': fc.record({ playlistid, code: one('NOT_FOUND' as const, 'UNKNOWN' as const) }),
  'playlist.changeRequested': fc.record({ ...ofPlaylist, change: playlistChange }),
  'playlist.changeAnswered': fc.record(ofPlaylist),
  'playlist.changeFailed': fc.record({ ...ofPlaylist, ...refused }),
  'playlist.createRequested': fc.record(
    {
      requestId: playlistRequestId,
      name: one('Morning', 'Late'),
      desc: one('', 'Slow'),
      ...playlistSources,
      over: one(1, 1200),
    },
    { requiredKeys: ['requestId', 'name', 'desc', 'tracks', 'releases'] },
  ),
  'playlist.created': fc.record({ requestId: playlistRequestId, playlist: playlistCard }),
  'playlist.updateRequested': fc.record({ ...ofPlaylist, name: one('Morning', 'Late'), desc: one('', 'Slow') }),
  'playlist.updated': fc.record({ requestId: playlistRequestId, playlist: playlistCard }),
  'playlist.deleteRequested': fc.record(ofPlaylist),
  'playlist.deleted': fc.record(ofPlaylist),
  'playlist.addRequested': fc.record(
    { ...ofPlaylist, ...playlistSources, over: one(1, 1200), overReleases: one(1, 9000) },
    { requiredKeys: ['requestId', 'playlistid', 'tracks', 'releases'] },
  ),
  'playlist.tracksAdded': fc.record(
    {
      ...ofPlaylist,
      added: trackIds,
      left: one(1, 3),
      over: one(1, 1200),
      overReleases: one(1, 9000),
      songs: trackIds.map((ids) => ids.map((id) => aTrack(id))),
    },
    { requiredKeys: ['requestId', 'playlistid', 'added'] },
  ),
  'playlist.requestFailed': fc.record(
    { requestId: playlistRequestId, ...refused, fields: one({ name: 'taken' }), retryAfterMs: one(0, 30_000) },
    { requiredKeys: ['requestId', 'code', 'message'] },
  ),
  'playlist.requestDismissed': fc.record({ requestId: playlistRequestId }),
  'playlist.pinRequested': fc.record({ ...ofPlaylist, pinned: fc.boolean() }),
  'playlist.pinAnswered': fc.record({ ...ofPlaylist, pinned: fc.boolean() }),
  'playlist.pinFailed': fc.record({ ...ofPlaylist, ...refused }),
  'playlist.chosen': fc.record(
    {
      playlistid,
      trackid: fc.option(playlistTrackId),
      itemId,
      requestId,
      fresh: fc.constant(true as const),
      stoodAt: seconds,
    },
    { requiredKeys: ['playlistid', 'trackid', 'itemId', 'requestId'] },
  ),
  'playlist.pdfRequested': fc.record(ofPlaylist),
  'playlist.pdfHanded': fc.record(ofPlaylist),
  'playlist.pdfFailed': fc.record({ ...ofPlaylist, code: fc.constant('TIMEOUT') }),
  'search.asked': fc.record({
    place: searchPlace,
    askId,
    term: searchTerm,
    section: fc.constantFrom(...SearchSection.options),
    profile: one(null, null, 'artist' as const, 'label' as const),
    typing: fc.boolean(),
  }),
  'search.left': fc.record({ place: searchPlace }),
  'search.committed': fc.record({ term: one('ana', 'ANA', 'song b', '  ') }),
  'search.recentsCleared': none,
  'search.recentsRestored': fc.record({ terms: fc.subarray(['ana', 'Ben', 'cleo']) }),
  'search.seen': fc.record({ place: searchPlace, askId, result: found }),
  'search.answered': fc.record({ place: searchPlace, askId, result: found }),
  'search.profileAnswered': fc.record({
    place: searchPlace,
    askId,
    releases: fc.subarray(['r1', 'r2']).map((ids) => ids.map((id) => aCard(id))),
    total: percent,
  }),
  'search.failed': fc.record({ place: searchPlace, askId, code: fc.constant('TIMEOUT') }),
  'player.releaseChosen': fc.record(
    {
      releaseid,
      trackid: one(null, 'r1.a', 'r1.b', 'r2.b', 'r1.v'),
      itemId,
      requestId,
      hook: one(undefined, 0, 0.5),
      stoodAt: seconds,
    },
    { requiredKeys: ['releaseid', 'trackid', 'itemId', 'requestId', 'hook'] },
  ),
  'player.hookChosen': fc.record({ hook: one(0, 0.25, 0.75), from: requestId, levels }, { requiredKeys: ['hook'] }),
  'player.toggled': fc.record({ play: fc.boolean() }, { requiredKeys: [] }),
  'player.skippedForward': fc.record({ requestId, from: requestId, levels }, { requiredKeys: ['requestId'] }),
  'player.skippedBack': fc.record(
    { requestId, position: seconds, levels },
    { requiredKeys: ['requestId', 'position'] },
  ),
  'player.scrubStarted': fc.record({ from: requestId }, { requiredKeys: [] }),
  'player.sought': fc.record({ seconds, from: requestId }, { requiredKeys: ['seconds'] }),
  'player.volumeChanged': fc.record({ volume: percent }),
  'player.muteToggled': none,
  'player.autoPlayToggled': none,
  'player.addressReady': fc.record({ requestId, trackid: one('r1.a', 'r2.a'), handle }),
  'player.addressFailed': fc.record(
    { requestId, trackid: one('r1.a', 'r2.a'), code: fc.constant('TIMEOUT'), next: requestId },
    { requiredKeys: ['requestId', 'trackid', 'code'] },
  ),
  'player.nextReady': fc.record({ uuid: songUuid, trackid: one('r1.a', 'r1.b', 'r2.a'), handle }),
  'player.nextStale': fc.record({ handle }),
  'player.versionChosen': fc.record({
    trackid: one('r1.a', 'r1.b', 'r2.a'),
    requestId,
    position: seconds,
    gain: one(0.5, 1, 1.5),
  }),
  'player.stoodAt': fc.record({ requestId, position: seconds }),
  'player.samplePlayed': none,
  'player.started': fc.record({ requestId, duration: seconds }),
  'player.paused': fc.record({ position: seconds }),
  'player.resumed': none,
  'player.seekApplied': fc.record({ seconds }),
  'player.ended': fc.record({ requestId }),
  'player.failed': fc.record(
    { requestId, code: fc.constant('MEDIA_2'), next: requestId, position: seconds },
    { requiredKeys: ['requestId', 'code'] },
  ),
  'player.addressStale': fc.record({ requestId, position: seconds }),
  'queue.releaseAdded': fc.record(
    { releaseid, itemId, place: one('next' as const, 'bottom' as const), trackid: one('r1.a', 'r1.v', 'r2.b') },
    { requiredKeys: ['releaseid', 'itemId', 'place'] },
  ),
  'queue.itemRemoved': fc.record({ itemId, requestId }),
  'queue.songRemoved': fc.record({ itemId, songId: songUuid, requestId }),
  'queue.removalUndone': fc.record({ requestId }),
  'queue.itemChosen': fc.record({ itemId, requestId, songId: songUuid }, { requiredKeys: ['itemId', 'requestId'] }),
  'queue.cleared': none,
  'queue.itemMoved': fc.record({ itemId, before: fc.option(itemId) }),
  'queue.restored': fc.record({ queue: keptQueue, requestId }),
  'download.bundlePlanned': fc.record(
    {
      downloadID: jobId,
      songs: fc.array(bundled, { maxLength: 3 }),
      leftOut: bytes,
      missing: fc.constant([{ name: 'Ana – A', why: 'format' as const }]),
    },
    { requiredKeys: ['downloadID', 'songs', 'leftOut'] },
  ),
  'download.songsFound': fc.record(
    {
      downloadID: jobId,
      songs: fc.array(request, { maxLength: 3 }),
      sources: fc.integer({ min: 0, max: 3 }),
      missing: fc.constant([{ name: 'Ana – A', why: 'format' as const }]),
    },
    { requiredKeys: ['downloadID', 'songs'] },
  ),
  'download.bundleTrimmed': fc.record({ downloadID: jobId }),
  'download.requested': fc.record({ requests: fc.array(request, { minLength: 1, maxLength: 3 }) }),
  'download.restarted': fc.record({ downloadID: jobId }),
  'download.removed': fc.record({ downloadID: jobId }),
  'download.completedCleared': none,
  'download.paused': fc.record({ downloadID: jobId }),
  'download.resumed': fc.record({ downloadID: jobId }),
  'download.allPaused': none,
  'download.allResumed': fc.record({ interrupted: fc.boolean() }, { requiredKeys: [] }),
  'download.failedRetried': fc.record({ interrupted: fc.boolean() }, { requiredKeys: [] }),
  'download.moved': fc.record({ downloadID: jobId, before: one('j1', 'j2', null) }),
  'download.restored': fc.record({ jobs: fc.array(job, { maxLength: 3 }) }),
  'download.noted': fc.record({ ids: fc.array(jobId, { maxLength: 2 }) }),
  'download.hindered': fc.record({
    by: one(
      'quota' as const,
      'memory' as const,
      'storage' as const,
      'folder' as const,
      'folderFull' as const,
      'journal' as const,
      'folderUnkept' as const,
    ),
  }),
  'download.delayed': fc.record({ downloadID: jobId, reason: one('busy' as const, 'stalled' as const), retryInMs: fc.nat(60_000) }), // biome-ignore format: one line
  'download.serverLost': fc.record({ retryInMs: fc.nat(60_000) }),
  'download.serverReached': fc.constant({}),
  'download.folderChanged': fc.record({
    name: fc.option(fc.constant('Promo')),
    access: one('none' as const, 'granted' as const, 'prompt' as const),
  }),
  'download.historyRestored': fc.record({ keys: fc.subarray(['song m1 wav', 'song m2 mp3', 'release m1 wav']) }),
  'download.takenOver': fc.record({ interrupted: fc.array(jobId, { maxLength: 2 }) }),
  'download.mirrored': fc.record({
    jobs: fc.array(job, { maxLength: 3 }),
    order: fc.option(fc.subarray(['j1', 'j2', 'j3', 'j4'])),
  }),
  'download.zipProgressed': fc.record({ downloadID: jobId, percent }),
  'download.zipPlanned': fc.record({
    downloadID: jobId,
    missing: one([], [{ name: 'Ana – A', why: 'format' as const }]),
  }),
  'download.zipOutdated': fc.record({ downloadID: jobId }),
  'download.zipReady': fc.record({ downloadID: jobId, handle }),
  'download.tokenReceived': fc.record({ downloadID: jobId, handle }),
  'download.asked': fc.record({ downloadID: jobId }),
  'download.started': fc.record({ downloadID: jobId, totalBytes: fc.option(bytes), resumedAt: bytes }),
  'download.progressed': fc.record({ downloadID: jobId, receivedBytes: bytes }),
  'download.stored': fc.record({
    downloadID: jobId,
    bytes,
    sha256: fc.constant(null),
    fileName: fc.constant('name.wav'),
  }),
  'download.saved': fc.record({ downloadID: jobId }),
  'download.failed': fc.record({
    downloadID: jobId,
    reason: fc.constantFrom(...FailureReason.options),
    receivedBytes: bytes,
  }),
  'download.skipped': fc.record({ downloadID: jobId }),
  'setting.restored': fc.record({ settings }),
  'setting.sidebarToggled': fc.record({ open: fc.boolean() }),
  'setting.listViewChosen': fc.record({ list: fc.boolean() }),
  'setting.columnResized': fc.record({
    table: one('releases' as const, 'songs' as const),
    column: one('artist', 'title'),
    width: fc.integer({ min: 60, max: 900 }),
  }),
  'setting.autoPlayChosen': fc.record({ on: fc.boolean() }),
  'setting.shortcutsToggled': fc.record({ on: fc.boolean() }),
  'setting.levelledToggled': fc.record({ on: fc.boolean() }),
  'setting.themeChosen': fc.record({ theme: one('dark' as const, 'contrast' as const) }),
  'setting.themeFollowed': fc.record({ theme: one('light' as const, 'system' as const) }),
  'setting.formatChosen': fc.record({ format: one('wav' as const, 'mp3' as const) }),
  'setting.downloadsFollowed': fc.record({
    count: fc.integer({ min: 1, max: 6 }),
    choices: fc.boolean().map((notify) => ({ ...DOWNLOAD_CHOICES_DEFAULT, notify })),
  }),
  'setting.downloadsChosen': fc.record({ choices: fc.record({ notify: fc.boolean() }, { requiredKeys: [] }) }),
  'setting.parallelDownloadsChosen': fc.record({ count: fc.integer({ min: 1, max: 6 }) }),
  'signup.invitationEnded': none,
  'signup.opened': fc.record({
    progress: signUpProgress,
    invitation: fc.option(
      fc.constant({
        email: 'new@demo.test',
        inviter_email: 'p1@demo.test',
        inviter_id: 'p1',
        relationship: 'coworker' as const,
        welcome_email: false,
        token: 'link:1',
      }),
    ),
    unreadable: fc.boolean(),
    ended: fc.boolean(),
  }),
  'signup.aboutSent': fc.record({ requestId: signUpId, about: aboutYou }),
  'signup.codeAsked': fc.record({ requestId: signUpId }),
  'signup.codeSent': fc.record({ requestId: signUpId, code: fc.constant('code:1') }),
  'signup.companySent': fc.record({
    requestId: signUpId,
    company: one(
      { group_owner: 'Noon FM', country: 'NL', city: 'Utrecht', primary_format: 'Jazz' },
      { group_owner: 'Dusk', country: 'US', city: 'Austin', state: 'TX', primary_format: 'Indie', reporting: 'BDS' },
    ),
    password: fc.option(fc.constant('password:1')),
  }),
  'signup.languageChosen': fc.record({ language: one('en', 'de') }),
  'signup.resumed': none,
  'signup.languagesReceived': fc.record({ languages: fc.constant([{ name: 'English', code: 'en' }]) }),
  'signup.passed': fc.record(
    { requestId: signUpId, sent: fc.boolean(), emailToken: fc.constant('link:2') },
    { requiredKeys: ['requestId'] },
  ),
  'signup.refused': fc.record(
    {
      requestId: signUpId,
      code: one('CODE_EXPIRED', 'INVALID_EMAIL_TOKEN'),
      message: fc.constant(''),
      end: one('expired' as const, 'failed' as const),
    },
    { requiredKeys: ['requestId', 'code', 'message'] },
  ),
  'signup.confirmed': fc.record({ requestId: signUpId, isPending: fc.boolean() }, { requiredKeys: ['requestId'] }),
  'notice.allRead': none,
  'notice.allCleared': none,
  'notice.dismissed': fc.record({ id: one('added.j1', 'finished.j2', 'logLost') }),
}

/** What seldom happens, so that histories do not consist of beginnings and ends. */
const SELDOM: ReadonlySet<string> = new Set(['session.ended', 'app.opened', 'release.listRefreshed'])

/** Any one event of these types, as the boundary would take it. */
export function draftOf(types: readonly EventType[]): fc.Arbitrary<AppDraft> {
  return fc.oneof(
    ...types.map((type) => ({
      weight: SELDOM.has(type) ? 1 : 8,
      arbitrary: (payloads[type] as fc.Arbitrary<unknown>).map((payload) =>
        parseDraft({ type, v: catalogue.get(type)?.v, payload }),
      ),
    })),
  )
}

export const ALL_TYPES = Object.keys(payloads) as EventType[]

/** A history of any events. @param maxLength events at most */
export function history(maxLength = 120): fc.Arbitrary<AppDraft[]> {
  return fc.array(draftOf(ALL_TYPES), { maxLength, size: 'max' })
}
