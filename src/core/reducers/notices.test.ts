// What is worth a notification, and what is not.
import { expect, test } from 'vitest'
import './late.ts'
import { appLogLost } from '#core/events/app.ts'
import { downloadRequested } from '#core/events/downloads.ts'
import { noticeDismissed, noticesCleared, noticesRead } from '#core/events/notices.ts'
import { profileLinkAnswered } from '#core/events/people/profile.ts'
import { sessionEnded } from '#core/events/people/session.ts'
import * as lists from '#core/events/playlists.ts'
import * as rel from '#core/events/releases.ts'
import { aRequest, Story } from '#tests/support/story.ts'
import words from '../../../locales/en/notices.json' with { type: 'json' }

test('H-487, SHELL-026: a notification has an id, a category, what its message is made of, and a type', () => {
  const [notice] = new Story().happens(downloadRequested({ requests: [aRequest('a', { title: 'Strata' })] })).notices
  expect(notice).toMatchObject({
    id: 'added.a',
    category: 'addDownloadQueue',
    subject: 'Strata',
    detail: '',
    notificationType: 'info',
  })
  expect(notice).not.toHaveProperty('message')
})

test('a notification that was dismissed is gone', () => {
  const story = new Story().happens(downloadRequested({ requests: [aRequest('a')] }))
  expect(story.happens(noticeDismissed({ id: 'added.a' })).notices).toEqual([])
})

test('SHELL-038: an error is a notification of the category hasError, whose words end with "please refresh"', () => {
  const [notice] = new Story().happens(appLogLost({ reason: 'quota' })).notices
  expect(notice).toMatchObject({ category: 'hasError', notificationType: 'error', detail: 'logLost.quota' })
  expect(words.hasErrorRefresh.toLowerCase()).toBe('please refresh')
})

test('SHELL-058: lists and playlists that fail are in the log alone', () => {
  const failures = [
    rel.releasePageFailed({ queryId: 'q', round: 1, page: 1, code: 'TIMEOUT' }),
    rel.releasePageFailed({ queryId: 'q', round: 1, page: 2, code: 'INTERNAL' }),
    rel.releaseOptionsFailed({ code: 'TIMEOUT' }),
    lists.playlistListFailed({ queryId: 'q', round: 1, code: 'TIMEOUT' }),
    lists.playlistFailed({ playlistid: 'p', code: 'UNKNOWN' }),
  ]
  const began = [lists.playlistListOpened({ queryId: 'q' }), lists.playlistOpened({ playlistid: 'p' })]
  const story = new Story().happens(rel.releaseListOpened({ queryId: 'q' }), ...began, ...failures)
  expect(story.notices).toEqual([])
  expect(story.state.get('playlistDetail', 'p')?.status).toBe('error')
  expect(story.events.slice(3).map(({ type }) => type)).toEqual(failures.map(({ type }) => type))
})

const past = (story: Story) => story.state.single('noticeHistory').entries
const requested = (id: string) => downloadRequested({ requests: [aRequest(id, { title: id })] })

test('SHELL-007: what was dismissed is among the last notifications, unread', () => {
  const story = new Story().happens(requested('a'), noticeDismissed({ id: 'added.a' }))
  expect(past(story)).toMatchObject([{ id: 'added.a', category: 'addDownloadQueue', subject: 'a', read: false }])
})

test('SHELL-007: the list keeps the last twenty', () => {
  const story = new Story()
  for (let at = 1; at <= 25; at++)
    story.happens(
      profileLinkAnswered({ requestId: `r${at}`, way: 'merge', email: `${at}@demo.test`, done: true }),
      noticeDismissed({ id: `link.r${at}` }),
    )
  const { entries, people } = story.state.single('noticeHistory')
  expect(entries.map(({ id }) => people[id])).toEqual(Array.from({ length: 20 }, (_, at) => `${at + 6}@demo.test`))
  expect(Object.keys(people)).toHaveLength(20)
})

test('SHELL-007: once it was looked at all of it is read, and what comes later is not', () => {
  const story = new Story().happens(requested('a'), noticesRead({}), appLogLost({ reason: 'quota' }))
  expect(past(story).map(({ id, read }) => [id, read])).toEqual([
    ['added.a', true],
    ['logLost', false],
  ])
})

test('SHELL-007: it can be cleared, and what is shown stays', () => {
  const story = new Story().happens(requested('a'), noticesCleared({}))
  expect(past(story)).toEqual([])
  expect(story.notices).toHaveLength(1)
})

test('SHELL-007: what is counted together stands there once', () => {
  const story = new Story().happens(requested('a'), requested('b'))
  expect(past(story).map(({ id, detail }) => [id, detail])).toEqual([['added.b', '2']])
})

test('SHELL-007: nothing of it is left for whoever signs in next', () => {
  const story = new Story().happens(requested('a'), sessionEnded({ reason: 'signedOut' }))
  expect(past(story)).toEqual([])
})
