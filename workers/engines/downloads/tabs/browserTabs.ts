// What the tabs of one browser have in common: Web Locks and BroadcastChannel. Without either, each tab is its own.
import { channelOf, locksOf, mintIn } from '#core/model/abilities.ts'
import { aloneTab, type TabPorts } from './tabPorts.ts'

/**
 * What whoever holds a lock holds besides, when it gives the lock up once another tab has taken it: a build from before
 * there was taking goes on with what it had.
 */
const yieldsOf = (name: string) => `${name} yields`

export function browserTabs(): TabPorts {
  const locks = locksOf(globalThis)
  const probe = channelOf(globalThis, 'downloads')
  probe?.close()
  if (!locks || !probe) return aloneTab
  const isNamed = async (name: string) =>
    (await (async () => locks.query())().catch(() => null))?.held?.some((lock) => lock.name === name) === true
  return {
    channel(name, heard) {
      const channel = new BroadcastChannel(name)
      channel.onmessage = ({ data }: MessageEvent<unknown>) => heard(data)
      return { post: (message) => channel.postMessage(message), close: () => channel.close() }
    },
    lock(name, held, robbed) {
      const waits = new AbortController()
      let letGo = () => {}
      const until = new Promise<void>((resolve) => {
        letGo = resolve
      })
      let isHeld = false
      let isOver = false
      /** It is being taken, be it from this very tab, to which it was given meanwhile. */
      let isStealing = false
      const request = (options: LockOptions, refused: () => void) => {
        let isMine = false
        const hold = () => {
          if (isOver || (isHeld && !options.steal)) return
          isMine = true
          // One that was stolen is waited for no more.
          waits.abort()
          if (!isHeld) {
            isHeld = true
            // Shared: one that was robbed has it for as long as it lives.
            void (async () => locks.request(yieldsOf(name), { mode: 'shared' }, () => until))().catch(() => {})
            // What it throws nobody catches, as anywhere in the worker: below only locks refuse.
            void (async () => held())()
          }
          return until
        }
        void (async () => locks.request(name, options, hold))().catch(() => {
          if (isOver) return
          if (isMine && (options.steal || !isStealing)) robbed()
          else if (!isHeld) refused()
        })
      }
      // Locks that are there and refuse are like none at all: nobody else can hold them either.
      request({ signal: waits.signal }, held)
      return {
        async steal() {
          if (!(await isNamed(yieldsOf(name)))) return
          isStealing = true
          request({ steal: true }, () => {
            isStealing = false
          })
        },
        release() {
          isOver = true
          waits.abort()
          letGo()
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
