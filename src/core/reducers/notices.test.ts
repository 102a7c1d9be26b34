// What is worth a notification, and what is not.
import { expect, test } from 'vitest'
import { appLogLost } from '#core/events/app.ts'
import { downloadRequested } from '#core/events/downloads.ts'
import { noticeDismissed } from '#core/events/notices.ts'
import * as rel from '#core/events/releases.ts'
import { aRequest, Story } from '#tests/support/story.ts'
import common from '../../../locales/en/common.json' with { type: 'json' }

test('SHELL-026: a notification has an id, a category, what it speaks of and a type', () => {
  const [notice] = new Story().happens(downloadRequested({ requests: [aRequest('a', { title: 'Strata' })] })).notices
  expect(notice).toMatchObject({
    id: 'added.a',
    category: 'addDownloadQueue',
    subject: 'Strata',
    notificationType: 'info',
  })
})

test('a notification that was dismissed is gone', () => {
  const story = new Story().happens(downloadRequested({ requests: [aRequest('a')] }))
  expect(story.happens(noticeDismissed({ id: 'added.a' })).notices).toEqual([])
})

test('SHELL-038: an error is a notification of the category hasError, whose words end with "please refresh"', () => {
  const [notice] = new Story().happens(appLogLost({ reason: 'quota' })).notices
  expect(notice).toMatchObject({ category: 'hasError', notificationType: 'error', detail: 'logLost.quota' })
  expect(common.notice.hasErrorRefresh.toLowerCase()).toBe('please refresh')
})

test('SHELL-058: a list that fails is in the log alone', () => {
  const failures = [
    rel.releasePageFailed({ queryId: 'q', round: 1, page: 1, code: 'TIMEOUT' }),
    rel.releasePageFailed({ queryId: 'q', round: 1, page: 2, code: 'INTERNAL' }),
    rel.releaseOptionsFailed({ code: 'TIMEOUT' }),
  ]
  const story = new Story().happens(rel.releaseListOpened({ queryId: 'q' }), ...failures)
  expect(story.notices).toEqual([])
  expect(story.events.map((event) => event.type)).toEqual([
    'release.listOpened',
    'release.pageFailed',
    'release.pageFailed',
    'release.optionsFailed',
  ])
})
