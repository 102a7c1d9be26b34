// The songs that were played on this device, in their table: its columns, and what a row does.
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { playerStarted } from '#core/events/player.ts'
import { type AppSurroundings, openApp } from '#tests/components/app.tsx'
import { KeptMarks } from '#tests/components/marks.ts'

const row = page.css('[data-track-id="r1.a"]')
const button = (name: string) => row.getByRole('button', { name, exact: true })

/** A song was heard from the page of its release; then the history. */
async function heard(around: AppSurroundings = {}) {
  const kept = new KeptMarks()
  const app = await openApp('/releases/releaseInfo/r1', { ...around, answers: kept.answers() })
  await row.hover()
  await button('Play Song r1.a').click()
  const requestId = () => app.state.single('player').requestId
  await expect.poll(requestId).toBeTruthy()
  app.happens(playerStarted({ requestId: requestId() ?? '', duration: 200 }))
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'History' }).click()
  await expect.element(page.getByRole('table', { name: 'Tracks' })).toBeVisible()
  return { app, kept }
}

it('TABLE-012: the columns, of which narrow places show fewer; a width is kept for the table of songs', async () => {
  await heard({ window: [1920, 1080] })
  const heads = () =>
    page
      .getByRole('table', { name: 'Tracks' })
      .getByRole('columnheader')
      .elements()
      .filter((one) => one.clientWidth > 0)
      .map((one) => one.ariaLabel ?? '')
      // The head of the actions says nothing.
      .filter((name) => name !== '')
  const all = ['Number', 'Cover', 'Artist', 'Title', 'Duration', 'Available date']
  await expect.poll(heads).toEqual([...all, 'Label', 'Genres', 'Markets', 'Impact date'])
  const cells = row.getByRole('cell')
  await expect.element(cells.nth(2)).toHaveTextContent(/^Ana Lumen$/)
  await expect.element(cells.nth(3)).toHaveTextContent('Song r1.a')
  await page.viewport(1000, 800)
  await expect.poll(heads).toEqual([...all, 'Label'])
  const width = () => cells.nth(3).element().getBoundingClientRect().width
  const before = width()
  ;(page.getByRole('separator', { name: 'Resize Title' }).element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}')
  await expect.poll(width).toBeCloseTo(before - 20, -0.5)
})

it('a row flags, downloads and queues like the row of its release', async () => {
  const { app, kept } = await heard()
  await row.hover()
  await button('Flag Song r1.a').click()
  await expect.element(button('Flag Song r1.a')).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(() => kept.marked('flagged')).toEqual(['r1'])
  expect(app.wire.of('POST /releases/r1/tracks/r1.a/flag')).toHaveLength(1)
  await button('Download Song r1.a as MP3').click()
  await expect.element(page.css('[data-category="addDownloadQueue"]')).toBeVisible()
  await button('More actions for Song r1.a').click()
  await expect.element(page.getByRole('menuitem', { name: 'Play next' })).toBeVisible()
})
