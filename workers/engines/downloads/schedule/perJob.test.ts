import { beforeEach, expect, test } from 'vitest'
import type { Framed } from '../tags/pieces.ts'
import { PerJob } from './perJob.ts'

const forgotten: string[] = []
let isRead = false
let perJob: PerJob

beforeEach(() => {
  forgotten.length = 0
  isRead = false
  perJob = new PerJob({ forget: (id) => void forgotten.push(id) }, () => isRead)
  perJob.causes.set('a', 1)
  perJob.frames.set('a', { pieces: [], size: 0 } satisfies Framed)
  perJob.chances.take('a', 'bytes')
})

const isKept = () => [perJob.causes.has('a'), perJob.frames.has('a'), !perJob.chances.take('a', 'bytes')]

test.each(['waiting', 'loading', 'paused', 'failed'] as const)('a job that is %s keeps what it may need', (status) => {
  perJob.changed('a', status)
  expect([...isKept(), forgotten]).toEqual([true, true, true, []])
})

test.each(['finished', undefined] as const)('nothing is kept of one that is %s', (status) => {
  perJob.changed('a', status)
  expect([...isKept(), forgotten]).toEqual([false, false, false, ['a']])
})

test('what stands around a file is kept for as long as the browser may read it', () => {
  isRead = true
  perJob.changed('a', 'finished')
  expect(perJob.frames.has('a')).toBe(true)
  perJob.swept('a')
  expect(perJob.frames.has('a')).toBe(false)
})

test('nothing is kept for whoever comes next', () => {
  perJob.clear()
  expect(isKept()).toEqual([false, false, false])
})
