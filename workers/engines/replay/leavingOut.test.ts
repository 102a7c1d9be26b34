// What becomes of a state when events had not happened, in logs that begin anywhere.
import { describe, expect, it } from 'vitest'
import { playerVolumeChanged } from '#core/events/player.ts'
import { searchCommitted } from '#core/events/search.ts'
import type { ReadLog } from '#core/log/reading/log.ts'
import { Timeline } from '#core/log/timeline.ts'
import { finished, recordedLog } from '#tests/support/recordedLog.ts'
import { withoutEvents } from './leavingOut.ts'

const volume = (to: number) => playerVolumeChanged({ volume: to })
const without = (log: ReadLog, ...seqs: number[]) => finished(withoutEvents(log, new Set(seqs))).outcome

describe('a log without some of its events', () => {
  it('differs from the first of them on, until something makes it the same again', () => {
    const log = recordedLog([volume(10), volume(20), searchCommitted({ term: 'a' }), volume(30), volume(30)])
    expect(without(log, 2)).toEqual({ seqs: [2], differing: 2, from: 2, sameFrom: 4, threw: null })
    expect(without(log, 3)).toEqual({ seqs: [3], differing: 3, from: 3, sameFrom: null, threw: null })
    expect(without(log, 4, 2)).toEqual({ seqs: [2, 4], differing: 3, from: 2, sameFrom: 5, threw: null })
  })

  it('may not differ at all, or differ twice', () => {
    const log = recordedLog([volume(10), volume(10), volume(20), volume(30), volume(40), volume(50)])
    expect(without(log, 2)).toEqual({ seqs: [2], differing: 0, from: null, sameFrom: null, threw: null })
    expect(without(log, 3, 5)).toEqual({ seqs: [3, 5], differing: 2, from: 3, sameFrom: 6, threw: null })
  })

  it('is the timeline that is returned', () => {
    const log = recordedLog([volume(10), volume(20)])
    const { timeline } = finished(withoutEvents(log, new Set([2])))
    expect(timeline.seek(2).single('player').volume).toBe(10)
  })

  it('is compared with a word every 512 events, also where its beginning is gone', () => {
    const whole = recordedLog(Array.from({ length: 1300 }, (_, at) => volume(at % 90)))
    expect([...withoutEvents(whole, new Set([1300]))]).toEqual([512, 1024])
    const base = new Timeline(whole).frozen(100) as ReadLog['base']
    const rest = { ...whole, start: 100, base, events: whole.events.slice(100), checkpoints: [] }
    expect([...withoutEvents(rest, new Set([101]))]).toEqual([412, 924])
    expect(without(rest, 101)).toEqual({ seqs: [101], differing: 1, from: 101, sameFrom: 102, threw: null })
  })
})
