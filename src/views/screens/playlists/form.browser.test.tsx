// The form of a playlist: what it makes and changes, what it refuses, and what the server refuses.
import { beforeEach, expect, it, vi } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { playlistRequestFailed } from '#core/events/playlists.ts'
import { PLAYLIST_TRACKS_MAX } from '#core/model/playlists/playlist.ts'
import { openApp } from '#tests/components/app.tsx'
import { KeptPlaylists } from '#tests/components/playlists.ts'
import { type Answers, failure } from '#tests/components/wire.ts'
import { openCreatePlaylist } from '#views/music/playlists/playlists.state.ts'

let kept: KeptPlaylists
beforeEach(() => {
  kept = new KeptPlaylists()
})

const creating = page.getByRole('dialog', { name: 'Create playlist' })
const editing = page.getByRole('dialog', { name: 'Edit playlist' })
const nameIn = (dialog: Locator) => dialog.getByRole('textbox', { name: 'Name' })
const descIn = (dialog: Locator) => dialog.getByRole('textbox', { name: 'Description' })
const save = (dialog: Locator) => dialog.getByRole('button', { name: 'Save' }).click()
const article = (name: string) => page.getByRole('article', { name, exact: true })
const toast = (category: string) => page.css(`[role="status"][data-category="${category}"]`).last()

/** The form over an empty list. */
async function opened(answers: Answers = {}) {
  const app = await openApp('/playlists', { answers: { ...answers, ...kept.answers(), ...answers } })
  await page.getByRole('button', { name: 'Create playlist' }).first().click()
  await expect.element(creating).toBeVisible()
  return app
}

it('PLAYLIST-015, PLAYLIST-026, SHELL-020, SHELL-035: creates a playlist from the list', async () => {
  const app = await opened()
  await nameIn(creating).fill('  Late night  ')
  await descIn(creating).fill('Slow ones')
  await save(creating)
  await expect.element(creating).not.toBeInTheDocument()
  await expect.element(toast('playlistCreated')).toHaveTextContent('Playlist created')
  await expect.element(article('Late night')).toHaveTextContent('Slow ones')
  expect(app.wire.of('POST /playlists')).toHaveLength(1)
  expect(kept.named('Late night')).toMatchObject({ desc: 'Slow ones', tracks: [] })
})

it('stands without a hole for what is seldom said, and has room for it once it is', async () => {
  await opened({ 'POST /playlists': () => failure(500, 'INTERNAL') })
  const gap = () => {
    const button = creating.getByRole('button', { name: 'Save' }).element().getBoundingClientRect()
    return button.top - descIn(creating).element().getBoundingClientRect().bottom
  }
  expect(gap()).toBeLessThanOrEqual(48)
  await nameIn(creating).fill('Late night')
  await save(creating)
  await expect.element(creating.getByRole('alert')).toBeVisible()
  const said = creating.getByRole('alert').element().getBoundingClientRect()
  const button = creating.getByRole('button', { name: 'Save' }).element().getBoundingClientRect()
  expect(said.bottom).toBeLessThanOrEqual(button.top)
})

it('Escape asks before what was typed is discarded, and without anything typed does not', {
  tags: ['long'],
}, async () => {
  await opened()
  await nameIn(creating).fill('Late night')
  await userEvent.keyboard('{Escape}')
  const question = page.getByRole('alertdialog', { name: 'Discard what you typed?' })
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(nameIn(creating)).toHaveValue('Late night')
  await userEvent.keyboard('{Escape}')
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect.element(creating).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Create playlist' }).first().click()
  await expect.element(creating).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(creating).not.toBeInTheDocument()
})

it('of more songs than a playlist holds the first are saved, and the form says so', { tags: ['long'] }, async () => {
  const app = await openApp('/playlists', { answers: kept.answers() })
  await expect.element(page.getByRole('button', { name: 'Create playlist' }).first()).toBeVisible()
  const tracks = Array.from({ length: PLAYLIST_TRACKS_MAX + 1 }, (_, n) => `r1.${n}`)
  openCreatePlaylist({ tracks: [...tracks, 'r1.0'] })
  await expect.element(creating).toHaveTextContent('5,000 songs at most: the first of the 5,001')
  await nameIn(creating).fill('Queue')
  await save(creating)
  await expect.element(creating).not.toBeInTheDocument()
  expect(app.told.find(({ type }) => type === 'playlist.createRequested')?.payload).toMatchObject({
    tracks: { length: PLAYLIST_TRACKS_MAX },
    over: 1,
  })
})

it('PLAYLIST-016, PLAYLIST-018: a name is needed, and the error goes a moment after there is one', async () => {
  const app = await opened()
  const name = nameIn(creating)
  await name.fill('   ')
  await save(creating)
  const words = 'Please add a playlist name to create a playlist'
  await expect.element(name).toHaveAccessibleDescription(new RegExp(words))
  await expect.element(name).toHaveAttribute('aria-invalid', 'true')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const rendered = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
  const input = name.element() as HTMLInputElement
  input.focus()
  await userEvent.keyboard('L')
  await rendered()
  vi.advanceTimersByTime(299)
  await rendered()
  expect(input.hasAttribute('aria-invalid')).toBe(true)
  vi.advanceTimersByTime(1)
  await rendered()
  expect(input.hasAttribute('aria-invalid')).toBe(false)
  vi.useRealTimers()
  // What was read out stays for a while where only screen readers find it.
  await expect.element(name).not.toHaveAccessibleDescription(new RegExp(words))
  await expect.element(creating.getByRole('link', { name: words })).not.toBeInTheDocument()
  expect(app.wire.of('POST /playlists')).toEqual([])
})

it('PLAYLIST-017, PLAYLIST-019, PLAYLIST-020: 50 and 100 characters, counted', { tags: ['long'] }, async () => {
  const app = await opened()
  await expect.element(creating.getByText('0/100')).toBeVisible()
  await nameIn(creating).fill('n'.repeat(51))
  await descIn(creating).fill('d'.repeat(101))
  await expect.element(creating.getByText('101/100')).toBeVisible()
  await save(creating)
  await expect.element(nameIn(creating)).toHaveAccessibleDescription(/At most 50 characters/)
  await expect.element(descIn(creating)).toHaveAccessibleDescription(/At most 100 characters/)
  expect(app.wire.of('POST /playlists')).toEqual([])
  await nameIn(creating).fill('n'.repeat(50))
  await descIn(creating).fill('d'.repeat(100))
  await expect.element(creating.getByText('100/100')).toBeVisible()
  await save(creating)
  await expect.element(creating).not.toBeInTheDocument()
  await expect.element(article('n'.repeat(50))).toBeVisible()
})

it('keeps what was typed when the server refuses it', { tags: ['long'] }, async () => {
  const app = await opened({ 'POST /playlists': () => failure(400, 'BAD', 'This name is taken.') })
  await nameIn(creating).fill('Late')
  await save(creating)
  await expect.element(creating.getByRole('alert')).toHaveTextContent('This name is taken.')
  await expect.element(nameIn(creating)).toHaveValue('Late')
  app.wire.answer(kept.answers())
  await save(creating)
  await expect.element(creating).not.toBeInTheDocument()
  await expect.element(article('Late')).toBeVisible()
})

it.each([
  ['TIMEOUT', 'The playlist may have been saved', 'the playlist may have been saved'],
  ['UNREACHABLE', 'The server cannot be reached', 'The playlist is not saved yet'],
])('H-037: after %s says whether it may have been saved, also to who leaves', async (code, said, left) => {
  const app = await opened({ 'POST /playlists': () => new Promise(() => {}) })
  await nameIn(creating).fill('Late')
  await save(creating)
  await expect.poll(() => app.of('playlist.createRequested')).toHaveLength(1)
  const requestId = app.of('playlist.createRequested')[0]?.requestId ?? ''
  app.happens(playlistRequestFailed({ requestId, code, message: '' }))
  await expect.element(creating.getByRole('alert')).toHaveTextContent(said)
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('alertdialog', { name: 'Discard what you typed?' })).toHaveTextContent(left)
})

it('H-037: what one try came to stays unknown after a later one that came to nothing', async () => {
  const app = await opened({ 'POST /playlists': () => new Promise(() => {}) })
  await nameIn(creating).fill('Late')
  for (const [n, code] of ['TIMEOUT', 'UNREACHABLE'].entries()) {
    await save(creating)
    await expect.poll(() => app.of('playlist.createRequested')).toHaveLength(n + 1)
    const requestId = app.of('playlist.createRequested')[n]?.requestId ?? ''
    app.happens(playlistRequestFailed({ requestId, code, message: '' }))
    await expect.element(creating.getByRole('alert')).toBeVisible()
  }
  await userEvent.keyboard('{Escape}')
  const asked = page.getByRole('alertdialog', { name: 'Discard what you typed?' })
  await expect.element(asked).toHaveTextContent('the playlist may have been saved')
})

it('what the server says of a field stands at that field until it is changed', { tags: ['long'] }, async () => {
  await opened({
    'POST /playlists': () =>
      Response.json({ code: 'BAD_REQUEST', message: 'No.', fields: { name: 'Not this name' } }, { status: 400 }),
  })
  const name = nameIn(creating)
  await name.fill('Late')
  await save(creating)
  await expect.element(name).toHaveAccessibleDescription(/Not this name/)
  await expect.element(name).toHaveFocus()
  await name.fill('Later')
  await expect.element(name).not.toHaveAttribute('aria-invalid')
})

it('PLAYLIST-015, PLAYLIST-027, SHELL-036: edits a playlist from its page', async () => {
  const id = kept.make('Late night', [], 'Slow ones')
  await openApp(`/playlists/${id}`, { answers: kept.answers() })
  await page.getByRole('button', { name: 'Edit' }).click()
  await expect.element(nameIn(editing)).toHaveValue('Late night')
  await expect.element(descIn(editing)).toHaveValue('Slow ones')
  await nameIn(editing).fill('Early light')
  await save(editing)
  await expect.element(toast('playlistUpdated')).toHaveTextContent('Playlist updated')
  await expect.element(page.getByRole('heading', { name: 'Early light', level: 1 })).toBeVisible()
  expect(kept.find(id)).toMatchObject({ name: 'Early light', desc: 'Slow ones' })
})

it('what was not edited stays as another device left it meanwhile', { tags: ['long'] }, async () => {
  const id = kept.make('Late night', [], 'Slow ones')
  await openApp(`/playlists/${id}`, { answers: kept.answers() })
  await page.getByRole('button', { name: 'Edit' }).click()
  await expect.element(descIn(editing)).toHaveValue('Slow ones')
  Object.assign(kept.find(id) ?? {}, { desc: 'Of the phone' })
  await nameIn(editing).fill('Early light')
  await save(editing)
  await expect.element(toast('playlistUpdated')).toHaveTextContent('Playlist updated')
  expect(kept.find(id)).toMatchObject({ name: 'Early light', desc: 'Of the phone' })
  await page.getByRole('button', { name: 'Edit' }).click()
  await expect.element(descIn(editing)).toHaveValue('Of the phone')
  Object.assign(kept.find(id) ?? {}, { name: 'From the phone' })
  await descIn(editing).fill('Fast ones')
  await save(editing)
  await expect.element(page.getByRole('heading', { name: 'From the phone', level: 1 })).toBeVisible()
  expect(kept.find(id)).toMatchObject({ name: 'From the phone', desc: 'Fast ones' })
})
