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
    lock(name, held, robbed) {
      const waits = new AbortController()
      let release = () => {}
      let isHeld = false
      let isOver = false
      const request = (options: LockOptions, refused: () => void) => {
        let isMine = false
        const hold = () =>
          new Promise<void>((resolve) => {
            if (isOver || isHeld) return resolve()
            release = resolve
            isMine = true
            isHeld = true
            // One that was stolen is waited for no more.
            waits.abort()
            // What it throws nobody catches, as anywhere in the worker: below only locks refuse.
            void (async () => held())()
          })
        void (async () => locks.request(name, options, hold))().catch(() => {
          if (isOver) return
          if (isMine) robbed()
          else if (!isHeld) refused()
        })
      }
      // Locks that are there and refuse are like none at all: nobody else can hold them either.
      request({ signal: waits.signal }, held)
      return {
        steal: () => request({ steal: true }, () => {}),
        release() {
          isOver = true
          waits.abort()
          release()
        },
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
