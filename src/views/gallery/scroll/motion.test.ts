import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Motion } from './motion.ts'

/** How long a frame takes, and on a slow machine. */
const FRAME_MS = 16
const SLOW_FRAME_MS = 90

describe('motion', () => {
  let waiting = new Map<number, () => void>()
  let settled = vi.fn()
  let motion = new Motion(settled)

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    waiting = new Map()
    vi.stubGlobal('requestAnimationFrame', (then: () => void) => {
      const id = waiting.size + 1
      waiting.set(id, then)
      return id
    })
    vi.stubGlobal('cancelAnimationFrame', (id: number) => waiting.delete(id))
    settled = vi.fn()
    motion = new Motion(settled)
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  /** A frame as browsers make it: what was scrolled is said first. */
  const frame = (px: number, ms = FRAME_MS) => {
    vi.advanceTimersByTime(ms)
    if (px !== 0) {
      motion.moved(px)
      motion.awaitRest()
    }
    const now = [...waiting.values()]
    waiting.clear()
    for (const then of now) then()
  }

  it('comes to rest once, shortly after the last scroll event', () => {
    for (let i = 0; i < 5; i++) frame(60)
    expect(motion.isMoving).toBe(true)
    for (let i = 0; i < 6; i++) frame(0)
    expect(settled).toHaveBeenCalledTimes(1)
    expect(motion.isMoving).toBe(false)
    for (let i = 0; i < 20; i++) frame(0)
    expect(settled).toHaveBeenCalledTimes(1)
  })

  it('does not take a late frame for rest', () => {
    for (let i = 0; i < 5; i++) frame(60, SLOW_FRAME_MS)
    expect(settled).not.toHaveBeenCalled()
    expect(motion.isMoving).toBe(true)
    frame(0, SLOW_FRAME_MS)
    expect(settled).toHaveBeenCalledTimes(1)
  })

  it('is slow again at rest', () => {
    frame(60)
    frame(600)
    expect(motion.fast).toBe(true)
    for (let i = 0; i < 6; i++) frame(0)
    expect(motion.fast).toBe(false)
    expect(motion.velocity).toBe(0)
  })

  it('says nothing after it was stopped, not in the frame it waited for either', () => {
    frame(60)
    vi.advanceTimersByTime(65)
    expect(motion.isMoving).toBe(true)
    motion.stop()
    expect(motion.isMoving).toBe(false)
    for (let i = 0; i < 20; i++) frame(0)
    expect(settled).not.toHaveBeenCalled()
  })
})
