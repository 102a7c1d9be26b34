import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { settle } from '#tests/support/fakeClock.ts'
import { createDownloadPresence, type DownloadStanding, progressIcon } from './downloadPresence.ts'

const standing = (fields: Partial<DownloadStanding> = {}): DownloadStanding => ({
  active: 0,
  waiting: 0,
  failed: 0,
  paused: 0,
  interrupted: 0,
  finished: 0,
  progress: 0,
  ...fields,
})

function setUp() {
  const window = new EventTarget()
  const icon = { href: '/favicon.svg' }
  const document = Object.assign(new EventTarget(), {
    title: 'Player',
    visibilityState: 'visible',
    querySelector: () => icon,
  })
  const locks: { released: boolean; drop(): void }[] = []
  const wakeLock = {
    request: async () => {
      const sentinel = Object.assign(new EventTarget(), {
        released: false,
        async release() {
          sentinel.released = true
          sentinel.dispatchEvent(new Event('release'))
        },
        drop: () => void sentinel.release(),
      })
      locks.push(sentinel)
      return sentinel as unknown as WakeLockSentinel
    },
  }
  const notify = vi.fn()
  const clock = { now: 0 }
  const presence = createDownloadPresence({
    window: window as unknown as Window,
    document: document as unknown as Document,
    wakeLock: wakeLock as unknown as WakeLock,
    notify,
    now: () => clock.now,
    words: (finished, failed) => ({ title: 'done', body: `${finished} ${failed}` }),
  })
  /** Whether closing the tab would be asked about. */
  const asks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  return { presence, window, document, icon, locks, wakeLock, notify, asks, clock }
}

describe('while something loads', () => {
  it('title and icon show the progress, and afterwards what they were', () => {
    const { presence, document, icon, clock } = setUp()
    presence.show(standing({ active: 1, progress: 42 }))
    expect(document.title).toBe('(42%) Player')
    expect(icon.href).toBe(progressIcon(42))
    presence.title('Releases')
    expect(document.title).toBe('(42%) Releases')
    // A browser draws the icon anew each time: once a second.
    clock.now += 999
    presence.show(standing({ active: 1, progress: 43 }))
    expect([document.title, icon.href]).toEqual(['(42%) Releases', progressIcon(42)])
    clock.now += 1
    presence.show(standing({ active: 1, progress: 44 }))
    expect([document.title, icon.href]).toEqual(['(44%) Releases', progressIcon(44)])
    presence.show(standing({ finished: 1 }))
    expect([document.title, icon.href]).toEqual(['Releases', '/favicon.svg'])
    presence.title('Flagged')
    expect(document.title).toBe('Flagged')
  })

  it('progress that comes to rest within the second is written at its end, and not once nothing loads', () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const { presence, document, icon, clock } = setUp()
    presence.show(standing({ active: 1, progress: 42 }))
    clock.now += 400
    presence.show(standing({ active: 1, progress: 43 }))
    presence.show(standing({ active: 1, progress: 57 }))
    vi.advanceTimersByTime(599)
    expect(document.title).toBe('(42%) Player')
    clock.now += 600
    vi.advanceTimersByTime(1)
    expect([document.title, icon.href]).toEqual(['(57%) Player', progressIcon(57)])
    presence.show(standing({ active: 1, progress: 58 }))
    presence.show(standing({ finished: 1 }))
    vi.advanceTimersByTime(1000)
    expect([document.title, icon.href]).toEqual(['Player', '/favicon.svg'])
  })

  it('closing the tab is asked about, and only then', () => {
    const { presence, asks } = setUp()
    presence.show(standing({ finished: 3, failed: 1 }))
    expect(asks()).toBe(false)
    presence.show(standing({ waiting: 1 }))
    expect(asks()).toBe(true)
    presence.show(standing({ finished: 1 }))
    expect(asks()).toBe(false)
  })

  it('a lock on the screen that was refused is asked for again when the page is shown', async () => {
    const { presence, document, wakeLock, locks } = setUp()
    const { request } = wakeLock
    wakeLock.request = async () => Promise.reject(new DOMException('battery', 'NotAllowedError'))
    presence.show(standing({ active: 1 }))
    await settle()
    wakeLock.request = request
    document.dispatchEvent(new Event('visibilitychange'))
    await settle()
    expect(locks).toHaveLength(1)
  })

  it('the screen stays awake, again after the page was hidden, and no longer', async () => {
    const { presence, document, locks } = setUp()
    presence.show(standing({ active: 1 }))
    presence.show(standing({ active: 1, progress: 5 }))
    await settle()
    expect(locks).toHaveLength(1)
    locks[0]?.drop()
    await settle()
    document.dispatchEvent(new Event('visibilitychange'))
    await settle()
    expect(locks.map(({ released }) => released)).toEqual([true, false])
    presence.show(standing({ finished: 1 }))
    await settle()
    expect(locks.map(({ released }) => released)).toEqual([true, true])
  })
})

describe('the screen sleeps', () => {
  it('while files wait alone: for the line, for room or for a folder', async () => {
    const { presence, document, locks } = setUp()
    presence.show(standing({ active: 1, waiting: 3 }))
    presence.show(standing({ waiting: 4 }))
    document.dispatchEvent(new Event('visibilitychange'))
    await settle()
    expect(locks.map(({ released }) => released)).toEqual([true])
  })

  it('when the line is down, and not when bytes come again', async () => {
    const { presence, window, locks } = setUp()
    presence.show(standing({ active: 1 }))
    window.dispatchEvent(new Event('offline'))
    presence.moved()
    await settle()
    expect(locks.map(({ released }) => released)).toEqual([true, false])
  })

  it('when nothing came for a minute', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const { presence, locks } = setUp()
    presence.show(standing({ active: 1 }))
    vi.advanceTimersByTime(59_000)
    presence.moved()
    vi.advanceTimersByTime(59_000)
    await settle()
    expect(locks.map(({ released }) => released)).toEqual([false])
    vi.advanceTimersByTime(1000)
    await settle()
    expect(locks.map(({ released }) => released)).toEqual([true])
  })
})

describe('at the end of a batch', () => {
  it('it is said once, with what arrived and what failed since it began', () => {
    const { presence, notify } = setUp()
    presence.show(standing({ finished: 4, failed: 1 }))
    presence.show(standing({ waiting: 3, finished: 4, failed: 1 }))
    presence.show(standing({ active: 1, finished: 6, failed: 1 }))
    expect(notify).not.toHaveBeenCalled()
    presence.show(standing({ finished: 6, failed: 2 }))
    expect(notify.mock.calls).toEqual([['done', '2 1']])
  })

  it('what had failed before and fails again is said, tried again at its beginning or later', () => {
    const { presence, notify } = setUp()
    presence.show(standing({ failed: 2 }))
    presence.show(standing({ waiting: 1, failed: 1 }))
    presence.show(standing({ failed: 2 }))
    presence.show(standing({ waiting: 1, failed: 2 }))
    presence.show(standing({ waiting: 3 }))
    presence.show(standing({ finished: 1, failed: 2 }))
    expect(notify.mock.calls).toEqual([
      ['done', '0 1'],
      ['done', '1 2'],
    ])
  })

  it('what was saved before and is cleared meanwhile does not count against it', () => {
    const { presence, notify } = setUp()
    presence.show(standing({ finished: 30 }))
    presence.show(standing({ waiting: 25, finished: 30 }))
    presence.show(standing({ waiting: 25 }))
    presence.show(standing({ finished: 25 }))
    expect(notify.mock.calls).toEqual([['done', '25 0']])
  })

  it.each(['paused', 'interrupted'] as const)(
    'nothing is said while what is left of it is %s, and at its end all of it is',
    (stopped) => {
      const { presence, notify } = setUp()
      presence.show(standing({ waiting: 3 }))
      presence.show(standing({ active: 1, waiting: 1, finished: 1 }))
      presence.show(standing({ [stopped]: 2, finished: 1 }))
      expect(notify).not.toHaveBeenCalled()
      presence.show(standing({ waiting: 2, finished: 1 }))
      presence.show(standing({ finished: 3 }))
      expect(notify.mock.calls).toEqual([['done', '3 0']])
    },
  )

  it('nothing of one that was paused is counted in another, once what was left of it is removed', () => {
    const { presence, notify } = setUp()
    presence.show(standing({ waiting: 2 }))
    presence.show(standing({ paused: 1, finished: 1 }))
    presence.show(standing({ finished: 1 }))
    presence.show(standing({ waiting: 1, finished: 1 }))
    presence.show(standing({ finished: 2 }))
    expect(notify.mock.calls).toEqual([['done', '1 0']])
  })

  it('nothing is said when it was removed or paused', () => {
    const { presence, notify } = setUp()
    presence.show(standing({ waiting: 3 }))
    presence.show(standing())
    expect(notify).not.toHaveBeenCalled()
  })
})

it('the ring of the icon is drawn as far as the progress', () => {
  const drawn = (progress: number) =>
    Number(/dasharray="([\d.]+) ([\d.]+)"/.exec(decodeURIComponent(progressIcon(progress)))?.[1])
  expect([drawn(0), drawn(150)]).toEqual([0, drawn(100)])
  expect(drawn(50)).toBeCloseTo(drawn(100) / 2, 0)
})
