/** What the product has written down in this browser, so that a test waits for just that before it loads a page anew. */
import type { Page } from '@playwright/test'

/**
 * What is kept under a name: `settings` of the device, or of whoever is signed in `queue`, `queueAt`, `recentPlays`,
 * `recentSearches`.
 * @returns undefined while nothing was written
 */
export function kept(page: Page, name: string): Promise<unknown> {
  return page.evaluate(
    (name) =>
      new Promise((done, fail) => {
        const opened = indexedDB.open('settings')
        // The product has not made its table yet; whoever comes first may not leave it without one.
        opened.onupgradeneeded = () => opened.transaction?.abort()
        opened.onerror = () => done(undefined)
        opened.onsuccess = () => {
          const found = opened.result.transaction('kept').objectStore('kept').openCursor()
          found.onerror = () => fail(found.error)
          found.onsuccess = () => {
            const cursor = found.result
            const key = String(cursor?.key)
            if (cursor && key !== name && !key.startsWith(`${name}.`)) return cursor.continue()
            opened.result.close()
            done(cursor?.value)
          }
        }
      }),
    name,
  )
}

/** Of how many files the journal of downloads knows what their bytes belong to: with those a restart goes on. */
export async function begunInJournal(page: Page): Promise<number> {
  const records = (await all(page, 'downloads', 'journal')) as { entries: { known: unknown }[] }[]
  return records.flatMap(({ entries }) => entries.filter(({ known }) => known !== null)).length
}

/** How many marks that wait are kept. */
export const marksKept = async (page: Page): Promise<number> => (await all(page, 'marks', 'waiting')).length

/** All records of a table; none while the product has not made it. */
function all(page: Page, database: string, table: string): Promise<unknown[]> {
  return page.evaluate(
    ([database, table]) =>
      new Promise<unknown[]>((done, fail) => {
        const opened = indexedDB.open(database)
        opened.onupgradeneeded = () => opened.transaction?.abort()
        opened.onerror = () => done([])
        opened.onsuccess = () => {
          const found = opened.result.transaction(table).objectStore(table).getAll()
          found.onerror = () => fail(found.error)
          found.onsuccess = () => {
            opened.result.close()
            done(found.result)
          }
        }
      }),
    [database, table] as const,
  )
}
