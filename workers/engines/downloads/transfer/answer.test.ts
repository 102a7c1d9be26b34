// What an answer to a file request is worth, header by header.
import { describe, expect, it } from 'vitest'
import { reprDigest, sha256Hex, wav } from '#tests/support/downloadParts.ts'
import { Trouble } from '../trouble/trouble.ts'
import { type Announced, type Asked, judge, rangeHeaders } from './answer.ts'

const bytes = wav(1000)
const [digest, sha256] = [reprDigest(bytes), sha256Hex(bytes)]
const known: Announced = { validator: '"1"', total: 1000, sha256 }
const first: Asked = { offset: 0, known: null }
const rest: Asked = { offset: 400, known }

const answer = (status: number, headers: Record<string, string>) => new Response(null, { status, headers })
const whole = (headers: Record<string, string> = {}) =>
  answer(200, { ETag: '"1"', 'Content-Length': '1000', ...headers })
const part = (headers: Record<string, string> = {}) => answer(206, { ETag: '"1"', 'Content-Range': 'bytes 400-999/1000', ...headers }) // biome-ignore format: one line
const judged = (response: Response, asked: Asked) => judge(response, asked, 0)
/** What is wrong with it. */
function fault(response: Response, asked: Asked) {
  try {
    judged(response, asked)
  } catch (error) {
    if (error instanceof Trouble) return { fault: error.fault, again: error.again, startOver: error.startOver }
  }
  throw new Error('It is taken for right.')
}
const nonsense = { fault: 'senselessAnswer', again: true, startOver: true }

describe('the rest of a file', () => {
  it('is asked for on the condition that it is the same file still', () => {
    expect(rangeHeaders(rest)).toEqual({ Range: 'bytes=400-', 'If-Range': '"1"' })
    expect(rangeHeaders({ ...rest, until: 700 })).toEqual({ Range: 'bytes=400-699', 'If-Range': '"1"' })
  })

  it('is not asked for where there is nothing yet, or nothing that tells one file from another', () => {
    for (const asked of [first, { offset: 0, known }, { offset: 400, known: null }, { offset: 400, known: { ...known, validator: null } }])
      expect(rangeHeaders(asked)).toEqual({})
  }) // biome-ignore format: one line
})

describe('a whole file', () => {
  it('says by what it is known again', () => {
    expect(judged(whole({ 'Repr-Digest': digest }), first)).toEqual({ start: 0, file: known, changed: false })
  })

  it('need say nothing; a weak tag and a length that is none are nothing', () => {
    const nothing = { validator: null, total: null, sha256: null }
    for (const headers of [{}, { ETag: 'W/"1"', 'Content-Length': 'many' }, { 'Content-Length': '1'.repeat(16) }])
      expect(judged(answer(200, headers), first).file).toEqual(nothing)
  })

  it.each(['gzip', 'br', 'identity, gzip'])('has neither length nor tag when it came as %s', (encoding) => {
    expect(judged(whole({ 'Content-Encoding': encoding }), first).file).toMatchObject({ validator: null, total: null })
  })

  it.each(['identity', ''])('has them when it came as it is: %j', (encoding) => {
    expect(judged(whole({ 'Content-Encoding': encoding }), first).file).toMatchObject({ validator: '"1"', total: 1000 })
  })

  it('begins anew where a part was asked for, and is another one when any word of it is', () => {
    expect(judged(whole(), rest)).toMatchObject({ start: 0, changed: false })
    for (const other of [{ ETag: '"2"' }, { 'Content-Length': '999' }, { 'Repr-Digest': reprDigest(wav(7)) }])
      expect(judged(whole(other), rest).changed).toBe(true)
  })

  it('that says nothing is no other one', () => {
    expect(judged(answer(200, {}), rest).changed).toBe(false)
  })
})

describe('a part', () => {
  it('belongs where it was asked for; what it does not say was said before', () => {
    expect(judged(part(), rest)).toEqual({ start: 400, file: known, changed: false })
    const silent = answer(206, { 'Content-Range': 'bytes 400-999/*' })
    expect(judged(silent, rest)).toEqual({ start: 400, file: known, changed: false })
  })

  it('says what was not known before', () => {
    const little = { offset: 400, known: { validator: '"1"', total: null, sha256: null } }
    expect(judged(part({ 'Repr-Digest': digest }), little).file).toEqual(known)
    expect(judged(answer(206, { 'Content-Range': 'bytes 400-999/*' }), little).file).toEqual(little.known)
  })

  it('makes no sense where none was asked for, where it begins elsewhere, or does not say where', () => {
    expect(fault(part(), first)).toEqual(nonsense)
    for (const range of ['bytes 399-999/1000', '', 'bytes 400-999', 'bytes */1000', ' bytes 400-999/1000x'])
      expect(fault(part({ 'Content-Range': range }), rest)).toEqual(nonsense)
    expect(fault(part({ 'Content-Encoding': 'gzip' }), rest)).toEqual(nonsense)
  })

  it('of a file with another tag or digest means that the file changes', () => {
    const changes = { fault: 'fileChanges', again: true, startOver: true }
    expect(fault(part({ ETag: '"2"' }), rest)).toEqual(changes)
    expect(fault(part({ 'Repr-Digest': reprDigest(wav(7)) }), rest)).toEqual(changes)
    expect(fault(part({ 'Content-Range': 'bytes 400-998/999', ETag: '"2"' }), rest)).toEqual(changes)
    expect(fault(answer(206, { 'Content-Range': 'bytes 400-998/999' }), rest)).toEqual(changes)
  })

  it('of the same file with another length means that the length is wrong', () => {
    expect(fault(part({ 'Content-Range': 'bytes 400-998/999' }), rest)).toEqual({ fault: 'wrongLength', again: true, startOver: true }) // biome-ignore format: one line
  })
})

describe('an answer that brings nothing', () => {
  it('that there is no such range makes no sense where there should be one; elsewhere it is an error like others', () => {
    expect(fault(answer(416, {}), rest)).toEqual(nonsense)
    expect(fault(answer(416, {}), first)).toEqual({ fault: 'serverError', again: false, startOver: false })
  })

  it.each([
    [404, 'fileGone'],
    [403, 'notAllowed'],
    [204, 'serverError'],
    [500, 'serverError'],
  ])('of status %i is %s', (status, name) => {
    expect(fault(answer(status, {}), rest).fault).toBe(name)
  })

  const typed = (status: number, type: string) => answer(status, { 'Content-Type': type })

  it.each([400, 403, 404, 405, 410])('H-591: of status %i with a page leads elsewhere', (status) => {
    for (const asked of [first, rest])
      expect(fault(typed(status, 'text/html; charset=utf-8'), asked)).toEqual({ fault: 'ledElsewhere', again: true, startOver: false }) // biome-ignore format: one line
  })

  it.each(['application/xml', 'text/xml', 'application/json', 'application/problem+json', 'text/plain'])(
    'H-591: is the word of a store or server as %s: gone, or forbidden',
    (type) => {
      const faults = [404, 410, 403, 401].map((status) => fault(typed(status, type), first))
      expect(faults.map(({ fault: name, again }) => [name, again])).toEqual([
        ['fileGone', false],
        ['fileGone', false],
        ['notAllowed', false],
        ['tokenRefused', false],
      ])
    },
  )

  it.each([
    [503, 'serverBusy'],
    [429, 'serverBusy'],
    [500, 'serverError'],
    [504, 'noAnswerInTime'],
    [401, 'tokenRefused'],
  ])('H-591: of status %i with a page is %s as without', (status, name) => {
    expect(fault(typed(status, 'text/html'), first).fault).toBe(name)
  })

  it.each([
    'text/html',
    'TEXT/HTML; charset=utf-8',
    'application/xhtml+xml',
    'application/json',
    'application/problem+json',
  ])('H-621: of a good status with a page or a message, %s, leads elsewhere, and leaves what is there', (type) => {
    const elsewhere = { fault: 'ledElsewhere', again: true, startOver: false }
    for (const asked of [first, rest]) expect(fault(whole({ 'Content-Type': type }), asked)).toEqual(elsewhere)
    expect(fault(part({ 'Content-Type': type, ETag: '"2"' }), rest)).toEqual(elsewhere)
  })

  it('is no page for the type of any file', () => {
    for (const type of [
      'audio/wav',
      'audio/mpeg',
      'application/zip',
      'application/octet-stream',
      'video/mp4',
      'text/plain',
    ])
      expect(judged(whole({ 'Content-Type': type }), first).start).toBe(0)
  })

  it('says how long to wait', () => {
    const busy = () => judged(answer(429, { 'Retry-After': '7' }), first)
    expect(busy).toThrow(expect.objectContaining({ fault: 'serverBusy', retryAfterMs: 7000 }))
  })
})
