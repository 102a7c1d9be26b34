import { afterEach, describe, expect, it, vi } from 'vitest'
import { settle } from '#tests/support/fakeClock.ts'
import { browserTabs } from './browserTabs.ts'
import { aloneTab } from './tabs.ts'

type Request = (name: string, options: { signal: AbortSignal }, hold: () => Promise<void>) => Promise<unknown>

const lost = vi.fn()

class Channel {
  static all: Channel[] = []
  onmessage: ((event: { data: unknown }) => void) | null = null
  isOpen = true
  readonly name: string
  constructor(name: string) {
    this.name = name
    Channel.all.push(this)
  }
  postMessage(data: unknown) {
    for (const other of Channel.all)
      if (other !== this && other.isOpen && other.name === this.name) other.onmessage?.({ data })
  }
  close() {
    this.isOpen = false
  }
}

function browser(request: Request | null, hasChannels = true) {
  Channel.all = []
  vi.stubGlobal('navigator', request ? { locks: { request } } : {})
  vi.stubGlobal('BroadcastChannel', hasChannels ? Channel : undefined)
  return browserTabs()
}
afterEach(() => vi.unstubAllGlobals())

describe('tabs of one browser', () => {
  it('are each their own where it has no locks or no channels', () => {
    expect(browser(null)).toBe(aloneTab)
    expect(browser(async () => undefined, false)).toBe(aloneTab)
  })

  it('hear each other on the channel of a name until they close it', () => {
    const tabs = browser(async () => undefined)
    expect(Channel.all.filter(({ isOpen }) => isOpen)).toEqual([])
    const heard: unknown[] = []
    const one = tabs.channel('a', (message) => heard.push(message))
    tabs.channel('a', () => undefined).post(1)
    tabs.channel('b', () => undefined).post(2)
    one.close()
    tabs.channel('a', () => undefined).post(3)
    expect(heard).toEqual([1])
  })

  it('hold a lock from when it is granted until they let go of it', async () => {
    let ended = false
    const tabs = browser(async (name, _, hold) => {
      await settle()
      await hold()
      ended = name === 'jobs'
    })
    const held = vi.fn()
    const lock = tabs.lock('jobs', { held, lost })
    expect(held).not.toHaveBeenCalled()
    await settle()
    await settle()
    expect([held.mock.calls.length, ended]).toEqual([1, false])
    lock.release()
    await settle()
    expect(ended).toBe(true)
  })

  it('that let go before a lock is granted do not wait for it any more', async () => {
    const held = vi.fn()
    const tabs = browser((_, { signal }) => new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))) // biome-ignore format: one line
    tabs.lock('jobs', { held, lost }).release()
    await settle()
    expect(held).not.toHaveBeenCalled()
  })

  it('hold every lock where locks are there and refuse: nobody else can hold them either', async () => {
    for (const refuse of [
      async () => Promise.reject(new DOMException('', 'SecurityError')),
      () => {
        throw new DOMException('', 'SecurityError')
      },
    ]) {
      const held = vi.fn()
      browser(refuse).lock('jobs', { held, lost })
      await settle()
      expect(held).toHaveBeenCalledTimes(1)
    }
  })

  it('are told when a lock is taken from them, and stand in line again', async () => {
    const held = vi.fn()
    const taken = vi.fn()
    let asked = 0
    const lock = browser(async (_name, _options, hold) => {
      asked += 1
      if (asked > 1) return hold()
      void hold()
      throw new DOMException('', 'AbortError')
    }).lock('jobs', { held, lost: taken })
    await settle()
    expect([held.mock.calls.length, taken.mock.calls.length, asked]).toEqual([2, 1, 2])
    lock.release()
    await settle()
    expect([taken.mock.calls.length, asked]).toEqual([1, 2])
  })

  it('take a lock from whoever holds it, wait for it no more, and are told that they hold it', async () => {
    const held = vi.fn()
    const asked: unknown[] = []
    const lock = browser((_name, options, hold) => {
      asked.push(options.signal ? 'waits' : options)
      if (!options.signal) return hold()
      return new Promise((_, reject) => options.signal.addEventListener('abort', () => reject(options.signal.reason)))
    }).lock('jobs', { held, lost })
    lock.steal()
    await settle()
    lock.steal()
    expect(asked).toEqual(['waits', { steal: true }])
    expect([held.mock.calls.length, lost.mock.calls.length]).toEqual([1, 0])
    lock.release()
    lock.steal()
    await settle()
    expect(asked).toHaveLength(2)
  })
})
