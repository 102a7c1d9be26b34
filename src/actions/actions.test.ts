// Every verb of a person, through the echo: what is shown changes in the press's own task.
import { describe, expect, test } from 'vitest'
import * as decisions from '#actions/decisions.ts'
import * as downloads from '#actions/downloads.ts'
import * as library from '#actions/library.ts'
import * as notices from '#actions/notices.ts'
import * as access from '#actions/people/access.ts'
import * as connections from '#actions/people/connections.ts'
import * as profile from '#actions/people/profile.ts'
import * as session from '#actions/people/session.ts'
import * as sharing from '#actions/people/sharing.ts'
import * as signUp from '#actions/people/signup.ts'
import * as player from '#actions/player.ts'
import * as playlists from '#actions/playlists.ts'
import { setActionPorts } from '#actions/ports.ts'
import * as recent from '#actions/recent.ts'
import * as releases from '#actions/releases.ts'
import * as search from '#actions/search.ts'
import * as selection from '#actions/selection.ts'
import * as settings from '#actions/settings.ts'
import { setDispatch } from '#bridge/dispatch.ts'
import { Mirror } from '#bridge/mirror.ts'
import {
  downloadBundlePlanned,
  downloadFailed,
  downloadRequested,
  downloadSaved,
  downloadStarted,
} from '#core/events/downloads.ts'
import { type AppDraft, type AppEvent, catalogue, parseDraft } from '#core/events/index.ts'
import {
  connectionDeleteFailed,
  connectionDeleteRequested,
  connectionInviteRequested,
  connectionListed,
} from '#core/events/people/connections.ts'
import { sessionAbsent, sessionSignInFailed, sessionStarted, sessionUnreachable } from '#core/events/people/session.ts'
import { shareRefused, shareRequested } from '#core/events/people/sharing.ts'
import { playerAddressReady, playerStarted } from '#core/events/player.ts'
import { playlistCreateRequested, playlistListReceived, playlistReceived } from '#core/events/playlists.ts'
import {
  releaseListOpened,
  releaseOptionsFailed,
  releasePageFailed,
  releasePageReceived,
} from '#core/events/releases.ts'
import { EMPTY_QUERY } from '#core/model/catalogue/releaseQuery.ts'
import type { SecretHandle } from '#core/model/people/secrets.ts'
import type { AboutYou, CompanyFields } from '#core/model/people/signupWizard.ts'
import { PLAYLIST_TRACKS_MAX } from '#core/model/playlists/playlist.ts'
import { reduce } from '#core/reducers/root.ts'
import { attach, entity, project } from '#projections/entity.ts'
import { aCard, aPlaylist, aRelease, aRequest, aSong, aTrack, Story, someClaims } from '#tests/support/story.ts'

let minted = 0
setActionPorts({
  mintId: () => `minted-${++minted}`,
  keepSecret: async (purpose) => `${purpose}:1` as SecretHandle<typeof purpose>,
  readLink: async () => null,
  promoAddress: async () => null,
  peaks: async () => null,
  listIndex: async () => null,
  security: async () => ({ ok: false, refusal: { status: 0, code: 'NETWORK', message: '' } }),
})

const started = sessionStarted({ claims: someClaims(), accessToken: 'a', refreshToken: 'r', restored: false })
/** Signed in, a release plays, another follows, one job of each kind. */
const busy = () => {
  const story = new Story().happens(started).knows(aRelease('r1'), aRelease('r2'))
  const chosen = (releaseid: string, n: number) => ({ releaseid, trackid: null, itemId: `i${n}`, requestId: `q${n}` })
  const events: AppDraft[] = [
    { type: 'player.releaseChosen', v: 1, payload: chosen('r1', 1) },
    playerAddressReady({ requestId: 'q1', trackid: 'r1.a', handle: 'h' }),
    playerStarted({ requestId: 'q1', duration: 200 }),
    { type: 'queue.releaseAdded', v: 1, payload: { releaseid: 'r2', itemId: 'i2', place: 'bottom' } },
    { type: 'download.requested', v: 1, payload: { requests: [aRequest('w'), aRequest('x'), aRequest('f')] } },
    downloadFailed({ downloadID: 'x', reason: 'network', receivedBytes: 0 }),
    downloadStarted({ downloadID: 'f', totalBytes: 1, resumedAt: 0 }),
    downloadSaved({ downloadID: 'f' }),
    releaseListOpened({ queryId: 'q' }),
    releasePageReceived({ queryId: 'q', round: 1, page: 1, total: 200, releases: [aCard('r1')] }),
    releasePageFailed({ queryId: 'q', round: 1, page: 2, code: 'TIMEOUT' }),
    releaseOptionsFailed({ code: 'TIMEOUT' }),
    { type: 'playlist.listOpened', v: 1, payload: { queryId: 'sort=-date' } },
    playlistListReceived({
      queryId: 'sort=-date',
      round: 1,
      from: 1,
      pages: 1,
      total: 50,
      playlists: [aPlaylist('p1')],
    }),
    { type: 'playlist.opened', v: 1, payload: { playlistid: 'p1' } },
    playlistReceived({ playlist: aPlaylist('p1'), songs: [aTrack('r1.a'), aTrack('r1.b')] }),
    playlistCreateRequested({ requestId: 'c', name: 'Late', desc: '', tracks: [], releases: [] }),
  ]
  return story.happens(...events)
}
const SOUL = { ...EMPTY_QUERY, genres: ['soul'] }
const searching = () =>
  busy().happens(
    { type: 'search.committed', v: 1, payload: { term: 'blue' } },
    {
      type: 'search.asked',
      v: 1,
      payload: { place: 'page', askId: 'a1', term: 'blue', section: 'top', profile: null, typing: false },
    },
  )
/** What plays is had as an explicit song and as a clean one. */
const versions = () => {
  const release = aRelease('r1')
  const songs = release.songs.map((song, n) => ({
    ...song,
    title: 'Undertow',
    version: n === 0 ? 'Explicit' : 'Clean',
  }))
  return new Story().knows({ ...release, songs }).happens({
    type: 'player.releaseChosen',
    v: 1,
    payload: { releaseid: 'r1', trackid: null, itemId: 'i1', requestId: 'q1' },
  })
}
const inTriage = () => busy().happens({ type: 'triage.begun', v: 1, payload: { heard: 'r1' } })
/** One song of a bundle is there, the other one failed. */
const halfABundle = () => {
  const sources = [{ type: 'release' as const, id: 'r1', duration: 1 }]
  const place = { bundle: 'z', folder: '' }
  return new Story().happens(
    downloadRequested({ requests: [aRequest('z', { type: 'bundle', gather: { as: 'zip', sources } })] }),
    downloadBundlePlanned({ downloadID: 'z', songs: ['z.1', 'z.2'].map((id) => aRequest(id, { place })), leftOut: 0 }),
    downloadFailed({ downloadID: 'z.2', reason: 'missing', receivedBytes: 0 }),
  )
}
const paused = () => busy().happens({ type: 'download.allPaused', v: 1, payload: {} })
const waiting = () =>
  busy()
    .knows(aRelease('r3'))
    .happens({ type: 'queue.releaseAdded', v: 1, payload: { releaseid: 'r3', itemId: 'i3', place: 'bottom' } })
const unqueued = () =>
  waiting().happens({ type: 'queue.itemRemoved', v: 1, payload: { itemId: 'i3', requestId: 'gone' } })
const selecting = () => busy().happens({ type: 'selection.filled', v: 1, payload: { queryId: 'q' } })
const running = () => selecting().happens({ type: 'selection.applied', v: 1, payload: { runId: 'x', action: 'wav' } })
const away = () => new Story().happens(sessionUnreachable({}))
const signedOut = () => new Story().happens(sessionAbsent({}))
const aboutYou: AboutYou = {
  first_name: 'Pat',
  last_name: 'Wood',
  email: 'pat@demo.test',
  industry: 'radio',
  role: 'radio',
  phone: '+1 604 555 0100',
  hasAcceptedTerms: true,
}
const company: CompanyFields = { group_owner: 'CKUA', country: 'CA', city: 'Edmonton', primary_format: 'Other' }
const refusedForm = () =>
  signedOut().happens(
    { type: 'session.signInRequested', v: 1, payload: { handle: 'h', publicDevice: false } },
    sessionSignInFailed({ code: 'NONE', message: 'no' }),
  )

/** What a press dispatched, and whether anything that is shown changed before it returned. */
function press(story: Story, act: () => void): { drafts: AppDraft[]; changed: string[] } {
  const mirror = new Mirror(reduce)
  const { store } = story.order
  const changes = [...store.all()].map(({ kind, id }) => ({ kind, id, entity: store.get(kind, id) ?? {} }))
  mirror.confirm({ ack: 0, fresh: true, changes, heard: [] })
  attach(mirror.store)
  const drafts: AppDraft[] = []
  const changed: string[] = []
  setDispatch((draft, source) => {
    drafts.push(parseDraft(draft))
    const before = contents(mirror)
    const touched = mirror.echo(drafts.length, { seq: 0, t: 0, source, cause: null, ...draft } as AppEvent)
    project(touched)
    for (const { kind, id } of touched) {
      const now = mirror.store.get(kind, id)
      expect(entity(kind, id).peek()).toBe(now)
      if (JSON.stringify(now) !== before.get(`${kind} ${id}`)) changed.push(`${kind} ${id}`)
    }
  })
  act()
  return { drafts, changed }
}

function contents(mirror: Mirror): Map<string, string> {
  return new Map(
    [...mirror.store.all()].map(({ kind, id }) => [`${kind} ${id}`, JSON.stringify(mirror.store.get(kind, id))]),
  )
}

const NORA = { invitee_email: 'nora@demo.test', relationship: 'coworker' as const }
const PAT = {
  player_id: 'p2',
  full_name: 'Pat Moss',
  first_name: 'Pat',
  last_name: 'Moss',
  email: 'pat@demo.test',
  verified: true,
}
const connected = () => busy().happens(connectionListed({ connections: [PAT] }))
const undeleted = () =>
  connected().happens(
    connectionDeleteRequested({ requestId: 'd', id: 'p2' }),
    connectionDeleteFailed({ requestId: 'd', id: 'p2', code: 'NETWORK', message: '' }),
  )
const ABOUT = { releaseid: 'r1', title: 'Tides' }
const OWNED = { email: 'nora@demo.test', type: 8, text: 'Hello' }
const unshared = () =>
  busy().happens(
    shareRequested({ requestId: 's', ...ABOUT, receivers: ['p2'], text: '' }),
    shareRefused({ requestId: 's', code: 'NETWORK', message: '' }),
  )
const inviting = () => busy().happens(connectionInviteRequested({ requestId: 'i', invitations: [NORA] }))

const verbs: [name: string, story: () => Story, act: () => void, entity: string][] = [
  ['downloadPlaylist', busy, () => downloads.downloadPlaylist(aPlaylist('p9'), 'wav'), 'jobOrder self'],
  ['downloadRelease', busy, () => downloads.downloadRelease(aCard('r9'), 'wav'), 'jobOrder self'],
  ['downloadSong', busy, () => downloads.downloadSong(aSong('t9', 1), 'mp3'), 'jobOrder self'],
  ['restartDownload', busy, () => downloads.restartDownload('x'), 'job x'],
  ['removeDownload', busy, () => downloads.removeDownload('w'), 'job w'],
  ['downloadPlaylistSongs', busy, () => downloads.downloadPlaylistSongs(aPlaylist('p9'), 'wav'), 'jobOrder self'],
  ['trimBundle', halfABundle, () => downloads.trimBundle('z'), 'job z'],
  ['retryFailedDownloads', busy, () => downloads.retryFailedDownloads(), 'job x'],
  ['pauseDownload', busy, () => downloads.pauseDownload('w'), 'job w'],
  ['resumeDownload', paused, () => downloads.resumeDownload('w'), 'job w'],
  ['pauseAllDownloads', busy, () => downloads.pauseAllDownloads(), 'job w'],
  ['resumeAllDownloads', paused, () => downloads.resumeAllDownloads(), 'job w'],
  ['moveDownload', busy, () => downloads.moveDownload('f', 'w'), 'jobOrder self'],
  ['clearCompletedDownloads', busy, () => downloads.clearCompletedDownloads(), 'job f'],
  ['openReport', busy, () => releases.openReport('r1', 'pdf'), 'releaseFile r1/report.pdf'],
  ['saveAttachment', busy, () => releases.saveAttachment('r1', 2), 'releaseFile r1/attachment.2'],
  ['flagRelease', busy, () => library.flagRelease('r1'), 'marking r1'],
  ['unflagRelease', busy, () => library.unflagRelease('r9'), 'marking r9'],
  ['flagSong', busy, () => library.flagSong('r1', 'r1.a'), 'marking r1/r1.a'],
  ['unflagSong', busy, () => library.unflagSong('r9', 't'), 'marking r9/t'],
  ['archiveRelease', busy, () => library.archiveRelease('r1'), 'marking r1'],
  ['restoreRelease', busy, () => library.restoreRelease('r9'), 'marking r9'],
  ['clearLibrary', busy, () => library.clearLibrary('flagged'), 'clearing flagged'],
  [
    'changeMarks',
    busy,
    () => library.changeMarks([{ releaseid: 'r1', trackid: null, marks: ['flagged'] }]),
    'marking r1',
  ],
  ['takeBack', busy, () => decisions.takeBack('w'), 'decisionOrder self'],
  ['beginTriage', busy, () => decisions.beginTriage(null), 'triage self'],
  ['endTriage', inTriage, () => decisions.endTriage(), 'triage self'],
  ['dismissNotice', busy, () => notices.dismissNotice('added.w'), 'notice added.w'],
  ['readNotices', busy, () => notices.readNotices(), 'noticeHistory self'],
  ['clearNotices', busy, () => notices.clearNotices(), 'noticeHistory self'],
  ['playRelease', busy, () => player.playRelease('r2'), 'player self'],
  ['playRelease that is not known', busy, () => player.playRelease('r7'), 'player self'],
  ['hearRelease', busy, () => player.hearRelease('r2', 0.5), 'player self'],
  ['hearHook', busy, () => player.hearHook(0.75), 'player self'],
  ['queueRelease next', busy, () => player.queueRelease('r2', 'next'), 'queue self'],
  ['queueRelease that is not known', busy, () => player.queueRelease('r7', 'bottom'), 'queuePending self'],
  ['queueSong', busy, () => player.queueSong('r2', 'r2.b', 'next'), 'queue self'],
  ['playQueueItem', busy, () => player.playQueueItem('i2'), 'player self'],
  ['clearQueue', busy, () => player.clearQueue(), 'queue self'],
  ['moveQueueItem', waiting, () => player.moveQueueItem('i3', 'i2'), 'queue self'],
  ['clearHistory', busy, () => recent.clearHistory(), 'recent self'],
  ['removeQueueItem', busy, () => player.removeQueueItem('i1'), 'queue self'],
  ['skipQueueSong', waiting, () => player.skipQueueSong('i3', 'i3.1'), 'queueItem i3'],
  ['undoQueueRemoval', unqueued, () => player.undoQueueRemoval('gone'), 'queue self'],
  ['togglePlay', busy, () => player.togglePlay(), 'player self'],
  ['skipForward', busy, () => player.skipForward(), 'player self'],
  ['skipBack', busy, () => player.skipBack(10), 'player self'],
  ['startScrub', busy, () => player.startScrub(), 'player self'],
  ['seekTo', busy, () => player.seekTo(12.5), 'player self'],
  ['changeVolume', busy, () => player.changeVolume(33.3), 'player self'],
  ['toggleMute', busy, () => player.toggleMute(), 'player self'],
  ['chooseVersion', versions, () => player.chooseVersion('r1.b', 12.5), 'player self'],
  ['toggleAutoPlay', busy, () => player.toggleAutoPlay(), 'player self'],
  ['openPlaylistList', busy, () => playlists.openPlaylistList('sort=name'), 'playlistList sort=name'],
  ['wantMorePlaylists', busy, () => playlists.wantMorePlaylists('sort=-date'), 'playlistList sort=-date'],
  ['openPlaylist', busy, () => playlists.openPlaylist('p9'), 'playlistDetail p9'],
  ['changePlaylist', busy, () => playlists.changePlaylist('p1', { kind: 'clear' }), 'playlistDetail p1'],
  ['createPlaylist', busy, () => playlists.createPlaylist(' Late ', ''), 'playlistRequest minted-'],
  [
    'updatePlaylist',
    busy,
    () => playlists.updatePlaylist('p1', { name: 'Later', desc: '' }),
    'playlistRequest minted-',
  ],
  ['deletePlaylist', busy, () => playlists.deletePlaylist('p1'), 'playlistRequest minted-'],
  ['addToPlaylist', busy, () => playlists.addToPlaylist('p1', { tracks: ['t'] }), 'playlistRequest minted-'],
  ['dismissPlaylistRequest', busy, () => playlists.dismissPlaylistRequest('c'), 'playlistRequest c'],
  ['starPlaylist', busy, () => playlists.starPlaylist('p1', true), 'playlist p1'],
  ['playPlaylist', busy, () => playlists.playPlaylist('p1'), 'player self'],
  ['playPlaylist that is not known', busy, () => playlists.playPlaylist('p9'), 'player self'],
  ['openPlaylistPdf', busy, () => playlists.openPlaylistPdf('p1'), 'playlistPdf p1'],
  ['openReleaseList', busy, () => releases.openReleaseList('other'), 'list other'],
  ['refreshReleaseList', busy, () => releases.refreshReleaseList('q'), 'list q'],
  ['wantReleasePages that failed', busy, () => releases.wantReleasePages('q', [2]), 'list q'],
  ['changeReleaseFilter', busy, () => releases.changeReleaseFilter(SOUL), 'releaseFilter self'],
  ['wantReleaseOptions', busy, () => releases.wantReleaseOptions(), 'options self'],
  ['openRelease', busy, () => releases.openRelease('r7'), 'detail r7'],
  ['followLink', signedOut, () => access.followLink('link:1', 'magicLink'), 'access self'],
  ['clearAccess', busy, () => access.clearAccess(), 'access self'],
  ['signOut', busy, () => session.signOut(), 'session self'],
  ['leaveExpired', busy, () => session.leaveExpired(), 'session self'],
  ['clearSignInMessage', refusedForm, () => session.clearSignInMessage(), 'session self'],
  ['retrySession', away, () => session.retrySession(), 'session self'],
  ['searchWhileTyping', busy, () => search.searchWhileTyping('harb'), 'search box'],
  ['searchFor', busy, () => search.searchFor('harbour', 'tracks'), 'search page'],
  ['searchReleasesOf', busy, () => search.searchReleasesOf('artist', 'Ana Lumen'), 'search page'],
  ['leaveSearch', searching, () => search.leaveSearch('page'), 'search page'],
  ['commitSearch', busy, () => search.commitSearch(' harbour '), 'recentSearches self'],
  ['clearRecentSearches', searching, () => search.clearRecentSearches(), 'recentSearches self'],
  ['toggleSelected', busy, () => selection.toggleSelected('q', 3, true), 'selection self'],
  ['extendSelection', busy, () => selection.extendSelection('q', 150), 'selection self'],
  ['selectAll', busy, () => selection.selectAll('q'), 'selection self'],
  ['clearSelection', selecting, () => selection.clearSelection(), 'selection self'],
  ['stopSelectionRun', running, () => selection.stopSelectionRun(), 'selection self'],
  ['addSelectionToPlaylist', selecting, () => selection.addSelectionToPlaylist('p1'), 'selection self'],
  ['gatherSelection', selecting, () => selection.gatherSelection('wav', 'zip', '2 releases'), 'selection self'],
  ['applyToSelection', selecting, () => selection.applyToSelection('wav'), 'selection self'],
  ['chooseAutoPlay', busy, () => settings.chooseAutoPlay(false), 'setting self'],
  ['chooseListView', busy, () => settings.chooseListView(true), 'setting self'],
  ['resizeColumn', busy, () => settings.resizeColumn('releases', 'artist', 240), 'setting self'],
  ['allowShortcuts', busy, () => settings.allowShortcuts(false), 'setting self'],
  ['levelAuditions', busy, () => settings.levelAuditions(false), 'setting self'],
  ['chooseTheme', busy, () => settings.chooseTheme('light'), 'setting self'],
  ['setSidebarOpen', busy, () => settings.setSidebarOpen(false), 'setting self'],
  ['chooseDownloads', busy, () => settings.chooseDownloads({ notify: true }), 'setting self'],
  ['choosePreferredFormat', busy, () => settings.choosePreferredFormat('wav'), 'setting self'],
  ['chooseParallelDownloads', busy, () => settings.chooseParallelDownloads(9), 'setting self'],
  ['listConnections', busy, () => connections.listConnections(), 'network self'],
  ['deleteConnection', connected, () => connections.deleteConnection('p2'), 'network self'],
  ['dismissDeletion', undeleted, () => connections.dismissDeletion(), 'network self'],
  ['sendInvitations', busy, () => connections.sendInvitations([NORA]), 'inviting self'],
  ['clearInvitations', inviting, () => connections.clearInvitations(), 'inviting self'],
  ['readProfile', busy, () => profile.readProfile(), 'profile self'],
  ['saveProfile', busy, () => profile.saveProfile({ city: 'Oslo' }), 'profile self'],
  ['askForProfileMail', busy, () => profile.askForProfileMail('merge', 'b@demo.test'), 'profile self'],
  ['clearProfileMail', busy, () => profile.clearProfileMail('merge'), 'profile self'],
  ['shareReleases', busy, () => sharing.shareReleases('s', [ABOUT], ['p2'], 'Hear this'), 'sharing s'],
  ['contactOwner', busy, () => sharing.contactOwner('c', ABOUT, OWNED), 'sharing c'],
  ['writeToSupport', busy, () => sharing.writeToSupport('s', 'The sound stops'), 'sharing s'],
  ['dismissSharing', unshared, () => sharing.dismissSharing('s'), 'sharing s'],
  ['openSignUp', signedOut, () => void signUp.openSignUp(null), 'signUp self'],
  ['proceedWithoutInvitation', signedOut, () => signUp.proceedWithoutInvitation(), 'signUp self'],
  ['sendAboutYou', signedOut, () => signUp.sendAboutYou(aboutYou), 'signUp self'],
  ['askForCode', signedOut, () => signUp.askForCode(), 'signUp self'],
  ['sendCompany', signedOut, () => void signUp.sendCompany(company, null), 'signUp self'],
  ['chooseSignUpLanguage', signedOut, () => signUp.chooseSignUpLanguage('fr'), 'signUp self'],
  ['resumeSignUp', signedOut, () => signUp.resumeSignUp(), 'signUp self'],
]

/** Those of the verbs that are tested one by one. */
const ALONE = [
  'session.signInRequested',
  'access.mailRequested',
  'access.passwordChosen',
  'access.codeSent',
  'signup.codeSent',
  // Of what this device keeps (people/connections.test.ts).
  'connection.acceptRequested',
  // Counted by the server, shown nowhere.
  'sharing.contactOpened',
  // Of what the server answered (screens/settings/settings.browser.test.tsx).
  'profile.linkAnswered',
] as const

/** Ask the browser something first, or only it. */
const NO_WISH = ['canChooseDownloadNotice', 'canChooseFolder', 'chooseDownloadFolder', 'chooseDownloadNotice']

describe('every action verb changes what is shown in the task of the press', () => {
  test.each(verbs)('%s', (_name, story, act, shown) => {
    const { drafts, changed } = press(story(), act)
    expect(drafts).toHaveLength(1)
    // Ids that were minted in the press are not known before it.
    expect(changed.map((key) => key.replace(/(?<=minted-)\d+/, ''))).toContain(shown)
  })

  test('signIn does so once the session worker holds the password: the form itself shows the press', async () => {
    let signingIn: Promise<void> | undefined
    const { drafts, changed } = press(signedOut(), () => {
      signingIn = session.signIn(' pat@demo.test ', 'secret', false)
    })
    expect(drafts).toEqual([])
    await signingIn
    expect(drafts).toMatchObject([{ type: 'session.signInRequested', payload: { handle: 'credentials:1' } }])
    expect(changed).toContain('session self')
    expect(JSON.stringify(drafts)).not.toContain('pat@demo.test')
  })

  test.each([
    ['requestMail', () => access.requestMail('reset', ' pat@demo.test '), 'access.mailRequested'],
    ['choosePassword', () => access.choosePassword('link:1', 'pat@demo.test'), 'access.passwordChosen'],
    ['sendLinkCode', () => access.sendLinkCode('pat@demo.test', '01234', false), 'access.codeSent'],
    ['sendCode', () => signUp.sendCode('pat@demo.test'), 'signup.codeSent'],
  ])('%s does so once the session worker holds what was typed', async (_, act, type) => {
    let under: Promise<unknown> | undefined
    const { drafts, changed } = press(signedOut(), () => {
      under = act()
    })
    await under
    expect(drafts).toMatchObject([{ type }])
    expect(changed.some((key) => /^(access|signUp) self$/.test(key))).toBe(true)
    expect(JSON.stringify(drafts)).not.toContain('pat@demo.test')
  })

  test('naming pages that are merely missing changes nothing that is shown: it only asks', () => {
    expect(press(busy(), () => releases.wantReleasePages('q', [3, 4])).changed).toEqual([])
  })

  test('no wish of the catalogue is without a verb', async () => {
    const dispatched = new Set(verbs.flatMap(([, story, act]) => press(story(), act).drafts.map((draft) => draft.type)))
    for (const type of ALONE) dispatched.add(type)
    const wishes = [...catalogue.values()].filter((one) => one.kind === 'wish').map((one) => one.type)
    expect(wishes.filter((type) => !dispatched.has(type as AppDraft['type']))).toEqual([])
  })

  test('no verb of the rooms is without a row here', () => {
    const exported = [
      decisions,
      downloads,
      library,
      notices,
      player,
      playlists,
      recent,
      releases,
      search,
      selection,
      session,
      settings,
    ].flatMap((room) => Object.keys(room))
    const tested = new Set([...verbs.map(([name]) => name.split(' ')[0]), 'signIn', ...NO_WISH])
    expect(exported.filter((name) => !tested.has(name))).toEqual([])
  })
})

test('what is more than a playlist takes is left out of what is added, and counted', () => {
  const added = (count: number) => {
    const tracks = Array.from({ length: count }, (_, n) => `t${n}`)
    const [draft] = press(busy(), () => playlists.addToPlaylist('p1', { tracks: [...tracks, 't0'] })).drafts
    if (draft?.type !== 'playlist.addRequested') throw new Error('nothing was asked')
    return [parseDraft(draft) === null, draft.payload.tracks.length, draft.payload.over]
  }
  expect(added(PLAYLIST_TRACKS_MAX + 1200)).toEqual([false, PLAYLIST_TRACKS_MAX, 1200])
  expect(added(PLAYLIST_TRACKS_MAX)).toEqual([false, PLAYLIST_TRACKS_MAX, undefined])
})

test('what is more than a new playlist takes is left out of it, and counted', () => {
  const tracks = Array.from({ length: PLAYLIST_TRACKS_MAX + 3 }, (_, n) => `t${n}`)
  const [draft] = press(busy(), () => playlists.createPlaylist('Queue', '', { tracks: [...tracks, 't0'] })).drafts
  expect(draft?.payload).toMatchObject({ tracks: { length: PLAYLIST_TRACKS_MAX }, over: 3 })
})

describe('what a slider says', () => {
  const payload = (act: () => void) => press(busy(), act).drafts[0]?.payload

  test('is a whole volume from 0 to 100', () => {
    expect(payload(() => player.changeVolume(66.6))).toEqual({ volume: 67 })
    expect(payload(() => player.changeVolume(-3))).toEqual({ volume: 0 })
    expect(payload(() => player.changeVolume(Number.NaN))).toEqual({ volume: 0 })
  })
  test('is a position that is there', () => {
    expect(payload(() => player.seekTo(Number.NaN))).toEqual({ seconds: 0 })
    expect(payload(() => player.skipBack(-1))).toMatchObject({ position: 0 })
  })
  test('is 1 to 6 downloads', () => {
    expect(payload(() => settings.chooseParallelDownloads(0))).toEqual({ count: 1 })
    expect(payload(() => settings.chooseParallelDownloads(7))).toEqual({ count: 6 })
  })
})
