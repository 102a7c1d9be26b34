import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { PAGE_SIZE } from '#core/model/constants.ts'
import { type PageNeeds, SCROLL_THROTTLE_MS, Throttle, wantedPages } from './paging.ts'

const needs = (loaded: readonly number[], fields: Partial<PageNeeds> = {}): PageNeeds => {
  let run = 0
  while (loaded.includes(run + 1)) run++
  const visibleFirst = fields.visibleFirst ?? 0
  const visibleEnd = fields.visibleEnd ?? 20
  return {
    visibleFirst,
    visibleEnd,
    mountedFirst: Math.max(0, visibleFirst - 5),
    mountedEnd: visibleEnd + 5,
    total: 2000,
    loadedPages: run,
    has: (page) => loaded.includes(page),
    failed: [],
    ...fields,
  }
}

describe('wantedPages', () => {
  it('GALLERY-006: names the next page at 80 percent of what is loaded and not before', () => {
    const loaded = [1, 2, 3, 4, 5]
    expect(wantedPages(needs(loaded, { visibleFirst: 140, visibleEnd: 0.8 * 5 * PAGE_SIZE - 1 }))).toEqual([])
    expect(wantedPages(needs(loaded, { visibleFirst: 140, visibleEnd: 0.8 * 5 * PAGE_SIZE }))).toEqual([6])
  })

  it('GALLERY-006: names it at 80 percent of what is loaded from where a jump led, and the page before it mirrored', () => {
    const seen = (visibleFirst: number, visibleEnd: number, ...loaded: number[]) =>
      wantedPages(needs([1, ...loaded], { visibleFirst, visibleEnd }))
    expect([seen(1011, 1031, 26), seen(1012, 1032, 26)]).toEqual([[], [27]])
    expect([seen(1009, 1029, 26), seen(1007, 1027, 26)]).toEqual([[], [25]])
  })

  it('GALLERY-003: keeps naming further pages until the list ends', () => {
    expect(wantedPages(needs([1], { visibleFirst: 20, visibleEnd: 40 }))).toEqual([2])
    expect(wantedPages(needs([1], { visibleFirst: 20, visibleEnd: 40, total: 40 }))).toEqual([])
  })

  it('names the page in view before its neighbours after a jump', () => {
    const jumped = needs([1], { visibleFirst: 1000, visibleEnd: 1020, mountedFirst: 995, mountedEnd: 1025 })
    expect(wantedPages(jumped)).toEqual([26, 25])
  })

  it('goes on upward from where a jump led', () => {
    expect(wantedPages(needs([1, 26], { visibleFirst: 1007, visibleEnd: 1027 }))).toEqual([25])
    expect(wantedPages(needs([1, 26], { visibleFirst: 1013, visibleEnd: 1023 }))).toEqual([])
  })

  it('names what comes into view soon, before it is mounted, in either direction', () => {
    const slow = { visibleFirst: 1001, visibleEnd: 1021, mountedFirst: 1000, mountedEnd: 1030 }
    expect(wantedPages(needs([26], { ...slow, soon: 0 }))).toEqual([25])
    expect(wantedPages(needs([26], { ...slow, soon: 60 }))).toEqual([27, 28, 25])
    expect(wantedPages(needs([26], { ...slow, soon: -45 }))).toEqual([25, 24])
  })

  it('leaves failed pages to the person', () => {
    expect(wantedPages(needs([1], { visibleFirst: 30, visibleEnd: 50, failed: [2] }))).toEqual([])
  })

  it('wants nothing of an empty list', () => {
    expect(wantedPages(needs([], { total: 0, visibleEnd: 0 }))).toEqual([])
  })
})

describe('Throttle', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  it('GALLERY-007: runs at once, then once per 150 ms however often it is called, the last call included', () => {
    const run = vi.fn()
    const throttle = new Throttle(run, SCROLL_THROTTLE_MS)
    for (let i = 0; i < 20; i++) throttle.call()
    expect(run).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(149)
    expect(run).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(1)
    expect(run).toHaveBeenCalledTimes(2)
    vi.advanceTimersByTime(1000)
    expect(run).toHaveBeenCalledTimes(2)
  })

  it('forgets what was waiting when it is cancelled', () => {
    const run = vi.fn()
    const throttle = new Throttle(run, SCROLL_THROTTLE_MS)
    throttle.call()
    throttle.call()
    throttle.cancel()
    vi.advanceTimersByTime(1000)
    expect(run).toHaveBeenCalledTimes(1)
  })
})
