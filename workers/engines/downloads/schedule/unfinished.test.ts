import { beforeEach, expect, test } from 'vitest'
import type { DownloadJob, JobStatus } from '#core/model/downloads/download.ts'
import { newJob } from '#core/reducers/downloads/downloadJobs.ts'
import { wished } from '#tests/support/downloadParts.ts'
import { Unfinished } from './unfinished.ts'

let order: string[]
let jobs: Map<string, DownloadJob>
let reads: number
let unfinished: Unfinished

const is = (id: string, status: JobStatus) => {
  jobs.set(id, { ...newJob(wished(id), 'batch'), downloadID: id, status })
  unfinished.changed(id)
}
const ids = () => unfinished.jobs().map(({ downloadID }) => downloadID)

beforeEach(() => {
  order = []
  jobs = new Map()
  reads = 0
  const get = (id: string) => {
    reads += 1
    return jobs.get(id)
  }
  unfinished = new Unfinished({ order: () => order, get })
})

test('they stand in the order they start in, also after one was moved', () => {
  order = ['a', 'b', 'c']
  for (const id of order) is(id, 'waiting')
  is('b', 'finished')
  expect(ids()).toEqual(['a', 'c'])
  order = ['c', 'b', 'a', 'd']
  is('d', 'failed')
  expect(ids()).toEqual(['c', 'a', 'd'])
})

test('one that finishes goes, one that begins anew comes back to its place, one that was removed is gone', () => {
  order = ['a', 'b', 'c']
  for (const id of order) is(id, 'loading')
  expect(ids()).toEqual(['a', 'b', 'c'])
  is('b', 'finished')
  expect(ids()).toEqual(['a', 'c'])
  is('b', 'waiting')
  expect(ids()).toEqual(['a', 'b', 'c'])
  order = ['a', 'c']
  jobs.delete('b')
  unfinished.changed('b')
  expect(ids()).toEqual(['a', 'c'])
})

test('what is finished is walked when the list changes, and not when a job does', () => {
  order = Array.from({ length: 10_000 }, (_, n) => `job ${n}`)
  for (const id of order) is(id, 'finished')
  is('job 5', 'loading')
  is('job 6', 'loading')
  expect(ids()).toEqual(['job 5', 'job 6'])
  reads = 0
  is('job 5', 'finished')
  expect(ids()).toEqual(['job 6'])
  expect(reads).toBeLessThan(5)
})

test('of thousands that wait none is read but the one that changed', () => {
  order = Array.from({ length: 10_000 }, (_, n) => `job ${n}`)
  for (const id of order) is(id, 'waiting')
  expect(ids()).toHaveLength(10_000)
  reads = 0
  is('job 5', 'loading')
  expect(unfinished.jobs()[5]?.status).toBe('loading')
  is('job 4', 'finished')
  expect(unfinished.jobs()[4]).toBe(jobs.get('job 5'))
  expect(reads).toBeLessThan(5)
})
