// What the downloads say of themselves altogether and row by row, and where their rows stand.
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { appWentOffline, appWentOnline, appWorkerFailed } from '#core/events/app.ts'
import {
  downloadAllPaused,
  downloadDelayed,
  downloadFailed,
  downloadFolderChanged,
  downloadProgressed,
  downloadRequested,
  downloadRestored,
  downloadSaved,
  downloadServerLost,
  downloadStarted,
  downloadStored,
  downloadZipPlanned,
  downloadZipReady,
} from '#core/events/downloads.ts'
import { libraryMarksRequested } from '#core/events/library.ts'
import { type DownloadJob, type DownloadRequest, FailureReason } from '#core/model/downloads/download.ts'
import { type WayOut, wayOutOf } from '#core/model/downloads/fault.ts'
import { newJob } from '#core/reducers/downloads/downloadJobs.ts'
import { peekState } from '#projections/entity.ts'
import { type AppStage, openApp } from '#tests/components/app.tsx'
import { axeFaults } from '#tests/components/axe.ts'
import { middle, mouse } from '#tests/components/hands.ts'
import type { Surroundings } from '#tests/components/stage.tsx'
import { earlierVisit } from '#tests/support/earlierVisit.ts'
import { aRequest } from '#tests/support/story.ts'
import words from '../../../../locales/en/faults.json' with { type: 'json' }
import { toastsReach } from '../shell.state.ts'

const MB = 1_000_000

const panel = () => page.getByRole('dialog', { name: 'Downloads' })
const rows = () => [...document.querySelectorAll<HTMLElement>('[data-download-id]')]
const row = (title: string) => page.css(`[data-download-id="${title}"]`)
const line = (what: string) => page.css(`[data-standing="${what}"]`)
const request = (title: string, fields: Partial<DownloadRequest> = {}) =>
  aRequest(title, { title, coverart: '/icon-180.png', ...fields })

async function open(app: AppStage): Promise<AppStage> {
  await page.getByRole('button', { name: 'Downloads', exact: true }).click()
  await expect.element(panel()).toBeVisible()
  return app
}

/** As an earlier visit left them. */
async function earlier(count: number, of: (n: number) => Partial<DownloadJob>, around: Partial<Surroundings> = {}) {
  const app = await openApp('/releases', around)
  const jobs = Array.from({ length: count }, (_, n) => {
    const one = request(`Title ${n}`)
    return { ...newJob(one, 'batch'), status: 'failed' as const, ...of(n) }
  })
  app.happens(downloadRestored({ jobs }))
  return open(app)
}

/** Asked for now, by these names. */
async function asked(requests: readonly DownloadRequest[]) {
  const app = await openApp('/releases')
  app.happens(downloadRequested({ requests: [...requests] }))
  return open(app)
}

it('empty it says where files are saved: the folder that was picked, else that of the browser', async () => {
  const app = await openApp('/releases')
  await open(app)
  await expect.element(panel()).toHaveTextContent("saved to your browser's download folder.")
  app.happens(downloadFolderChanged({ name: 'Music', access: 'granted' }))
  await expect.element(panel()).toHaveTextContent('put files here. They are saved to Music.')
  expect(panel().element().textContent).not.toContain("browser's")
})

it('SHELL-015: a press on the button is its own wherever it lands, though its ring goes before it is over', async () => {
  const app = await openApp('/releases')
  app.happens(downloadRequested({ requests: [request('Tides')] }))
  const button = page.getByRole('button', { name: 'Downloads', exact: true })
  await expect.element(button).toBeVisible()
  const element = button.element()
  await expect.poll(() => element.querySelectorAll('svg').length).toBeGreaterThan(1)
  for (const part of element.children) {
    const { x, y, width, height } = part.getBoundingClientRect()
    expect(document.elementFromPoint(x + width / 2, y + height / 2)).toBe(element)
  }
})

it('H-419: once all are paused their button says how many wait to be resumed', async () => {
  const app = await openApp('/releases')
  app.happens(downloadRequested({ requests: [request('Tides'), request('Sand')] }))
  const button = page.getByRole('button', { name: 'Downloads', exact: true })
  const counted = () => button.element().querySelector('[data-count]')?.getAttribute('data-count')
  await expect.poll(counted).toBe('2')
  app.happens(downloadAllPaused({}))
  await expect.element(button).toHaveAccessibleDescription('0 active downloads, 0 waiting, 2 paused')
  expect(counted()).toBe('2')
})

it('DOWNLOAD-011: where the worker is given up it says that the page has to be loaded anew, and no row waits', async () => {
  const app = await asked([request('Tides')])
  expect(document.querySelector('[data-standing="lost"]')).toBe(null)
  app.happens(appWorkerFailed({ worker: 'downloads', message: 'gone' }))
  await expect.element(line('lost')).toHaveTextContent('Downloads stopped; reload the page to go on')
  await page.getByRole('button', { name: 'Restart Tides' }).click()
  await expect.element(row('Tides')).toHaveAttribute('data-status', 'failed')
  expect(document.querySelector('[data-standing="still"]')).toBe(null)
})

describe('P4: a row whose file does not come', () => {
  const bytes = (receivedBytes: number) => downloadProgressed({ downloadID: 'Tides', receivedBytes })
  const half = async () => {
    const app = await asked([request('Tides')])
    app.happens(downloadStarted({ downloadID: 'Tides', totalBytes: 10 * MB, resumedAt: 0 }), bytes(5 * MB))
    await expect.element(row('Tides')).toHaveTextContent('50% of 10 MB')
    return app
  }

  it('says after some seconds that nothing comes, and shows no speed', { tags: ['long'] }, async () => {
    const app = await half()
    await expect.element(row('Tides')).toHaveTextContent('50% of 10 MB · no data coming')
    expect(panel().element().textContent).not.toContain('/s')
    app.happens(bytes(6 * MB))
    await expect.element(row('Tides')).toHaveTextContent(/60% of 10 MB · [0-9.]+ .B\/s/)
  })

  it('says that it waits for a server that is away', { tags: ['long'] }, async () => {
    const app = await half()
    app.happens(downloadServerLost({ retryInMs: 30_000 }))
    await expect.element(row('Tides')).toHaveTextContent('50% of 10 MB · waiting for the server')
  })

  it('H-346: behind a clock that is put back the server is not waited for the longer', { tags: ['long'] }, async () => {
    const app = await half()
    const { startedAt } = peekState().single('app')
    app.happens(downloadServerLost({ retryInMs: Date.now() - startedAt + 40_000 }))
    const seconds = () => Number(/in (\d+) s/.exec(document.querySelector('[data-server]')?.textContent ?? '')?.[1])
    await expect.poll(seconds).toBeGreaterThan(30)
    const first = seconds()
    const ticks = vi.spyOn(Date, 'now').mockImplementation(() => performance.timeOrigin + performance.now() - 3_600_000)
    onTestFinished(() => ticks.mockRestore())
    await expect.poll(seconds).not.toBe(first)
    expect(seconds()).toBeLessThan(first)
  })

  it('says nothing of a server while the device is offline, for nobody asks it then', async () => {
    const app = await half()
    app.happens(downloadServerLost({ retryInMs: 0 }))
    await expect.element(page.css('[data-server]')).toHaveTextContent('asking again now')
    app.happens(appWentOffline({}))
    await expect.poll(() => document.querySelector('[data-server]')).toBe(null)
    expect(panel().element().textContent).not.toContain('server')
    app.happens(appWentOnline({}))
    await expect.element(page.css('[data-server]')).toBeVisible()
  })

  it('says when it is tried again, and counts down', { tags: ['long'] }, async () => {
    const app = await half()
    const { startedAt } = peekState().single('app')
    const retryInMs = Date.now() - startedAt + 40_000
    app.happens(downloadDelayed({ downloadID: 'Tides', reason: 'busy', retryInMs }))
    const seconds = () => Number(/trying again in (\d+) s/.exec(row('Tides').element().textContent ?? '')?.[1])
    await expect.poll(seconds).toBeGreaterThan(30)
    const first = seconds()
    await expect.poll(seconds).toBeLessThan(first)
  })

  it('says so too of one that has not begun', async () => {
    const app = await asked([request('Tides')])
    const { startedAt } = peekState().single('app')
    const retryInMs = Date.now() - startedAt + 40_000
    app.happens(downloadDelayed({ downloadID: 'Tides', reason: 'busy', retryInMs }))
    await expect.element(row('Tides')).toHaveTextContent(/Waiting · trying again in \d+ s/)
  })

  it('H-622: of a server that asked for a long pause it says the hours, and counts no seconds', async () => {
    const app = await asked([request('Tides')])
    const { startedAt } = peekState().single('app')
    const retryInMs = Date.now() - startedAt + 7_200_000
    app.happens(downloadDelayed({ downloadID: 'Tides', reason: 'busy', retryInMs }))
    await expect.element(row('Tides')).toHaveTextContent('Waiting · trying again in 2 hours')
  })
})

it('DOWNLOAD-018: it says that what arrived is kept where anything did', async () => {
  await earlier(2, () => ({ status: 'loading', totalBytes: 10 * MB }))
  await expect.element(line('still')).toHaveTextContent('2 interrupted')
  expect(line('still').element().textContent).not.toContain('kept')
})

describe('three hundred downloads of an earlier visit', () => {
  const all = async () => {
    const app = await earlier(300, earlierVisit)
    await expect.poll(() => rows().length).toBe(300)
    return app
  }

  it('what failed stands on top, what is finished below', { tags: ['long'] }, async () => {
    await all()
    const titles = rows().map((one) => one.dataset.downloadId)
    const number = (n: number) => `Title ${n}`
    expect(titles.slice(0, 7)).toEqual([200, 201, 202, 210, 211, 100, 101].map(number))
    expect(titles.slice(-100)).toEqual(Array.from({ length: 100 }, (_, n) => number(n)))
  })

  it('the summary says how many are finished of all, and how many bytes', { tags: ['long'] }, async () => {
    await all()
    await expect.element(panel()).toHaveTextContent('100 of 300 finished · 1.0 GB of about 3.0 GB')
  })

  it('it says how many failed and why, and leads to the first of them', { tags: ['long'] }, async () => {
    await all()
    const said = line('failed').getByRole('button', { name: /^5 failed/ })
    await expect.element(said).toHaveTextContent("5 failed: 3 connection lost, 2 this device's storage is full")
    rows().at(-1)?.scrollIntoView()
    await said.click()
    await expect.element(row('Title 200')).toHaveFocus()
    await expect.element(row('Title 200')).toBeInViewport()
  })

  it('DOWNLOAD-018: what was cut off is one line in caution, and only what truly failed is red', {
    tags: ['long'],
  }, async () => {
    await all()
    await expect.element(line('still')).toHaveTextContent(/195 interrupted, what arrived is kept/)
    await expect.element(row('Title 100')).toHaveAttribute('data-status', 'failed')
    await expect.element(row('Title 100')).toHaveTextContent(/Interrupted at 40%/)
    expect(row('Title 100').element().getBoundingClientRect().height).toBe(64)
    const colour = (element: Element | undefined) => element && getComputedStyle(element).color
    const [caution, danger] = ['still', 'failed'].map((what) => colour(line(what).element()))
    expect(caution).not.toBe(danger)
    const said = (title: string) =>
      [...row(title).element().querySelectorAll('span')].find((one) => /^(Interrupted|Failed)/.test(one.textContent))
    expect(colour(said('Title 100'))).toBe(caution)
    expect(colour(said('Title 200'))).toBe(danger)
    expect(await axeFaults()).toEqual([])
  })

  it('Resume all is there while others wait or load', { tags: ['long'] }, async () => {
    await all()
    await page.getByRole('button', { name: 'Restart Title 100', exact: true }).click()
    await expect.element(panel().getByRole('button', { name: 'Pause all' })).toBeVisible()
    await expect.element(panel().getByRole('button', { name: 'Resume all' })).toBeVisible()
  })
})

it('under a row that is held at the edge the list scrolls on, though the hand rests', { tags: ['long'] }, async () => {
  await earlier(120, () => ({ reason: 'network' }))
  await expect.poll(() => rows().length).toBe(120)
  const list = panel().getByRole('list', { name: 'Downloads' }).element()
  const grip = row('Title 1').getByRole('button', { name: /^Reorder/ })
  const from = middle(grip)
  await mouse.to(from)
  await mouse.down(from)
  const edge = { x: from.x, y: list.getBoundingClientRect().bottom - 4 }
  await mouse.to(edge, true)
  const place = () => rows().findIndex((one) => one.dataset.downloadId === 'Title 1')
  await expect.poll(() => list.scrollTop, { timeout: 5000 }).toBeGreaterThan(1500)
  await expect.poll(place).toBeGreaterThan(20)
  await mouse.up(edge)
  const { scrollTop } = list
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(list.scrollTop).toBe(scrollTop)
})

it('H-609: a press of the grip offers where a download can go', { tags: ['long'] }, async () => {
  await earlier(4, () => ({ reason: 'network' }))
  const ids = () => rows().map((one) => one.dataset.downloadId)
  await expect.poll(ids).toEqual(['Title 0', 'Title 1', 'Title 2', 'Title 3'])
  const grip = row('Title 1').getByRole('button', { name: /^Reorder/ })
  await grip.click()
  // What the menu is of stays in sight under it.
  await page.getByRole('menuitem', { name: 'Move to the bottom' }).hover()
  await expect.element(grip).toHaveStyle({ opacity: '1' })
  await page.getByRole('menuitem', { name: 'Move to the bottom' }).click()
  await expect.poll(ids).toEqual(['Title 0', 'Title 2', 'Title 3', 'Title 1'])
  await expect.element(grip).toHaveFocus()
  await expect.element(panel()).toBeVisible()
})

/** The control each way out is. */
const CONTROL: Record<Exclude<WayOut, 'resume' | 'trim'>, (title: string) => string> = {
  restart: (title) => `Restart ${title}`,
  remove: (title) => `Remove ${title}`,
  settings: () => 'Open settings',
  report: () => 'Report a problem',
}

it('every reason says what happened and what to do, and the way out is there', { tags: ['long'] }, async () => {
  const reasons = FailureReason.options.filter((reason) => reason !== 'interrupted' && reason !== 'parts')
  await earlier(reasons.length, (n) => ({ reason: reasons[n] ?? null }), { window: [1440, 2400] })
  for (const [n, reason] of reasons.entries()) {
    await expect.element(row(`Title ${n}`)).toHaveTextContent(`Failed: ${words.reason[reason]}`)
    await expect.element(row(`Title ${n}`)).toHaveTextContent(words.step[reason])
    const way = wayOutOf(reason)
    const name = CONTROL[way === 'resume' || way === 'trim' ? 'restart' : way](`Title ${n}`)
    expect(row(`Title ${n}`).getByRole('button', { name, exact: true }).elements()).toHaveLength(1)
  }
  const way = panel().getByRole('button', { name: 'Open settings' }).first()
  await expect.element(way).toHaveStyle({ textDecorationLine: 'underline' })
  await way.click()
  await expect.element(page.getByRole('textbox', { name: 'File name template' })).toBeVisible()
  await panel().getByRole('button', { name: 'Report a problem' }).first().click()
  await expect.element(page.getByRole('dialog', { name: 'Report a problem' })).toBeVisible()
})

describe('a row', () => {
  it('DOWNLOAD-004: shows cover, artist, title, version, explicit, type and status', async () => {
    await asked([request('Red Clay', { version: 'Clean', explicit: true, artist: 'Josie Marrow' })])
    expect(row('Red Clay').element().querySelectorAll('img')).toHaveLength(1)
    for (const text of ['Red Clay', '(Clean)', 'Josie Marrow', 'WAV song'])
      await expect.element(row('Red Clay')).toHaveTextContent(text)
    await expect.element(row('Red Clay').getByRole('img', { name: 'Explicit' })).toBeVisible()
    await expect.element(row('Red Clay')).toHaveAttribute('data-status', 'waiting')
  })

  it.each([
    ['song', 'wav', 'WAV song'],
    ['release', 'wav', 'WAV release'],
    ['playlist', 'wav', 'WAV playlist'],
    ['video', 'mp4', 'MP4 video'],
  ] as const)('DOWNLOAD-004: of a %s as %s the type is %s', async (type, format, words) => {
    await asked([request('Red Clay', { type, format })])
    await expect.element(row('Red Clay').getByText(words, { exact: true })).toBeVisible()
  })

  it.each(['song', 'video'] as const)('DOWNLOAD-010: a %s that waits says so', async (type) => {
    await asked([request('Red Clay', { type })])
    await expect.element(row('Red Clay')).toHaveTextContent(/Waiting/)
  })

  it.each(['release', 'playlist'] as const)('DOWNLOAD-009: a %s that waits for its zip says zipping', async (type) => {
    await asked([request('Red Clay', { type, mediaID: 'r1' })])
    await expect.element(row('Red Clay')).toHaveAttribute('data-status', 'waiting')
    await expect.element(row('Red Clay')).toHaveTextContent(/Zipping/)
  })

  it('DOWNLOAD-009: one whose zip is made while nothing has room for it says so (H-308)', async () => {
    const app = await asked([request('Red Clay', { type: 'release', mediaID: 'r1' })])
    app.happens(downloadZipReady({ downloadID: 'Red Clay', handle: 'zip:1' }))
    await expect.element(row('Red Clay')).toHaveAttribute('data-status', 'waiting')
    await expect.element(row('Red Clay')).toHaveTextContent(/Zipping done, waiting/)
  })

  it('H-093: a release that waits for its zip says what will not be in it, and why', async () => {
    const app = await asked([request('Tides', { type: 'release' })])
    await expect.element(row('Tides')).toBeVisible()
    const missing = [{ name: 'Ana – Demo', why: 'format' as const }]
    app.happens(downloadZipPlanned({ downloadID: 'Tides', missing }))
    const leftOut = row('Tides').getByRole('button', { name: '1 song was left out' })
    await expect.element(leftOut).toBeVisible()
    // The panel is still growing to its size: what is measured as it is drawn is smaller.
    expect((leftOut.element() as HTMLElement).offsetHeight).toBeGreaterThanOrEqual(24)
    await leftOut.click()
    await expect.element(row('Tides').getByRole('listitem')).toHaveTextContent(/^Ana – Demo: /)
  })

  it("on a phone a download's figures stand beside its ring and its buttons", async () => {
    const app = await openApp('/releases', { window: [390, 844] })
    app.happens(downloadRequested({ requests: [request('Red Clay'), request('Tides', { format: 'mp3' })] }))
    await open(app)
    app.happens(downloadStarted({ downloadID: 'Red Clay', totalBytes: 612.4 * MB, resumedAt: 416 * MB }))
    await expect.element(row('Red Clay')).toHaveAttribute('data-status', 'loading')
    const words = [...row('Red Clay').element().querySelectorAll('span')].filter((one) => /% of/.test(one.textContent)).at(-1) // biome-ignore format: one look
    if (!words) throw new Error('it has no figures')
    expect(words.textContent).toMatch(/^\d+% of 612 MB/)
    words.textContent = '68% of 612.4 MB · 114.1 MB/s'
    expect(words.scrollWidth - words.clientWidth).toBeLessThanOrEqual(0)
    const box = words.getBoundingClientRect()
    for (const other of [
      row('Red Clay').getByRole('progressbar'),
      row('Red Clay').getByRole('button', { name: 'Pause Red Clay', exact: true }),
      row('Red Clay').getByRole('button', { name: 'Remove Red Clay', exact: true }),
    ]) {
      const { x, right, y, bottom } = other.element().getBoundingClientRect()
      expect(box.x < right && x < box.right && box.y < bottom && y < box.bottom).toBe(false)
    }
  })

  it('is a progressbar by its title also where its ways on are shown in place of the sign', async () => {
    const app = await asked([request('Red Clay'), request('Tides')])
    const meter = (title: string) => row(title).getByRole('progressbar', { name: title, exact: true })
    for (const downloadID of ['Red Clay', 'Tides'])
      app.happens(
        downloadStarted({ downloadID, totalBytes: 10 * MB, resumedAt: 0 }),
        downloadProgressed({ downloadID, receivedBytes: 4 * MB }),
      )
    app.happens(downloadFailed({ downloadID: 'Red Clay', reason: 'network', receivedBytes: 4 * MB }))
    await row('Tides').getByRole('button', { name: 'Pause Tides' }).click()
    await expect.element(row('Tides')).toHaveAttribute('data-status', 'paused')
    await expect.element(row('Red Clay')).toHaveAttribute('data-status', 'failed')
    for (const title of ['Red Clay', 'Tides']) await expect.element(meter(title)).toHaveAttribute('aria-valuenow', '40')
    // It takes no room from them.
    expect(getComputedStyle(meter('Tides').element()).position).toBe('absolute')
  })

  it('does not move from under the pointer when another ends, and takes its place when it has left', {
    tags: ['long'],
  }, async () => {
    const app = await asked(['a', 'b', 'c'].map((title) => request(title)))
    const loading = (downloadID: string) => downloadStarted({ downloadID, totalBytes: MB, resumedAt: 0 })
    app.happens(loading('a'), loading('b'), loading('c'))
    await expect.element(row('b')).toHaveAttribute('data-status', 'loading')
    await row('b').hover()
    const at = row('b').element().getBoundingClientRect().y
    const job = { downloadID: 'a' }
    app.happens(downloadStored({ ...job, bytes: MB, sha256: null, fileName: 'a.wav' }), downloadSaved(job))
    await expect.element(row('a')).toHaveAttribute('data-status', 'finished')
    expect(Math.abs(row('b').element().getBoundingClientRect().y - at)).toBeLessThan(8)
    await page.getByRole('banner').hover({ position: { x: 5, y: 5 } })
    await expect.poll(() => rows().at(-1)?.dataset.downloadId).toBe('a')
  })
})

it('of a thousand downloads only those in sight are made; one is carried from the first place to the last by keys', {
  tags: ['long'],
}, async () => {
  await earlier(1000, () => ({ status: 'waiting', reason: null }))
  const list = panel().getByRole('list', { name: 'Downloads' })
  await expect.poll(() => rows()[0]?.textContent).toContain('Title 0')
  expect(rows().length).toBeLessThan(60)
  expect(rows()[0]?.getAttribute('aria-setsize')).toBe('1000')
  expect(rows()[0]?.getAttribute('aria-posinset')).toBe('1')
  expect(await axeFaults()).toEqual([])
  const toEnd = () => {
    const box = list.element()
    box.scrollTo(0, box.scrollHeight)
    return rows().at(-1)?.textContent
  }
  await expect.poll(toEnd).toContain('Title 999')
  expect(rows().at(-1)?.getAttribute('aria-posinset')).toBe('1000')
  expect(rows().length).toBeLessThan(60)
  list.element().scrollTo(0, 0)
  const handle = list.getByRole('button', { name: 'Reorder Title 0', exact: true })
  await expect.element(handle).toBeInTheDocument()
  ;(handle.element() as HTMLElement).focus()
  // Held down it is lifted once.
  await userEvent.keyboard('{ >2/}{End}')
  await expect.element(handle).toHaveFocus()
  await userEvent.keyboard(' ')
  await expect.poll(toEnd).toContain('Title 0')
  await expect.poll(() => rows().length).toBeLessThan(60)
  list.element().scrollTo(0, 0)
  await expect.poll(() => rows()[0]?.textContent).toContain('Title 1')
})

it('a notification writes no style of the whole document', async () => {
  const app = await openApp('/releases')
  const observer = new MutationObserver(() => {})
  observer.observe(document.documentElement, { attributeFilter: ['style'] })
  const change = { releaseid: 'r1', trackid: null, marks: ['flagged' as const] }
  app.happens(libraryMarksRequested({ requestId: 'mark', changes: [change] }))
  await expect.poll(() => document.querySelectorAll('[role="status"][data-category="flag"]').length).toBe(1)
  await expect.poll(() => toastsReach.peek()).toBeGreaterThan(0)
  expect(observer.takeRecords()).toEqual([])
  observer.disconnect()
})

it.each([
  [1440, 900],
  [800, 900],
  [390, 844],
] as const)(
  'notifications leave the open downloads free at %i px, and show nothing of downloads meanwhile',
  async (...window) => {
    const app = await openApp('/releases', { window })
    const toasts = (...categories: string[]) =>
      categories.flatMap((one) => [...document.querySelectorAll(`[role="status"][data-category="${one}"]`)])
    app.happens(downloadRequested({ requests: [request('a')] }))
    await expect.poll(() => toasts('addDownloadQueue').length).toBe(1)
    app.happens(downloadRequested({ requests: [request('b')] }))
    await open(app)
    const job = { downloadID: 'b' }
    app.happens(
      downloadStarted({ ...job, totalBytes: MB, resumedAt: 0 }),
      downloadStored({ ...job, bytes: MB, sha256: null, fileName: 'b.wav' }),
      downloadSaved(job),
    )
    await expect.element(row('b')).toHaveAttribute('data-status', 'finished')
    // DOWNLOAD-024: it is heard.
    await expect.poll(() => toasts('downloadFinished').length).toBe(1)
    const inSight = (toast: Element) => toast.getBoundingClientRect().width > 1
    await expect.poll(() => toasts('addDownloadQueue', 'downloadFinished').filter(inSight).length).toBe(0)
    const change = { releaseid: 'r1', trackid: null, marks: ['flagged' as const] }
    app.happens(libraryMarksRequested({ requestId: 'mark', changes: [change] }))
    await expect.poll(() => toasts('flag').length).toBe(1)
    await expect.element(panel()).toBeVisible()
    await expect
      .poll(() => {
        const [list, said] = [panel().element(), toasts('flag')[0]].map((one) => one?.getBoundingClientRect())
        if (!list || !said) return 'gone'
        return said.x >= list.right || said.right <= list.x || said.y >= list.bottom
      })
      .toBe(true)
  },
)

it.each([
  ['shows one', null],
  [
    'throws, as Chrome on Android',
    {
      Notification: class {
        constructor() {
          throw new TypeError('Illegal constructor')
        }
      },
    },
  ],
  ['has none, as Safari on a phone', { Notification: undefined }],
])('H-522: a notice of the system is offered where the browser %s', async (_, lacks) => {
  const shown = vi.spyOn(Notification, 'requestPermission')
  if (lacks) vi.stubGlobal('Notification', lacks.Notification)
  onTestFinished(() => void vi.unstubAllGlobals())
  await open(await openApp('/releases'))
  await page.getByRole('button', { name: 'Download settings' }).click()
  await expect.element(page.getByRole('checkbox', { name: 'Only what is new' })).toBeVisible()
  expect(page.getByRole('checkbox', { name: 'Notify me when all are done' }).elements()).toHaveLength(lacks ? 0 : 1)
  expect(shown).not.toHaveBeenCalled()
})

it('template and station-ready WAV say that zips the server makes are left as they are', async () => {
  await open(await openApp('/releases'))
  await page.getByRole('button', { name: 'Download settings' }).click()
  for (const field of [
    page.getByRole('textbox', { name: 'File name template' }),
    page.getByRole('checkbox', { name: 'Station-ready WAV' }),
  ])
    await expect.element(field).toHaveAccessibleDescription(/also in zips made on this device; zips the server makes/)
})

it('the preview of the file names is of the preferred format', { tags: ['long'] }, async () => {
  await open(await openApp('/releases'))
  await page.getByRole('button', { name: 'Download settings' }).click()
  const preview = page.getByRole('status', { name: 'File name preview' })
  for (const format of ['mp3', 'wav']) {
    await page.getByRole('combobox', { name: 'Preferred format' }).selectOptions(format)
    await expect.element(preview).toHaveTextContent(`Josie Marrow - 3 - Red Clay Letters [E] (Extended Mix).${format}`)
  }
})

it('Enter that ends a composed word keeps no file name template yet', async () => {
  const app = await asked([request('Red Clay')])
  await panel().getByRole('button', { name: 'Settings' }).click()
  const field = page.getByRole('textbox', { name: 'File name template' })
  await field.fill('{title} に')
  const press = (isComposing: boolean) =>
    field.element().dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', isComposing, bubbles: true }))
  press(true)
  expect(app.told.map(({ type }) => type)).not.toContain('setting.downloadsChosen')
  press(false)
  await expect.poll(() => app.told.map(({ type }) => type)).toContain('setting.downloadsChosen')
})
