// The songs that were played on this device, in their table: its columns, what a row does, whose they are, and what
// clears them.
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { playerStarted } from '#core/events/player.ts'
import { settingColumnResized } from '#core/events/settings.ts'
import { type AppSurroundings, openApp } from '#tests/components/app.tsx'
import { axeFaults } from '#tests/components/axe.ts'
import { KeptMarks } from '#tests/components/marks.ts'
import { player } from '#tests/components/playing.ts'
import { PASSWORD, WAYS_IN } from '#tests/components/session.ts'
import { aDetail } from '#tests/components/wire.ts'

const row = page.css('[data-track-id="r1.a"]')
const button = (name: string) => row.getByRole('button', { name, exact: true })

/** A song was heard from the page of its release; then the history. */
async function heard(around: AppSurroundings = {}) {
  const kept = new KeptMarks()
  const answers = { ...around.answers, ...kept.answers() }
  const app = await openApp('/releases/releaseInfo/r1', { ...around, answers })
  await row.hover()
  await button('Play Song r1.a').click()
  const requestId = () => app.state.single('player').requestId
  await expect.poll(requestId).toBeTruthy()
  app.happens(playerStarted({ requestId: requestId() ?? '', duration: 200 }))
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'History' }).click()
  await expect.element(page.getByRole('table', { name: 'Tracks' })).toBeVisible()
  return { app, kept }
}

it('under the head of the table nothing is left that keys lead to', async () => {
  await heard()
  const table = page.getByRole('table', { name: 'Tracks' }).element()
  let scroller = table.parentElement
  while (scroller && getComputedStyle(scroller).overflowY !== 'auto') scroller = scroller.parentElement
  const head = table.querySelector('[role="rowgroup"]') as HTMLElement
  expect(getComputedStyle(head).position).toBe('sticky')
  expect(scroller && Number.parseFloat(getComputedStyle(scroller).scrollPaddingTop)).toBeGreaterThan(head.offsetHeight)
})

it('TABLE-012: TABLE-004: the columns, of which narrow places show fewer; a width is kept for the table of songs', {
  tags: ['long'],
}, async () => {
  const { app } = await heard({ window: [1920, 1080] })
  const heads = () =>
    page
      .getByRole('table', { name: 'Tracks' })
      .getByRole('columnheader')
      .elements()
      .filter((one) => one.clientWidth > 0)
      .map((one) => one.ariaLabel ?? '')
  const all = ['Number', 'Cover', 'Artist', 'Title', 'Duration', 'Available date']
  await expect.poll(heads).toEqual([...all, 'Label', 'Genres', 'Markets', 'Impact date'])
  const cells = row.getByRole('cell')
  // Narrow places leave out some of the columns: what stands below each is said to be in its column.
  const columns = (parts: Element[]) => parts.map((part) => Number(part.ariaColIndex))
  const header = page.getByRole('table', { name: 'Tracks' }).getByRole('columnheader')
  expect(columns(header.elements())).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  expect(columns(cells.elements())).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
  await expect.element(cells.nth(2)).toHaveTextContent(/^Ana Lumen$/)
  await expect.element(cells.nth(3)).toHaveTextContent('Song r1.a')
  await page.viewport(1280, 800)
  await expect.poll(heads).toEqual([...all, 'Label', 'Genres', 'Markets', 'Impact date'])
  await page.viewport(1000, 800)
  await expect.poll(heads).toEqual([...all, 'Label'])
  const width = () => cells.nth(3).element().getBoundingClientRect().width
  const before = width()
  ;(page.getByRole('separator', { name: 'Resize Title' }).element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}')
  await expect.poll(width).toBeCloseTo(before - 20, -0.5)
  const title = Math.round(before) - 20
  expect(app.state.single('setting').columnWidths).toEqual({ artists: {}, labels: {}, releases: {}, songs: { title } })
  for (const table of ['artists', 'labels', 'releases'] as const)
    app.happens(settingColumnResized({ table, column: 'title', width: 100 }))
  app.happens(settingColumnResized({ table: 'songs', column: 'title', width: title - 30 }))
  await expect.poll(width).toBeCloseTo(before - 50, -0.5)
})

it.each([
  ['an impact date', Date.UTC(2026, 11, 4) / 1000, 'Dec 04, 2026'],
  ['no impact date', null, ''],
] as const)('TABLE-012: what the columns say of a song with %s', async (_, impactdate, impact) => {
  const known = { available: '2026-11-20', labels: [{ name: 'North' }, { name: 'Pier' }], impactdate }
  const genres = ['Alternative', 'Electronic', 'House', 'Ambient']
  const detail = aDetail('r1')
  const songs = detail.songs.map((song) => ({ ...song, ...known, version: 'Radio edit', explicit: true, duration: 61, genres, market_tags: ['us'] })) // biome-ignore format: one song
  await heard({ window: [1920, 1080], answers: { 'GET /releases/r1': () => ({ ...detail, songs }) } })
  const cells = () => row.getByRole('cell').elements().slice(2, 10).map(({ textContent }) => textContent) // biome-ignore format: one look
  await expect
    .poll(cells)
    .toEqual([
      ...['Ana Lumen', 'Song r1.a(Radio edit)E', '1:01', 'Nov 20, 2026', 'North, Pier'],
      ...['Alternative, Electronic, House...', '', impact],
    ])
  await expect.element(row.getByRole('cell').nth(8).getByRole('img', { name: 'United States' })).toBeVisible()
})

it('a row flags, downloads and queues like the row of its release', { tags: ['long'] }, async () => {
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

it('a song leads to its release', async () => {
  const { app } = await heard()
  await row.hover()
  await button('More actions for Song r1.a').click()
  await page.getByRole('menuitem', { name: 'Release info' }).click()
  await expect.poll(() => app.address).toBe('/releases/releaseInfo/r1')
})

const rows = () => [...document.querySelectorAll<HTMLElement>('[role=table] [data-track-id]')].map((one) => one.dataset.trackId) // biome-ignore format: one look
const nothing = () => page.getByRole('heading', { name: 'Nothing played yet' })
const nav = (name: string) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click()

it('RECENT-003: clear asks first and forgets everything', { tags: ['long'] }, async () => {
  await heard()
  const clear = page.getByRole('button', { name: 'Clear', exact: true })
  const question = page.getByRole('alertdialog', { name: 'Clear history', exact: true })
  await clear.click()
  expect(await axeFaults()).toEqual([])
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(question).not.toBeInTheDocument()
  expect(rows()).toEqual(['r1.a'])
  await clear.click()
  await question.getByRole('button', { name: 'Clear' }).click()
  await expect.element(nothing()).toBeVisible()
  await nav('Releases')
  await nav('History')
  await expect.element(nothing()).toBeVisible()
})

it('D-109: the next player of the device does not see it; the first finds it again', { tags: ['long'] }, async () => {
  const app = await openApp('/releases/releaseInfo/r1', {
    lives: true,
    heardS: 200,
    answers: { ...WAYS_IN, ...new KeptMarks().answers() },
  })
  /** In by the form, and on to where somebody was going. */
  const signIn = async (who: string, path: string) => {
    await page.getByRole('textbox', { name: 'Email', exact: true }).fill(`${who}@demo.test`)
    await page.getByLabelText('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect.poll(() => app.address).toBe(path)
  }
  const signOut = async () => {
    await page.getByRole('button', { name: 'Account menu' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('alertdialog', { name: 'Sign out' }).getByRole('button', { name: 'Sign out' }).click()
    await expect.poll(() => app.address).toBe('/')
  }
  await signIn('first', '/releases/releaseInfo/r1')
  await row.hover()
  await button('Play Song r1.a').click()
  await expect.element(player().getByRole('button', { name: 'Pause' })).toBeVisible()
  await nav('History')
  await expect.poll(rows).toEqual(['r1.a'])
  await signOut()
  await signIn('next', '/releases')
  await nav('History')
  await expect.element(nothing()).toBeVisible()
  await signOut()
  await signIn('first', '/releases')
  await nav('History')
  await expect.poll(rows).toEqual(['r1.a'])
})

it('on a phone, where the button is in the menu, the sign of a flagged song has a name', {
  tags: ['long'],
}, async () => {
  await heard()
  await row.hover()
  await button('Flag Song r1.a').click()
  await expect.element(button('Flag Song r1.a')).toHaveAttribute('aria-pressed', 'true')
  const sign = row.getByRole('img', { name: 'Flagged' })
  expect(sign.elements()).toHaveLength(0)
  await page.viewport(390, 844)
  await expect.element(sign).toBeVisible()
})
