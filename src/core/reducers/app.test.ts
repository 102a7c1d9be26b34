import { expect, test } from 'vitest'
import {
  appLogLost,
  appNavigated,
  appOpened,
  appWentOffline,
  appWentOnline,
  appWorkerFailed,
} from '#core/events/app.ts'
import { sessionAbsent, sessionUnreachable } from '#core/events/people/session.ts'
import { Story } from '#tests/support/story.ts'

const app = (story: Story) => story.state.single('app')

test('the page knows when it began, where it is, and whether it is online', () => {
  const story = new Story().happens(appOpened({ startedAt: 7, build: '1', language: 'en', width: 1, height: 1, online: false })) // biome-ignore format: one line
  expect(app(story)).toMatchObject({ startedAt: 7, online: false })
  expect(app(story.happens(appWentOnline({})))).toMatchObject({ online: true })
  expect(app(story.happens(appWentOffline({})))).toMatchObject({ online: false })
  expect(app(story.happens(appNavigated({ path: '/flagged', search: '' })))).toMatchObject({
    path: '/flagged',
    startedAt: 7,
  })
})

const failed = (worker: 'state' | 'log' | 'session') => appWorkerFailed({ worker, message: 'why' })

test.each([
  ['restored', new Story()],
  ['restored, and no server answers', new Story().happens(sessionUnreachable({}))],
])('the loss of the session worker stops a page whose session is being %s', (_, story) => {
  expect(app(story.happens(failed('session'))).failedWorker).toEqual({ worker: 'session', message: 'why' })
})

test('only the loss of the state worker stops a page that stands', () => {
  const story = new Story()
  const before = app(story).failedWorker
  expect(app(story.happens(failed('log'))).failedWorker).toEqual(before)
  expect(app(new Story().happens(sessionAbsent({}), failed('session'))).failedWorker).toEqual(before)
  expect(app(story.happens(failed('state'))).failedWorker).toMatchObject({ worker: 'state' })
})

test('a page that stopped for want of the state worker says so, whatever is lost after it', () => {
  const story = new Story().happens(failed('state'), failed('session'))
  expect(app(story).failedWorker).toMatchObject({ worker: 'state' })
})

test('a log that cannot be kept is known, also for want of its worker', () => {
  expect(app(new Story().happens(failed('log'))).logLost).toBe('refused')
  expect(app(new Story().happens(appLogLost({ reason: 'quota' }))).logLost).toBe('quota')
})
