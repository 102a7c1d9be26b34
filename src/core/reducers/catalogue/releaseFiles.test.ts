import { describe, expect, test } from 'vitest'
import { releaseFileFailed, releaseFileHanded, releaseFileRequested } from '#core/events/releases.ts'
import { aRelease, Story } from '#tests/support/story.ts'
import { fileId } from '../../model/catalogue/releaseFile.ts'

const about = (requestId: string, file = 'report.pdf') => ({ requestId, releaseid: 'r1', file })
const busy = (story: Story, file = 'report.pdf') => story.state.get('releaseFile', fileId('r1', file))?.requestId

describe('a report or an attachment on its way', () => {
  test('RELEASE-042: is busy until the browser has it', () => {
    const story = new Story().happens(releaseFileRequested(about('q1')))
    expect(busy(story)).toBe('q1')
    expect(busy(story.happens(releaseFileHanded(about('q1'))))).toBeUndefined()
    expect(story.notices).toEqual([])
  })
  test('a second press joins nothing and replaces nothing', () => {
    const story = new Story().happens(releaseFileRequested(about('q1')), releaseFileRequested(about('q2')))
    expect(busy(story)).toBe('q1')
    expect(busy(story.happens(releaseFileHanded(about('q2'))))).toBe('q1')
  })
  test('RELEASE-042: RELEASE-040: a failure is told as hasError (D-089)', () => {
    const story = new Story().happens(
      releaseFileRequested(about('q1')),
      releaseFileRequested(about('q2', 'attachment.0')),
      releaseFileFailed({ ...about('q1'), code: 'HTTP_500' }),
      releaseFileFailed({ ...about('q2', 'attachment.0'), code: 'MALFORMED' }),
    )
    expect(story.notices).toMatchObject([
      { category: 'hasError', notificationType: 'error', detail: 'report' },
      { category: 'hasError', notificationType: 'error', detail: 'attachment' },
    ])
    expect([busy(story), busy(story, 'attachment.0')]).toEqual([undefined, undefined])
  })
  test('D-058: a failure names the attachment, or the release of the report', () => {
    const attachments = [{ title: 'Press kit', url: '/a.pdf', size: 1 }]
    const story = new Story()
      .knows(aRelease('r1', 1, { title: 'Tides', attachments }))
      .happens(
        releaseFileRequested(about('q1')),
        releaseFileFailed({ ...about('q1'), code: 'HTTP_500' }),
        releaseFileRequested(about('q2', 'attachment.0')),
        releaseFileFailed({ ...about('q2', 'attachment.0'), code: 'HTTP_500' }),
        releaseFileRequested(about('q3', 'attachment.7')),
        releaseFileFailed({ ...about('q3', 'attachment.7'), code: 'HTTP_500' }),
      )
    expect(story.notices.map(({ subject }) => subject)).toEqual(['Tides', 'Press kit', 'Tides'])
  })
  test('nothing is on its way after the session', () => {
    const story = new Story().happens(releaseFileRequested(about('q1')))
    expect(busy(story.happens({ type: 'session.ended', v: 1, payload: { reason: 'signedOut' } }))).toBeUndefined()
  })
})
