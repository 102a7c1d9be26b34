import { expect, it, vi } from 'vitest'
import { newJob } from '#core/reducers/downloads/downloadJobs.ts'
import { FakeClock } from '#tests/support/fakeClock.ts'
import { aRequest } from '#tests/support/story.ts'
import { Leading } from './leading.ts'
import type { Message } from './messages.ts'

it('of ten thousand jobs only those that changed are looked at, and the order is told where it changed', async () => {
  const clock = new FakeClock()
  const jobs = new Map(Array.from({ length: 10_000 }, (_, n) => [`j${n}`, newJob(aRequest(`j${n}`), `j${n}`)]))
  let order = [...jobs.keys()]
  let news: string[] = []
  const job = vi.fn((id: string) => jobs.get(id))
  const posted: Message[] = []
  const leading = new Leading({
    clock,
    order: () => order,
    job,
    news: () => news.splice(0),
    report: () => {},
    isOwner: () => true,
    post: (message) => void posted.push(message),
    isAwaited: async () => true,
  })
  leading.greet()
  while (!posted.some((message) => message.kind === 'jobs' && message.order !== null)) await clock.advance(1)
  expect(
    posted.flatMap((message) => (message.kind === 'jobs' ? message.jobs : [])).map((one) => one.downloadID),
  ).toEqual(order)
  posted.length = 0
  job.mockClear()
  const change = (id: string) => {
    jobs.set(id, { ...newJob(aRequest(id), id), status: 'loading' })
    news.push(id)
    leading.changed()
  }
  change('j7')
  change('j9000')
  await clock.advance(50)
  expect(job.mock.calls).toEqual([['j7'], ['j9000']])
  expect(posted).toMatchObject([{ jobs: [{ downloadID: 'j7' }, { downloadID: 'j9000' }], order: null }])
  // One that went is in no order any more.
  posted.length = 0
  jobs.delete('j7')
  order = order.filter((id) => id !== 'j7')
  news = ['j7']
  leading.changed()
  await clock.advance(50)
  expect(posted).toMatchObject([{ jobs: [], order }])
  leading.stop()
})
