import { describe, expect, it } from 'vitest'
import { domainOf, isFailure } from './eventTypes.ts'

describe('an event of a type', () => {
  it.each([
    ['download.failed', true],
    ['access.refused', true],
    ['app.logLost', true],
    ['session.expired', true],
    ['network.unreachable', true],
    ['download.failedOnce', false],
    ['player.started', false],
    ['connection.failureCleared', false],
  ])('%s tells of a failure: %s', (type, failed) => {
    expect(isFailure(type)).toBe(failed)
  })

  it.each(['app.workerRestarted', 'download.hindered'])('H-606: %s tells of a failure in words of its own', (type) => {
    expect(isFailure(type)).toBe(true)
  })

  it.each([
    ['player.volumeChanged', 'player'],
    ['lamp.lit.now', 'lamp'],
    ['lamps', 'lamps'],
    ['', ''],
  ])('%s belongs to the domain before the dot, or is one itself: %s', (type, domain) => {
    expect(domainOf(type)).toBe(domain)
  })
})
