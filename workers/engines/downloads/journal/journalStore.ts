/**
 * The journal in IndexedDB. A tab that lives holds the Web Lock `downloads-tab-<id>`; a record whose lock is
 * free belongs to nobody. Without Web Locks (an insecure address) every record counts as left behind.
 *
 * A tab's jobs lie in blocks, in order. Only blocks in which something changed are written, all or none of them, and
 * each is read, checked and written in a task of its own: of ten thousand jobs no task is long.
 */
import * as z from 'zod/mini'
import { later } from '#core/model/later.ts'
import { FOR_EVER } from '../../held.ts'
import { openStore, type Store } from '../../storage.ts'
import { type Journal, JournalEntry, type JournalRecord } from './journal.ts'

/** Jobs in a block: each that changes has all of its block written, four times a second while short files come. */
const BLOCK = 50

/** Of a tab; an earlier version wrote all of its jobs under it. */
const keyOf = (owner: string, tab: string) => `${owner}\n${tab}`
const blockKey = (owner: string, tab: string, block: number) => `${keyOf(owner, tab)}\n${block}`
const lockOf = (tab: string) => `downloads-tab-${tab}`

/** Where a block belongs. Null: no key of ours. */
function placeOf(key: string): { owner: string; tab: string; block: number } | null {
  const [, owner, tab, block] = /^([^\n]*)\n([^\n]*)(?:\n(\d+))?$/.exec(key) ?? []
  return owner === undefined || tab === undefined ? null : { owner, tab, block: Number(block ?? -1) }
}

/** @param tab an id of this worker's own, never used before */
export function openJournal(
  tab: string,
  locks: LockManager | null,
  store: Store = openStore('downloads', 'journal'),
): Journal {
  /** What lies there of this tab, by owner. */
  const written = new Map<string, readonly JournalEntry[]>()
  // Held until the worker ends; the browser lets go of it then.
  void (async () => locks?.request(lockOf(tab), () => FOR_EVER))().catch(() => {})

  /** Writes go one after the other: each is what changed since the one before. */
  let writing: Promise<unknown> = Promise.resolve()

  /** @param next what lies here after it, of what lies here when its turn comes */
  function change(owner: string, next: (before: readonly JournalEntry[]) => readonly JournalEntry[]): Promise<void> {
    const mine = writing.then(async () => {
      const before = written.get(owner) ?? []
      const now = next(before)
      const changes = changedBlocks(owner, tab, before, now)
      if (changes.length > 0) await store.write(changes)
      written.set(owner, now)
    })
    writing = mine.catch(() => {})
    return mine
  }

  /** How many records of this tab's were retired. */
  let retired = 0

  return {
    async adopt(owner) {
      const before = retired
      const found = [...(written.get(owner) ?? [])]
      const others = new Set<string>()
      for (const key of await keysOf(store)) {
        const place = placeOf(key)
        if (place?.owner === owner && place.tab !== tab) others.add(place.tab)
      }
      for (const other of others)
        await ifGone(locks, other, async () => {
          // Looked for now that nobody writes them: its tab may have written its last while it was waited for.
          const keys = (await keysOf(store)).filter((key) => key === keyOf(owner, other) || isBlock(key, owner, other))
          const changes: [key: string, record: unknown][] = []
          const left: JournalEntry[] = []
          // When the storage refuses now, they are left for the next visit.
          for (const key of inOrder(keys)) {
            const { entries, strange } = sorted(await store.get(key))
            left.push(...entries)
            if (strange.length === 0) changes.push([key, undefined])
            // What another build wrote is that one's to read.
            else if (entries.length > 0) changes.push([key, { owner, tab: other, entries: strange }])
          }
          // What is retired meanwhile must not lie here once more.
          if (retired !== before) return
          found.push(...left)
          // Ours first: a crash in between leaves the jobs twice, never not at all. They were written anew meanwhile, perhaps.
          await change(owner, (before) => [...before, ...left])
          if (changes.length > 0) await store.write(changes)
        }).catch(() => {})
      return found
    },
    write(owner, entries) {
      const now = [...entries]
      return change(owner, () => now).then(
        () => true,
        () => false,
      )
    },
    retire(owner) {
      retired += 1
      // Nobody ever holds the lock of this name.
      const nobody = `${tab}~${retired}`
      const mine = writing.then(async () => {
        const left = written.get(owner) ?? []
        const moved = [...changedBlocks(owner, nobody, [], left), ...changedBlocks(owner, tab, left, [])]
        if (moved.length > 0) await store.write(moved)
        written.delete(owner)
      })
      const done = mine.catch(() => {})
      writing = done
      return done
    },
    async clear(owner) {
      await writing
      const ids: string[] = []
      const keys = (await keysOf(store)).filter((key) => placeOf(key)?.owner === owner)
      for (const key of keys) ids.push(...namesIn(await store.get(key).catch(() => null)))
      written.delete(owner)
      await store.write(keys.map((key) => [key, undefined] as const)).catch(() => {})
      return ids
    },
    async known() {
      const ids = new Set<string>()
      try {
        for (const key of (await store.keys()).filter(placeOf)) {
          // One that is gone by now was taken over by another tab, and stands where nobody looked.
          const record = await store.get(key)
          if (!z.safeParse(Block, record).success) return null
          for (const id of namesIn(record)) ids.add(id)
        }
        return ids
      } catch {
        return null
      }
    },
  }
}

/** What has to be written, and removed, so that `now` lies there where `before` did. An entry that is the same object did not change. */
function changedBlocks(
  owner: string,
  tab: string,
  before: readonly JournalEntry[],
  now: readonly JournalEntry[],
): [key: string, record: JournalRecord | undefined][] {
  const changes: [string, JournalRecord | undefined][] = []
  for (let from = 0; from < Math.max(before.length, now.length); from += BLOCK) {
    const entries = now.slice(from, from + BLOCK)
    const length = Math.min(BLOCK, Math.max(0, before.length - from))
    if (entries.length === length && entries.every((entry, at) => entry === before[from + at])) continue
    changes.push([blockKey(owner, tab, from / BLOCK), entries.length > 0 ? { owner, tab, entries } : undefined])
  }
  return changes
}

const isBlock = (key: string, owner: string, tab: string) => key.startsWith(`${keyOf(owner, tab)}\n`)

const inOrder = (keys: readonly string[]) =>
  [...keys].sort((a, b) => (placeOf(a)?.block ?? 0) - (placeOf(b)?.block ?? 0))

const Block = later(() => z.object({ entries: z.array(z.unknown()) }))
/** What another build wrote may be read for its name alone. */
const Named = later(() => z.object({ job: z.object({ downloadID: z.string() }) }))

const keysOf = (store: Store): Promise<readonly string[]> => store.keys().catch(() => [])

/** The entries of a record that can be read, and as they are those that have no more than a name. Others are nobody's. */
function sorted(record: unknown): { entries: JournalEntry[]; strange: unknown[] } {
  const entries: JournalEntry[] = []
  const strange: unknown[] = []
  const block = z.safeParse(Block, record)
  for (const one of block.success ? block.data.entries : []) {
    const entry = z.safeParse(JournalEntry, one)
    if (entry.success) entries.push(entry.data)
    else if (z.safeParse(Named, one).success) strange.push(one)
  }
  return { entries, strange }
}

/** The ids of the jobs of a record. */
function namesIn(record: unknown): string[] {
  const block = z.safeParse(Block, record)
  return (block.success ? block.data.entries : []).flatMap((one) => {
    const named = z.safeParse(Named, one)
    return named.success ? [named.data.job.downloadID] : []
  })
}

async function ifGone(locks: LockManager | null, tab: string, run: () => Promise<void>): Promise<void> {
  if (!locks) return run()
  await locks.request(lockOf(tab), { ifAvailable: true }, async (lock) => {
    if (lock) await run()
  })
}
