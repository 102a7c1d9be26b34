// The plans of people, forms and this device: what they ask answers to what was recorded, and a planted fact is named.
import { describe, expect, test } from 'vitest'
import { appNavigated, appOpened } from '#core/events/app.ts'
import type { AppDraft, Source } from '#core/events/index.ts'
import { accessLinkFollowed, accessMailRequested, accessMailSent, accessRefused } from '#core/events/people/access.ts'
import { changeNoticed } from '#core/events/people/changes.ts'
import {
  connectionAccepted,
  connectionAcceptRequested,
  connectionInvited,
  connectionInviteRequested,
  connectionListed,
  connectionListRequested,
} from '#core/events/people/connections.ts'
import {
  profileMailRequested,
  profileMailSent,
  profileReceived,
  profileRequested,
  profileSaved,
  profileSaveRequested,
} from '#core/events/people/profile.ts'
import {
  sessionEnded,
  sessionSignInFailed,
  sessionSignInRequested,
  sessionSignOutRequested,
  sessionStarted,
} from '#core/events/people/session.ts'
import { contactHistoryReceived, contactOpened, supportRequested, supportSent } from '#core/events/people/sharing.ts'
import { signUpCodeAsked, signUpLanguagesReceived, signUpOpened, signUpPassed } from '#core/events/people/signup.ts'
import { queueRestored } from '#core/events/queue.ts'
import { recentRestored } from '#core/events/recent.ts'
import { releaseListOpened, releasePageReceived } from '#core/events/releases.ts'
import { selectionApplied, selectionFilled, selectionRunEnded, selectionRunProgressed } from '#core/events/selection.ts'
import { settingRestored } from '#core/events/settings.ts'
import { SETTINGS_DEFAULT } from '#core/model/settings.ts'
import { finished, recordedLog } from '#tests/support/recordedLog.ts'
import { aCard, aProfile, someClaims } from '#tests/support/story.ts'
import { comparePlans } from './compare.ts'

const compared = (...given: Parameters<typeof recordedLog>[0]) => finished(comparePlans(recordedLog(given)))
const opened = appOpened({ startedAt: 0, build: '1', language: 'en', width: 1, height: 1, online: true })
const nothing = appNavigated({ path: '/', search: '' })
const started = sessionStarted({ claims: someClaims(), accessToken: 'a', refreshToken: 'r', restored: false })
const wizard = signUpOpened({
  progress: { about: null, verified: '', emailToken: null, codeSentTo: '', codeSentAt: 0, language: 'en' },
  invitation: null,
  unreadable: false,
  ended: false,
})
const profile = { profile: aProfile(), version: '"1"' }
const noQueue = { history: [], items: [], song: '', position: 0 }
const page = releasePageReceived({ queryId: 'q', round: 1, edition: 0, page: 1, total: 1, releases: [aCard('r1')] })
const applied = selectionApplied({ runId: 'x', action: 'flag' })
const chosen = [releaseListOpened({ queryId: 'q' }), page, selectionFilled({ queryId: 'q' })]
const sent = [{ invitee_email: 'nora@demo.test', relationship: 'coworker' as const, status: 'sent' as const }]
const invitations = [{ invitee_email: 'nora@demo.test', relationship: 'coworker' as const }]

/** What leads to a fact, the last of it being its cause; the fact; whose it is. */
const CASES: readonly [string, readonly AppDraft[], AppDraft, Source][] = [
  ['a sign-in that failed', [sessionSignInRequested({ handle: 'credentials:1', publicDevice: false })], sessionSignInFailed({ code: 'NONE', message: '' }), 'session'],
  ['a session by a link', [accessLinkFollowed({ requestId: 'n', link: 'link:1', way: 'setup' })], started, 'session'],
  ['a link that led nowhere', [accessLinkFollowed({ requestId: 'n', link: 'link:1', way: 'setup' })], accessRefused({ requestId: 'n', code: 'INVALID_TOKEN', message: '' }), 'session'],
  ['a session that was ended', [sessionSignOutRequested({})], sessionEnded({ reason: 'signedOut' }), 'session'],
  ['a mail', [accessMailRequested({ requestId: 'n', kind: 'reset', handle: 'credentials:1' })], accessMailSent({ requestId: 'n' }), 'session'],
  ['a step of a run', [...chosen, applied], selectionRunProgressed({ runId: 'x', done: 1 }), 'selection'],
  ['the end of a run', [...chosen, applied], selectionRunEnded({ runId: 'x', applied: 1, skipped: 0, failed: 0 }), 'selection'],
  ['the settings', [opened], settingRestored({ settings: SETTINGS_DEFAULT }), 'settings'],
  ['what was heard', [started], recentRestored({ history: { clearedAt: 0, plays: [] } }), 'library'],
  ['the queue', [started], queueRestored({ queue: noQueue, requestId: 'n' }), 'player'],
  ['the languages', [wizard], signUpLanguagesReceived({ languages: [] }), 'signup'],
  ['a step of the sign-up', [wizard, signUpCodeAsked({ requestId: 'n' })], signUpPassed({ requestId: 'n', sent: true }), 'signup'],
  ['who is connected', [connectionListRequested({})], connectionListed({ connections: [] }), 'connections'],
  ['an invitation that was sent', [connectionInviteRequested({ requestId: 'n', invitations })], connectionInvited({ requestId: 'n', invitations: sent }), 'connections'],
  ['an invitation that was taken', [connectionAcceptRequested({ link: 'link:1' })], connectionAccepted({ link: 'link:1', inviter: 'Pat' }), 'connections'],
  ['messages of before', [contactOpened({ releaseid: 'r1' })], contactHistoryReceived({ releaseid: 'r1', messages: [] }), 'sharing'],
  ['a message', [supportRequested({ requestId: 'n', text: 'Hello' })], supportSent({ requestId: 'n' }), 'sharing'],
  ['the profile', [profileRequested({})], profileReceived(profile), 'profile'],
  ['a profile that others changed', [profileReceived(profile), changeNoticed({ domains: ['profile'], shares: [], connected: [], told: false })], profileReceived({ ...profile, version: '"2"' }), 'profile'],
  ['a saved profile', [profileSaveRequested({ requestId: 'n', edits: { city: 'Oslo' } })], profileSaved({ requestId: 'n', ...profile }), 'profile'],
  ['a mail to an address', [profileMailRequested({ requestId: 'n', way: 'split', email: 'a@demo.test' })], profileMailSent({ requestId: 'n', way: 'split' }), 'profile'],
] // biome-ignore format: a table

describe.each(CASES)('%s', (_, before, fact, source) => {
  test('is no difference where its wish was pressed', () => {
    const { differences, engines } = compared(...before, { draft: fact, source, cause: before.length })
    expect(differences).toEqual([])
    expect(engines.find(({ engine }) => engine === source)?.answered).toBe(1)
  })

  test('is named where it was not', () => {
    const planted = { draft: fact, source, cause: 1 }
    expect(compared(nothing, planted).differences).toEqual([
      {
        engine: source,
        seq: 2,
        kind: 'notAsked',
        what: expect.stringMatching(/ answers ".+", and after event 1 the plan asks for nothing$/),
      },
    ])
  })
})

test('an answer to another wish is named', () => {
  const asked = supportRequested({ requestId: 'n', text: 'Hello' })
  const { differences } = compared(asked, { draft: supportSent({ requestId: 'm' }), source: 'sharing', cause: 1 })
  expect(differences.map(({ what }) => what)).toEqual([
    'sharing.supportSent answers "wish m", and after event 1 the plan asks for wish n',
  ])
})

test('what a run does with each release counts as its own, and as nobody’s where no run began', () => {
  const draft = appNavigated({ path: '/', search: '' })
  expect(compared(...chosen, applied, { draft, source: 'selection', cause: 4 }).differences).toEqual([])
  expect(compared(nothing, { draft, source: 'selection', cause: 1 }).differences).toHaveLength(1)
})
