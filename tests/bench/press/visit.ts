/** Somebody in the gallery with something that plays, a long queue, and downloads an earlier visit left behind. */
import type { Page } from 'playwright'
import { DEMO_PASSWORD } from '#server/demo/people/accounts.ts'
import { leaveJobs } from '../downloads/madeUp.ts'
import { signedIn } from '../downloads/visit.ts'
import { pause } from './pause.ts'
import { cards, player } from './things.ts'

export const VIEWPORT = { width: 1440, height: 900 }
export const DOWNLOADS = 6

/** @param jobs downloads that wait to be resumed @param queued releases in the queue */
export async function begin(page: Page, url: string, jobs: number, queued: number): Promise<void> {
  await signIn(page, url)
  await playFirst(page)
  // What plays is kept a moment later.
  await pause(2500)
  const owner = await signedIn(page)
  await page.goto(`${url}/favicon.svg`)
  // The page that was left writes down its queue a last time.
  await pause(1500)
  await leaveJobs(page, owner, jobs)
  await page.evaluate(stretchQueue, queued)
  await page.goto(url)
  await cards(page).first().waitFor()
  await player(page).getByRole('button', { name: 'Play', exact: true }).click()
  await player(page).getByRole('button', { name: 'Pause', exact: true }).waitFor({ timeout: 60_000 })
}

/** Something must play for the transport to be there. */
export async function playFirst(page: Page): Promise<void> {
  await cards(page).first().hover()
  await page
    .getByRole('button', { name: /^Play / })
    .first()
    .click()
  await player(page).getByRole('button', { name: 'Pause', exact: true }).waitFor({ timeout: 60_000 })
}

/** Resumes all that an earlier visit left, six at a time. */
export async function resumeAll(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Downloads', exact: true }).click()
  await list(page).waitFor()
  const parallel = list(page).getByLabel('Parallel downloads')
  if (!(await parallel.isVisible())) await list(page).getByRole('button', { name: 'Download settings' }).click()
  await parallel.fill(String(DOWNLOADS))
  await list(page).getByRole('button', { name: 'Resume all' }).click()
  await pause(1000)
  await page.keyboard.press('Escape')
  await list(page).waitFor({ state: 'detached' })
}

const list = (page: Page) => page.getByRole('dialog', { name: 'Downloads' })

export async function signIn(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await page.getByRole('textbox', { name: 'Email' }).fill('verified@demo.test')
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await cards(page).first().waitFor()
}

/** Repeats the release that is in the queue this device keeps. Self-contained: it runs on a page without the app. */
async function stretchQueue(count: number): Promise<void> {
  // The queue that a page leaves behind within five seconds of a change goes before the one that is kept.
  localStorage.removeItem('lastChanges')
  const open = indexedDB.open('settings')
  const db = await new Promise<IDBDatabase>((resolve, reject) => {
    open.onsuccess = () => resolve(open.result)
    open.onerror = () => reject(open.error)
  })
  const store = db.transaction('kept', 'readwrite').objectStore('kept')
  const ask = <T>(asked: IDBRequest<T>) =>
    new Promise<T>((resolve) => {
      asked.onsuccess = () => resolve(asked.result)
    })
  const key = (await ask(store.getAllKeys())).map(String).find((name) => name.startsWith('queue.'))
  if (!key) throw new Error('no queue was kept')
  const kept = await ask(store.get(key))
  const [item] = kept.items
  const [song] = item.songs
  kept.items = Array.from({ length: count }, (_, n) => ({
    ...item,
    uuid: `press-${n}`,
    songs: [{ ...song, uuid: `press-${n}.1` }],
  }))
  store.put({ ...kept, history: [], song: 'press-0.1' }, key)
  await new Promise((resolve) => {
    store.transaction.oncomplete = resolve
  })
  db.close()
}
