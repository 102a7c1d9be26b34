// What the tabs of one browser have in common: Web Locks and BroadcastChannel. Without either, each tab is its own.
import { channelOf, locksOf, mintIn } from '#core/model/abilities.ts'
import { aloneTab, type TabPorts } from './tabPorts.ts'

export function browserTabs(): TabPorts {
  const locks = locksOf(globalThis)
  const probe = channelOf(globalThis, 'downloads')
  probe?.close()
  if (!locks || !probe) return aloneTab
  return {
    channel(name, heard) {
      const channel = new BroadcastChannel(name)
      channel.onmessage = ({ data }: MessageEvent<unknown>) => heard(data)
      return { post: (message) => channel.postMessage(message), close: () => channel.close() }
    },
    lock(name, held) {
      const stop = new AbortController()
      let release = () => {}
      let isHeld = false
      const hold = () =>
        new Promise<void>((resolve) => {
          release = resolve
          isHeld = true
          // What it throws nobody catches, as anywhere in the worker: below only locks refuse.
          void (async () => held())()
        })
      // Locks that are there and refuse are like none at all: nobody else can hold them either.
      void (async () => locks.request(name, { signal: stop.signal }, hold))().catch(() => {
        if (!stop.signal.aborted && !isHeld) held()
      })
      return () => {
        stop.abort()
        release()
      }
    },
    async isAwaited(name) {
      try {
        const { pending } = await locks.query()
        return pending?.some((lock) => lock.name === name) ?? true
      } catch {
        return true
      }
    },
    mint: () => mintIn(globalThis),
  }
}
