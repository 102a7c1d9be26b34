import { afterEach, describe, expect, it, vi } from 'vitest'
import { settle } from '#tests/support/fakeClock.ts'
import { uncaught } from '#tests/support/uncaught.ts'
import { browserTabs } from './browserTabs.ts'
import { aloneTab } from './tabPorts.ts'

type Request = (name: string, options: { signal: AbortSignal }, hold: () => Promise<void>) => Promise<unknown>

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

/** @param named locks that somebody holds */
function browser(request: Request | null, hasChannels = true, named = ['jobs', 'jobs yields']) {
  Channel.all = []
  const query = async () => ({ held: named.map((name) => ({ name })) })
  vi.stubGlobal('navigator', request ? { locks: { request, query } } : {})
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
      if (name === 'jobs') ended = true
    })
    const held = vi.fn()
    const lock = tabs.lock('jobs', held, vi.fn())
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
    tabs.lock('jobs', held, vi.fn()).release()
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
      browser(refuse).lock('jobs', held, vi.fn())
      await settle()
      expect(held).toHaveBeenCalledTimes(1)
    }
  })

  it('know whether another one waits for a lock, and take it that one does where nobody can say', async () => {
    const tabs = browser(async () => undefined)
    const waits = async (query: () => Promise<unknown>) => {
      vi.stubGlobal('navigator', { locks: { request: async () => undefined, query } })
      return browserTabs().isAwaited('jobs')
    }
    expect(await tabs.isAwaited('jobs')).toBe(true)
    expect(await waits(async () => ({ pending: [{ name: 'jobs' }] }))).toBe(true)
    expect(await waits(async () => ({ pending: [{ name: 'other' }] }))).toBe(false)
    expect(await waits(() => Promise.reject(new DOMException('', 'SecurityError')))).toBe(true)
  })

  it('are told once that they hold a lock, also when it is taken from them', async () => {
    const [held, robbed] = [vi.fn(), vi.fn()]
    browser(async (_name, _options, hold) => {
      void hold()
      throw new DOMException('', 'AbortError')
    }).lock('jobs', held, robbed)
    await settle()
    expect([held.mock.calls.length, robbed.mock.calls.length]).toEqual([1, 1])
  })

  it('take a lock from whoever holds it, and wait for it no more', async () => {
    const asked: LockOptions[] = []
    const waits: AbortSignal[] = []
    const [held, robbed] = [vi.fn(), vi.fn()]
    const lock = browser(async (_name, options, hold) => {
      asked.push(options)
      if ('steal' in options || 'mode' in options) return hold()
      waits.push(options.signal)
      return new Promise((_resolve, reject) => options.signal.addEventListener('abort', () => reject(options.signal.reason))) // biome-ignore format: one line
    }).lock('jobs', held, robbed)
    await settle()
    lock.steal()
    await settle()
    expect(asked).toMatchObject([{}, { steal: true }, { mode: 'shared' }])
    expect(asked[1]).not.toHaveProperty('signal')
    expect(waits[0]?.aborted).toBe(true)
    expect([held.mock.calls.length, robbed.mock.calls.length]).toEqual([1, 0])
  })

  it('H-520: take no lock of an earlier build, which would go on with what it had', async () => {
    const asked: LockOptions[] = []
    const request: Request = async (_name, options) => {
      asked.push(options)
      return new Promise(() => {})
    }
    browser(request, true, ['jobs']).lock('jobs', vi.fn(), vi.fn()).steal()
    await settle()
    expect(asked).toHaveLength(1)
  })

  it('rob nobody where the lock they take was given to them meanwhile, and can be robbed of it then', async () => {
    const [held, robbed] = [vi.fn(), vi.fn()]
    const given: (() => void)[] = []
    const taken: (() => void)[] = []
    const lock = browser((name, _options, hold) => {
      if (name !== 'jobs') return hold()
      return new Promise((_resolve, reject) => {
        given.push(() => void hold())
        taken.push(() => reject(new DOMException('', 'AbortError')))
      })
    }).lock('jobs', held, robbed)
    lock.steal()
    await settle()
    given[0]?.()
    given[1]?.()
    taken[0]?.()
    await settle()
    expect([held.mock.calls.length, robbed.mock.calls.length]).toEqual([1, 0])
    taken[1]?.()
    await settle()
    expect(robbed).toHaveBeenCalledTimes(1)
  })

  it('go on waiting where a lock cannot be taken', async () => {
    const held = vi.fn()
    const lock = browser(async (_name, options) => {
      if ('steal' in options) throw new DOMException('', 'NotSupportedError')
      return new Promise(() => {})
    }).lock('jobs', held, vi.fn())
    lock.steal()
    await settle()
    expect(held).not.toHaveBeenCalled()
  })

  it('let a fault of what follows the lock be seen, and go on holding it', async () => {
    const fault = new Error('stumbled')
    let ended = false
    const found = await uncaught(async () => {
      browser(async (_name, _options, hold) => {
        await hold()
        ended = true
      }).lock(
        'jobs',
        () => {
          throw fault
        },
        vi.fn(),
      )
      await settle()
    })
    expect(found).toEqual([fault])
    expect(ended).toBe(false)
  })
})
