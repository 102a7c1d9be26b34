import { describe, expect, it } from 'vitest'
import { ApiError } from '../../../api/transport/apiError.ts'
import { ledElsewhere, Trouble, troubleOfCall, troubleOfStatus } from './trouble.ts'

const told = ({ fault, reason, again, startOver, isUnreachable, retryAfterMs }: Trouble) => ({ fault, reason, again, startOver, isUnreachable, retryAfterMs }) // biome-ignore format: one line
const FINAL = { again: false, startOver: false, isUnreachable: false, retryAfterMs: undefined }
const PASSING = { ...FINAL, again: true }

describe('a trouble', () => {
  it('is final unless it says otherwise', () => {
    expect(told(new Trouble('diskFull', 'x'))).toEqual({ fault: 'diskFull', reason: 'quota', ...FINAL })
  })

  it('of the network, or a silence, asks whether the server is there, one that is final or another does not', () => {
    const unreachable = (fault: 'lineCut' | 'lineSilent' | 'serverError', options = {}) =>
      new Trouble(fault, '', options).isUnreachable
    expect([unreachable('lineCut', { again: true }), unreachable('lineSilent', { again: true })]).toEqual([true, true])
    expect([unreachable('lineCut'), unreachable('serverError', { again: true })]).toEqual([false, false])
    expect(unreachable('lineCut', { again: true, isUnreachable: false })).toBe(false)
  })

  it('says whether the bytes that came are of use', () => {
    expect([new Trouble('wrongBytes', '').spoilt, new Trouble('diskFull', '').spoilt]).toEqual([true, false])
  })
})

describe('the status of an answer', () => {
  it.each([
    [401, 'tokenRefused', FINAL],
    [403, 'notAllowed', FINAL],
    [404, 'fileGone', FINAL],
    [410, 'fileGone', FINAL],
    [425, 'serverBusy', PASSING],
    [429, 'serverBusy', PASSING],
    [503, 'serverBusy', PASSING],
    [408, 'noAnswerInTime', PASSING],
    [504, 'noAnswerInTime', PASSING],
    [500, 'serverError', PASSING],
    [302, 'serverError', PASSING],
    [400, 'serverError', FINAL],
    [499, 'serverError', FINAL],
  ] as const)('%i is %s', (status, fault, rest) => {
    expect(told(troubleOfStatus(status))).toMatchObject({ fault, ...rest })
  })

  it('keeps how long the server asked to wait, and that it was not the server', () => {
    for (const status of [503, 504, 500])
      expect(told(troubleOfStatus(status, 7000, true))).toMatchObject({ again: true, retryAfterMs: 7000, isUnreachable: true }) // biome-ignore format: one line
  })
})

describe('a call of the player API that failed', () => {
  const call = (status: number, code: string, more = {}) => troubleOfCall(new ApiError({ status, code, message: 'm', ...more })) // biome-ignore format: one line

  it.each([
    ['TIMEOUT', 'noAnswerInTime', true, true],
    ['NETWORK', 'noConnection', true, true],
    ['NO_TOKEN', 'noConnection', true, true],
    ['REDIRECTED', 'ledElsewhere', true, true],
    ['MALFORMED', 'senselessAnswer', false, false],
    ['UNREACHABLE', 'playerError', false, false],
  ])('%s is %s', (code, fault, again, isUnreachable) => {
    expect(told(call(0, code))).toMatchObject({ fault, again, isUnreachable })
  })

  it('is what its status means, and asks for the server where nobody answered for it', () => {
    expect(told(call(503, 'BUSY', { retryAfterMs: 9 }))).toMatchObject({ fault: 'serverBusy', retryAfterMs: 9, isUnreachable: false }) // biome-ignore format: one line
    for (const status of [502, 503, 504]) expect(call(status, `HTTP_${status}`).isUnreachable).toBe(true)
    expect(call(503, 'HTTP_503_LATER', { retryAfterMs: 9 }).isUnreachable).toBe(false)
    expect([call(500, 'HTTP_500').isUnreachable, call(503, 'NOT_HTTP_503').isUnreachable]).toEqual([false, false])
  })

  it('is a mistake of the player when it is anything else, and a trouble stays the same', () => {
    const known = ledElsewhere()
    expect(troubleOfCall(known)).toBe(known)
    expect(told(troubleOfCall(new TypeError('x')))).toEqual({ fault: 'playerError', reason: 'internal', ...FINAL })
  })
})
