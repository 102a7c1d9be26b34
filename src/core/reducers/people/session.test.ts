// Stories of the session, and of the settings and the page beside it.
import { describe, expect, test } from 'vitest'
import { appLogLost, appOpened, appWentOffline, appWentOnline } from '#core/events/app.ts'
import { noticeDismissed } from '#core/events/notices.ts'
import * as session from '#core/events/people/session.ts'
import { settingFormatChosen, settingParallelDownloadsChosen, settingSidebarToggled } from '#core/events/settings.ts'
import { SINGLES } from '#core/model/entities.ts'
import { Settings } from '#core/model/settings.ts'
import { Story, someClaims } from '#tests/support/story.ts'

const handles = { accessToken: 'session:access', refreshToken: 'session:refresh' }
const asked = session.sessionSignInRequested({ handle: 'secret:1', publicDevice: false })
const began = session.sessionStarted({ claims: someClaims(), ...handles, restored: false })
const refused = session.sessionSignInFailed({ code: 'INVALID_CREDENTIALS', message: 'wrong' })
const absent = session.sessionAbsent({})
const signedIn = () => new Story().happens(absent, asked, began)

describe('signing in', () => {
  test('SIGNIN-018: success stores both tokens and clears the error', () => {
    const story = new Story().happens(absent, asked, refused, asked, began)
    expect(story.session).toMatchObject({ ...handles, errorCode: null, errorMessage: '' })
  })
  test('SIGNIN-019: failure stores the message', () => {
    expect(new Story().happens(absent, asked, refused).session).toMatchObject({
      status: 'signedOut',
      loading: false,
      errorMessage: 'wrong',
    })
  })
  test('a press shows that signing in is under way', () => {
    expect(new Story().happens(absent, asked).session).toMatchObject({ status: 'signingIn', loading: true })
  })
  test('a late failure after the session began is dropped', () => {
    expect(signedIn().happens(refused).session).toMatchObject({ status: 'signedIn', errorMessage: '' })
  })
  test('a change of the form takes the message away', () => {
    const story = new Story().happens(absent, asked, refused, session.sessionMessageCleared({}))
    expect(story.session).toMatchObject({ errorCode: null, errorMessage: '' })
  })
})

test('D-157: how long to wait is known after too many tries, and not after the next', () => {
  const tooMany = session.sessionSignInFailed({ code: 'TOO_MANY_TRIES', message: '', retryAfterMs: 42_000 })
  const story = new Story().happens(absent, asked, tooMany)
  expect(story.session.retryAfterMs).toBe(42_000)
  expect('retryAfterMs' in story.happens(asked, refused).session).toBe(false)
})

describe('the end', () => {
  test('SIGNIN-020: logout returns the state to its initial value', () => {
    const story = signedIn().happens(session.sessionSignOutRequested({}), session.sessionEnded({ reason: 'signedOut' }))
    expect(story.session).toEqual({ ...SINGLES.session, status: 'signedOut' })
  })
  test('a press shows that signing out is under way', () => {
    expect(signedIn().happens(session.sessionSignOutRequested({})).session).toMatchObject({
      status: 'signingOut',
      loading: true,
    })
  })
})

describe('expiry', () => {
  test('SESSION-005: an expired token opens the logout modal', () => {
    expect(signedIn().happens(session.sessionExpired({})).session.showLogoutDisclaimerModal).toBe(true)
  })
  test('no modal opens over a page of somebody who is not signed in (D-031)', () => {
    expect(new Story().happens(absent, session.sessionExpired({})).session.showLogoutDisclaimerModal).toBe(false)
  })
  test('a failed refresh leaves the person where they are', () => {
    const story = signedIn()
    const before = story.session
    expect(story.happens(session.sessionRefreshFailed({ message: 'TIMEOUT' })).session).toBe(before)
  })
  test('a refresh replaces the claims, and a dialog that said expired is gone', () => {
    const claims = someClaims('p1', { fullname: 'Pat Roe' })
    const story = signedIn().happens(session.sessionExpired({}), session.sessionRefreshed({ claims, ...handles }))
    expect(story.session).toMatchObject({ status: 'signedIn', claims, showLogoutDisclaimerModal: false })
  })
})

describe('at start', () => {
  test('an unreachable server is told apart from no session, and can be tried again', () => {
    const story = new Story().happens(session.sessionUnreachable({}))
    expect(story.session.status).toBe('unreachable')
    expect(story.happens(session.sessionRetryRequested({})).session.status).toBe('restoring')
    expect(story.happens(absent).session.status).toBe('signedOut')
  })
  test('an answer that comes by itself ends unreachable', () => {
    expect(new Story().happens(session.sessionUnreachable({}), absent).session.status).toBe('signedOut')
    expect(new Story().happens(session.sessionUnreachable({}), began).session.status).toBe('signedIn')
  })
})

describe('settings and page', () => {
  test('SHELL-016: the sidebar toggle is kept in isSidebarOpen', () => {
    const story = new Story().happens(settingSidebarToggled({ open: false }))
    expect(story.state.single('setting').isSidebarOpen).toBe(false)
    expect(story.happens(settingSidebarToggled({ open: true })).state.single('setting').isSidebarOpen).toBe(true)
  })
  test('the chosen format and number of downloads are kept', () => {
    const story = new Story().happens(
      settingFormatChosen({ format: 'wav' }),
      settingParallelDownloadsChosen({ count: 6 }),
    )
    expect(story.state.single('setting')).toMatchObject({ preferredFormat: 'wav', parallelDownloads: 6 })
  })
  test('settings nobody ever changed are read from nothing', () => {
    expect(Settings.parse({})).toEqual(SINGLES.setting)
  })
  test('the page knows when it began and whether it is online', () => {
    const opened = appOpened({ startedAt: 7, build: 'b', language: 'en', width: 1, height: 1, online: false })
    const story = new Story().happens(opened)
    expect(story.state.single('app')).toMatchObject({ startedAt: 7, online: false })
    expect(story.happens(appWentOnline({})).state.single('app').online).toBe(true)
    expect(story.happens(appWentOffline({})).state.single('app').online).toBe(false)
  })
  test('a log that can no longer be kept is said once and can be dismissed', () => {
    const story = new Story().happens(appLogLost({ reason: 'quota' }))
    expect(story.notices).toMatchObject([{ category: 'hasError', detail: 'logLost.quota' }])
    expect(story.happens(noticeDismissed({ id: 'logLost' })).notices).toEqual([])
  })
})
