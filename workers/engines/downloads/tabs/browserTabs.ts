// What the tabs of one browser have in common: Web Locks and BroadcastChannel. Without either, each tab is its own.
import { channelOf, locksOf, mintIn } from '#core/model/abilities.ts'
import { aloneTab, type TabPorts } from './tabs.ts'

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
    lock(name, { held, lost }) {
      let waiting = new AbortController()
      let letGo = () => {}
      let isHeld = false
      let isOver = false
      const hold = () =>
        new Promise<void>((resolve) => {
          letGo = resolve
          if (isOver) return resolve()
          isHeld = true
          held()
        })
      const ask = (options: LockOptions) =>
        void (async () => locks.request(name, options, hold))().catch(() => {
          if (isOver || options.signal?.aborted) return
          // Locks that are there and refuse are like none at all: nobody else can hold them either.
          if (!isHeld) return held()
          isHeld = false
          lost()
          wait()
        })
      const wait = () => {
        waiting = new AbortController()
        ask({ signal: waiting.signal })
      }
      wait()
      return {
        release() {
          isOver = true
          waiting.abort()
          letGo()
        },
        steal() {
          if (isHeld || isOver) return
          waiting.abort()
          ask({ steal: true })
        },
      }
    },
    mint: () => mintIn(globalThis),
  }
}
