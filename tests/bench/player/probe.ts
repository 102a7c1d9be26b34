// Measuring playback from outside the product: its audio elements, and what the main thread spends.
import type { CDPSession, Page } from 'playwright'

declare global {
  interface Window {
    soundsAt: number[]
    pressedAt: number[]
  }
}

/** Runs before the product: keeps when an element began to sound, and when a press came, in ms of the page's clock. */
export function watchSound(): void {
  window.soundsAt = []
  window.pressedAt = []
  const Real = window.Audio
  window.Audio = function (this: unknown, src?: string) {
    const element = new Real(src)
    element.addEventListener('playing', (event) => window.soundsAt.push(event.timeStamp))
    return element
  } as unknown as typeof Audio
  for (const type of ['mousedown', 'keydown'] as const)
    document.addEventListener(type, (event) => window.pressedAt.push(event.timeStamp), true)
}

/** Milliseconds from the last press to the sound it made. @throws Error when nothing sounds within 10 s */
export async function pressToSound(page: Page, press: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    window.soundsAt.length = 0
    window.pressedAt.length = 0
  })
  await press()
  await page.waitForFunction(() => window.soundsAt.length > 0, undefined, { timeout: 10_000, polling: 20 })
  return page.evaluate(() => (window.soundsAt.at(-1) ?? 0) - (window.pressedAt.at(-1) ?? 0))
}

/** Milliseconds of CPU the main thread has spent in tasks since the page began; other load hardly moves it. */
export async function worked(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics')
  return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN)
}

/** What the main thread works in so many seconds. @returns ms per second */
export async function workPerSecond(cdp: CDPSession, seconds: number): Promise<number> {
  const before = await worked(cdp)
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
  return ((await worked(cdp)) - before) / seconds
}

/** A queue as this device keeps it: `count` releases of one song. */
export function keepQueue(page: Page, count: number, song: object): Promise<void> {
  return page.evaluate(
    async ([howMany, model]) => {
      const open = indexedDB.open('settings')
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        open.onsuccess = () => resolve(open.result)
        open.onerror = () => reject(open.error)
      })
      const store = db.transaction('kept', 'readwrite').objectStore('kept')
      const keys = await new Promise<IDBValidKey[]>((resolve) => {
        const asked = store.getAllKeys()
        asked.onsuccess = () => resolve(asked.result)
      })
      const key = keys.map(String).find((name) => name.startsWith('queue.'))
      if (!key) throw new Error('no queue was kept')
      const items = Array.from({ length: howMany }, (_, n) => ({
        uuid: `bench-${n}`,
        releaseid: `bench-${n}`,
        title: `Release ${n}`,
        artist: 'Bench',
        thumbnail: '',
        songs: [{ ...model, uuid: `bench-${n}.1`, releaseid: `bench-${n}` }],
      }))
      store.put({ history: [], items, song: 'bench-0.1' }, key)
      await new Promise((resolve) => {
        store.transaction.oncomplete = resolve
      })
      db.close()
    },
    [count, song] as const,
  )
}
