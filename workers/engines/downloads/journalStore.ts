/**
 * The journal in IndexedDB. A tab that lives holds the Web Lock `downloads-tab-<id>`; a record whose lock is
 * free belongs to nobody. Without Web Locks (an insecure address) every record counts as left behind.
 */
import * as z from 'zod/mini'
import { FOR_EVER } from '../held.ts'
import { openStore, type Store } from '../storage.ts'
import { type Journal, type JournalEntry, JournalRecord } from './journal.ts'

const keyOf = (owner: string, tab: string) => `${owner}\n${tab}`
const lockOf = (tab: string) => `downloads-tab-${tab}`

/** @param tab an id of this worker's own, never used before */
export function openJournal(tab: string, locks: LockManager | null): Journal {
  const store = openStore('downloads', 'journal')
  // Held until the worker ends; the browser lets go of it then.
  void (async () => locks?.request(lockOf(tab), () => FOR_EVER))().catch(() => {})
  return {
    async adopt(owner) {
      const all = (await records(store)).filter((record) => record.owner === owner)
      const found: JournalEntry[] = all.filter((record) => record.tab === tab).flatMap((record) => record.entries)
      for (const record of all) {
        if (record.tab === tab) continue
        await ifGone(locks, record.tab, async () => {
          // Read again now that nobody writes it: its tab may have written its last while it was waited for.
          const last = z.safeParse(JournalRecord, await store.get(keyOf(owner, record.tab)))
          if (!last.success) return
          found.push(...last.data.entries)
          // Ours first: a crash in between leaves the jobs twice, never not at all.
          await store.set(keyOf(owner, tab), { owner, tab, entries: found } satisfies JournalRecord)
          await store.del(keyOf(owner, record.tab))
        }).catch(() => {})
      }
      return found
    },
    async write(owner, entries) {
      const record: JournalRecord = { owner, tab, entries: [...entries] }
      await (entries.length > 0 ? store.set(keyOf(owner, tab), record) : store.del(keyOf(owner, tab))).catch(() => {})
    },
    async clear(owner) {
      const ids: string[] = []
      for (const record of await records(store)) {
        if (record.owner !== owner) continue
        ids.push(...record.entries.map((entry) => entry.job.downloadID))
        await store.del(keyOf(owner, record.tab)).catch(() => {})
      }
      return ids
    },
    async known() {
      const all = await records(store)
      return new Set(all.flatMap((record) => record.entries.map((entry) => entry.job.downloadID)))
    },
  }
}

/** Every record that can be read; one that cannot be is left alone. */
async function records(store: Store): Promise<JournalRecord[]> {
  const all = await store.entries().catch(() => [])
  return all.flatMap(([, value]) => {
    const parsed = z.safeParse(JournalRecord, value)
    return parsed.success ? [parsed.data] : []
  })
}

async function ifGone(locks: LockManager | null, tab: string, run: () => Promise<void>): Promise<void> {
  if (!locks) return run()
  await locks.request(lockOf(tab), { ifAvailable: true }, async (lock) => {
    if (lock) await run()
  })
}
