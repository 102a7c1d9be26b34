import { describe, expect, it } from 'vitest'
import { planRange } from './range.ts'

const etag = '"v1"'
const plan = (range?: string, more: object = {}) => planRange({ range, ...more }, 1000, etag)

describe('planRange', () => {
  it.each([
    ['bytes=0-', { status: 206, start: 0, end: 999 }],
    ['bytes=0-0', { status: 206, start: 0, end: 0 }],
    ['bytes=200-299', { status: 206, start: 200, end: 299 }],
    ['bytes=900-5000', { status: 206, start: 900, end: 999 }],
    ['bytes=-100', { status: 206, start: 900, end: 999 }],
    ['bytes=-5000', { status: 206, start: 0, end: 999 }],
    ['BYTES=5-9', { status: 206, start: 5, end: 9 }],
  ])('answers %s in part', (range, expected) => expect(plan(range)).toEqual(expected))

  it.each(['bytes=1000-', 'bytes=5000-6000', 'bytes=-0'])('cannot satisfy %s', (range) => {
    expect(plan(range)).toEqual({ status: 416 })
  })

  it.each(['bytes=', 'bytes=-', 'bytes=9-5', 'bytes=0-1,5-6', 'items=0-1', 'bytes=a-b', 'nonsense'])(
    'answers %s whole',
    (range) => expect(plan(range)).toEqual({ status: 200, start: 0, end: 999 }),
  )

  it('answers whole when If-Range names other bytes, a date or a weak validator', () => {
    for (const ifRange of ['"v2"', 'W/"v1"', 'Fri, 20 Nov 2026 10:00:00 GMT']) {
      expect(plan('bytes=5-', { ifRange })).toMatchObject({ status: 200 })
    }
    expect(plan('bytes=5-', { ifRange: etag })).toMatchObject({ status: 206, start: 5 })
  })

  it('honours If-None-Match and If-Match', () => {
    expect(plan(undefined, { ifNoneMatch: 'W/"v1"' })).toEqual({ status: 304 })
    expect(plan(undefined, { ifNoneMatch: '"a", "b"' })).toMatchObject({ status: 200 })
    expect(plan(undefined, { ifMatch: '"a"' })).toEqual({ status: 412 })
    expect(plan(undefined, { ifMatch: '*' })).toMatchObject({ status: 200 })
  })

  it('has nothing to give of an empty file', () => {
    expect(planRange({ range: 'bytes=0-' }, 0, etag)).toEqual({ status: 416 })
    expect(planRange({}, 0, etag)).toEqual({ status: 200, start: 0, end: -1 })
  })
})
