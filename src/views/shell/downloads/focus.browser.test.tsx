// Where the focus goes when what has it in the downloads goes: never out of the panel.
import { expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  downloadBundlePlanned,
  downloadFailed,
  downloadFolderChanged,
  downloadRemoved,
  downloadRequested,
  downloadRestored,
  downloadSaved,
  downloadStarted,
  downloadStored,
} from '#core/events/downloads.ts'
import { settingDownloadsFollowed } from '#core/events/settings.ts'
import type { DownloadJob } from '#core/model/downloads/download.ts'
import { newJob } from '#core/reducers/downloads/downloadJobs.ts'
import { openApp } from '#tests/components/app.tsx'
import { aRequest } from '#tests/support/story.ts'
import { said as spoken } from '../../kit/said.ts'

const opener = () => page.getByRole('button', { name: 'Downloads', exact: true })
const panel = () => page.getByRole('dialog', { name: 'Downloads' })
const button = (name: string) => panel().getByRole('button', { name, exact: true })
const said = (words: string) => page.css('[aria-live="polite"]').getByText(words, { exact: true })
const rows = () => document.querySelectorAll('[data-download-id]')

/** Downloads `d0` and so on: asked for now, or as an earlier visit left them. */
async function open(count: number, left: Partial<DownloadJob> | null = { status: 'finished', progress: 100 }) {
  const app = await openApp('/releases')
  const requests = Array.from({ length: count }, (_, n) => aRequest(`d${n}`, { title: `d${n}` }))
  const jobs = requests.map((request) => ({ ...newJob(request, 'batch'), ...left }))
  app.happens(left ? downloadRestored({ jobs }) : downloadRequested({ requests }))
  await opener().click()
  await expect.element(button('Remove d0')).toBeInTheDocument()
  return app
}

async function press(name: string) {
  await expect.element(button(name)).toBeVisible()
  ;(button(name).element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
}

async function escapeLeadsBack() {
  await userEvent.keyboard('{Escape}')
  await expect.element(panel()).not.toBeInTheDocument()
  await expect.element(opener()).toHaveFocus()
}

it('the row after one that is removed by keys has the focus, after the last the one before it', async () => {
  await open(4)
  await press('Remove d1')
  await expect.element(button('Remove d2')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(button('Remove d3')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(button('Remove d0')).toHaveFocus()
  expect(rows()).toHaveLength(1)
  await escapeLeadsBack()
})

it('with the last row that is removed the panel has the focus, and Escape leads back', async () => {
  await open(1)
  await press('Remove d0')
  expect(rows()).toHaveLength(0)
  await expect.element(panel()).toHaveFocus()
  await escapeLeadsBack()
})

it('which row was removed is said, also the last', async () => {
  await open(2)
  await press('Remove d0')
  await expect.element(said('d0 removed')).toBeInTheDocument()
  await press('Remove d1')
  await expect.element(said('d1 removed')).toBeInTheDocument()
  expect(rows()).toHaveLength(0)
  await escapeLeadsBack()
})

it('a row that is removed elsewhere leaves its focus to the next', async () => {
  const app = await open(3)
  ;(button('Remove d1').element() as HTMLElement).focus()
  app.happens(downloadRemoved({ downloadID: 'd1' }))
  await expect.element(button('Remove d2')).toHaveFocus()
})

it('of a thousand the next has it as well, and keeps it however far the list is scrolled', {
  tags: ['long'],
}, async () => {
  const app = await open(1000)
  await press('Remove d5')
  await expect.element(button('Remove d6')).toHaveFocus()
  const list = panel().getByRole('list', { name: 'Downloads' }).element()
  list.scrollTo(0, list.scrollHeight / 2)
  await expect.element(button('Remove d3')).not.toBeInTheDocument()
  await expect.element(button('Remove d500')).toBeVisible()
  await expect.element(button('Remove d6')).toHaveFocus()
  const { scrollTop, scrollHeight } = list
  expect([scrollHeight, rows().length < 60]).toEqual([999 * 64, true])
  const named = [...rows()].map((row) => row.getAttribute('aria-posinset'))
  expect(named.slice(0, 3)).toEqual(['5', '6', '7'])
  expect(Number(named[3])).toBeGreaterThan(400)
  app.happens(downloadRemoved({ downloadID: 'd999' }))
  expect(list.scrollTop).toBe(scrollTop)
  await expect.element(button('Remove d6')).toHaveFocus()
  // Above the rows in sight it stands where it stood, and so it does below them.
  ;(button('Remove d500').element() as HTMLElement).focus({ preventScroll: true })
  await expect.element(button('Remove d6')).not.toBeInTheDocument()
  list.scrollTo(0, 0)
  await expect.element(button('Remove d4')).toBeVisible()
  await expect.element(button('Remove d500')).toHaveFocus()
  expect(list.scrollHeight).toBe(998 * 64)
  await userEvent.keyboard('{Enter}')
  await expect.element(button('Remove d501')).toHaveFocus()
})

it.each([
  ['Clear completed', { status: 'finished', progress: 100 }],
  ['Resume all', { status: 'paused' }],
  ['Pause all', null],
  ['Retry all failed', { status: 'failed', reason: 'network' }],
] as const)('after %s the panel has the focus, and Escape leads back', async (name, fields) => {
  await open(2, fields)
  await press(name)
  await expect.element(panel()).toHaveFocus()
  await escapeLeadsBack()
})

it('how many finished rows were cleared is said', async () => {
  const app = await open(2)
  app.happens(downloadRequested({ requests: [aRequest('d2', { title: 'd2' })] }))
  await press('Clear completed')
  await expect.element(said('2 finished downloads removed')).toBeInTheDocument()
  expect(rows()).toHaveLength(1)
})

it('whose receipt is saved, and of how much, is said', async () => {
  const app = await open(2, { status: 'finished', progress: 100, savedAt: 20 })
  const earlier = { ...newJob(aRequest('d9'), 'earlier'), status: 'finished' as const, savedAt: 10 }
  app.happens(downloadRestored({ jobs: [earlier] }))
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  onTestFinished(() => saved.mockRestore())
  await expect.element(button('Save receipt')).toHaveAccessibleDescription('Of the batch that finished last')
  await press('Save receipt')
  await expect.element(said('Receipt of the last batch: 2 lines')).toBeInTheDocument()
  await expect.poll(() => saved.mock.calls.length).toBe(2)
})

it.each([1, 3])('a download that ends under the focus of its button keeps it in its row, of %i', async (count) => {
  const app = await open(count, null)
  const job = { downloadID: 'd0' }
  app.happens(downloadStarted({ ...job, totalBytes: 4, resumedAt: 0 }))
  ;(button('Pause d0').element() as HTMLElement).focus()
  app.happens(downloadStored({ ...job, bytes: 4, sha256: null, fileName: 'd0.wav' }), downloadSaved(job))
  await expect.element(button('Pause d0')).not.toBeInTheDocument()
  await expect.element(page.css('[data-download-id="d0"]')).toHaveFocus()
  // On, not back to the top.
  await userEvent.tab()
  await userEvent.tab()
  await expect.element(button('Remove d0')).toHaveFocus()
  await escapeLeadsBack()
})

it('a zip that goes on without what failed keeps the focus in its row', async () => {
  const app = await openApp('/releases')
  const gather = { as: 'zip' as const, sources: [{ type: 'release' as const, id: 'r1', duration: 3 }] }
  const songs = ['a', 'b'].map((id) => aRequest(id, { mediaID: id, place: { bundle: 'zip', folder: 'A' } }))
  app.happens(
    downloadRequested({ requests: [aRequest('zip', { type: 'bundle', mediaID: 'zip', title: 'zip', gather })] }),
    downloadBundlePlanned({ downloadID: 'zip', songs, leftOut: 0 }),
    downloadStarted({ downloadID: 'a', totalBytes: 4, resumedAt: 0 }),
    downloadStored({ downloadID: 'a', bytes: 4, sha256: 'ab', fileName: 'a.wav', crc32: 7 }),
    downloadFailed({ downloadID: 'b', reason: 'server', receivedBytes: 0 }),
  )
  await opener().click()
  await press('Finish without them')
  await expect.element(button('Finish without them')).not.toBeInTheDocument()
  await expect.element(page.css('[data-download-id="zip"]')).toHaveFocus()
  await escapeLeadsBack()
})

it('a button that changes what it does keeps the focus', async () => {
  await open(1, null)
  await press('Pause d0')
  await expect.element(button('Resume d0')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(button('Pause d0')).toHaveFocus()
})

it('the picked folder is let go, or allowed again, by a button that goes: where one chooses a folder has the focus', async () => {
  const app = await openApp('/releases', { ports: { chooseFolder: async () => false } })
  app.happens(downloadFolderChanged({ name: 'Music', access: 'prompt' }))
  await opener().click()
  await button('Download settings').click()
  await press('Allow access')
  app.happens(downloadFolderChanged({ name: 'Music', access: 'granted' }))
  await expect.element(button('Choose folder')).toHaveFocus()
  await press("Save to the browser's downloads")
  app.happens(downloadFolderChanged({ name: null, access: 'none' }))
  await expect.element(button('Choose folder')).toHaveFocus()
  await escapeLeadsBack()
})

it('H-412 a folder the browser refuses is named as that, and said again when a press changes nothing', async () => {
  const app = await openApp('/releases', { ports: { chooseFolder: async () => true } })
  app.happens(downloadFolderChanged({ name: 'Music', access: 'denied' }))
  await opener().click()
  await button('Download settings').click()
  const words = /^The browser does not let this page write there\./
  await expect.element(page.getByRole('status').getByText(words)).toBeVisible()
  await press('Allow access')
  await expect.element(page.css('[aria-live="polite"]').getByText(words)).toBeInTheDocument()
  await expect.element(button('Allow access')).toHaveFocus()
})

it('the button that steps to the fewest downloads at a time keeps the focus there', async () => {
  await open(1)
  await press('Download settings')
  ;(page.getByRole('button', { name: 'Fewer', exact: true }).element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter>12/}')
  await expect.element(page.getByRole('spinbutton')).toHaveValue(1)
  await expect.element(page.getByRole('button', { name: 'Fewer', exact: true })).toBeDisabled()
  await expect.element(page.getByRole('button', { name: 'Fewer', exact: true })).toHaveFocus()
})

it('a template that was typed is kept when Escape closes the panel over it', async () => {
  const app = await open(1)
  await press('Download settings')
  const template = page.getByRole('textbox', { name: 'File name template' })
  await template.fill('{title} {isrc}')
  expect(app.of('setting.downloadsChosen')).toEqual([])
  await userEvent.keyboard('{Escape}')
  await expect.element(panel()).not.toBeInTheDocument()
  expect(app.of('setting.downloadsChosen')).toEqual([{ choices: { nameTemplate: '{title} {isrc}' } }])
})

it('what would come of a template is said once nothing is typed any more, not with each key', {
  tags: ['long'],
}, async () => {
  await open(1)
  await press('Download settings')
  const preview = page.getByRole('status', { name: 'File name preview' })
  await expect.element(preview).toHaveAttribute('aria-live', 'off')
  const template = page.getByRole('textbox', { name: 'File name template' })
  for (const typed of ['{title}', '{title} {isrc}']) await template.fill(typed)
  const names = () => spoken.peek().map(({ words }) => words)
  await expect.poll(names).toEqual([preview.element().textContent])
  expect(names()[0]).toContain('GBRB12600003')
})

it('beside why a template is refused nothing is said of the one before', async () => {
  await open(1)
  await press('Download settings')
  const template = page.getByRole('textbox', { name: 'File name template' })
  const names = () => spoken.peek().map(({ words }) => words)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  for (const typed of ['{title} {isrc}', '{nothing}']) await template.fill(typed)
  await expect.element(template).toHaveAttribute('aria-invalid', 'true')
  vi.advanceTimersByTime(2000)
  expect(names()).toEqual([])
  await template.fill('{title} {isrc}')
  vi.advanceTimersByTime(2000)
  expect(names()).toEqual([expect.stringContaining('GBRB12600003')])
})

it('H-138: a template that another tab chose is followed, and one that nobody typed here is not put back', async () => {
  const app = await open(1)
  await press('Download settings')
  const template = page.getByRole('textbox', { name: 'File name template' })
  const { parallelDownloads: count, downloads } = app.state.single('setting')
  const choose = (nameTemplate: string) =>
    app.happens(settingDownloadsFollowed({ count, choices: { ...downloads, nameTemplate } }))
  choose('{title} {isrc}')
  await expect.element(template).toHaveValue('{title} {isrc}')
  await template.click()
  choose('{isrc} {title}')
  await userEvent.tab()
  await userEvent.keyboard('{Escape}')
  await expect.element(panel()).not.toBeInTheDocument()
  expect(app.of('setting.downloadsChosen')).toEqual([])
})

it('H-538: a problem is reported over the downloads: Escape leads back to the row, and then to their button', async () => {
  await open(1, { status: 'failed', reason: 'format' })
  await press('Report a problem')
  const report = page.getByRole('dialog', { name: 'Report a problem' })
  await expect.element(report).toBeVisible()
  expect(report.element().contains(document.activeElement)).toBe(true)
  await userEvent.keyboard('{Escape}')
  await expect.element(report).not.toBeInTheDocument()
  await expect.element(button('Report a problem')).toHaveFocus()
  await escapeLeadsBack()
})

it('H-538: a release that is opened by key while the downloads are open has the focus, and they close', {
  tags: ['long'],
}, async () => {
  await open(1)
  const card = page.css('[data-release-id]').first()
  ;(card.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.css('dialog[open]')).toBeVisible()
  await expect.element(panel()).not.toBeInTheDocument()
  expect(document.activeElement?.closest('dialog')).not.toBe(null)
  await userEvent.keyboard('{Escape}')
  await expect.element(page.css('dialog[open]')).not.toBeInTheDocument()
  await expect.element(card).toHaveFocus()
})

it('the settings a failed download leads to have the focus at their first field, also where they stand open', async () => {
  await open(30, { status: 'failed', reason: 'folder' })
  const ways = panel().getByRole('button', { name: 'Open settings' })
  const format = panel().getByRole('combobox', { name: 'Preferred format' })
  for (const way of [ways.first(), ways.nth(4)]) {
    await expect.element(way).toBeVisible()
    ;(way.element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(format).toHaveFocus()
    await expect.element(format).toBeInViewport()
  }
})
