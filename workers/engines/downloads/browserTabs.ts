// What the tabs of one browser have in common: Web Locks and BroadcastChannel. Without either, each tab is its own.
import { aloneTab, type TabPorts } from './tabs.ts'

export function browserTabs(): TabPorts {
  const { locks } = navigator
  if (!locks || typeof BroadcastChannel === 'undefined') return aloneTab
  return {
    channel(name, heard) {
      const channel = new BroadcastChannel(name)
      channel.onmessage = ({ data }: MessageEvent<unknown>) => heard(data)
      return { post: (message) => channel.postMessage(message), close: () => channel.close() }
    },
    lock(name, held) {
      const stop = new AbortController()
      let release = () => {}
      const hold = () =>
        new Promise<void>((resolve) => {
          release = resolve
          held()
        })
      void locks.request(name, { signal: stop.signal }, hold).catch(() => {})
      return () => {
        stop.abort()
        release()
      }
    },
    mint: () => crypto.randomUUID(),
  }
}
