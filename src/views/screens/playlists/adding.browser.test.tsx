// Adding to playlists from wherever songs are: a song's menu, a release, a selection, the play bar, the queue.
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { playlistDeleted } from '#core/events/playlists.ts'
import { openApp } from '#tests/components/app.tsx'
import { axeFaults } from '#tests/components/axe.ts'
import { control, queue } from '#tests/components/playing.ts'
import { KeptPlaylists, someTracks } from '#tests/components/playlists.ts'
import { promised } from '#tests/components/promised.ts'
import { type Answers, aDetail, failure } from '#tests/components/wire.ts'
import { AGAIN_MS } from '../../kit/time/useAskAgain.ts'

let kept: KeptPlaylists
beforeEach(() => {
  kept = new KeptPlaylists()
})

const toast = (category: string) => page.css(`[role="status"][data-category="${category}"]`).last()
const choose = (name: string) => page.getByRole('menuitem', { name: new RegExp(`^${name}`) }).click()
const button = (of: Locator | typeof page, name: string) => of.getByRole('button', { name, exact: true })
const row = (trackid: string) => page.css(`[data-track-id="${trackid}"]`)
const card = (releaseid: string) => page.getByTestId('gallery-scroller').css(`[data-release-id="${releaseid}"]`)

/** The page of a release of three songs, the menu of one of them open. */
async function openMenu(trackid: string, title: string, answers: Answers = {}) {
  const app = await openApp('/releases/releaseInfo/r1', { answers: { ...answers, ...kept.answers(), ...answers } })
  await row(trackid).hover()
  await button(row(trackid), `More actions for ${title}`).click()
  return app
}

it('RELEASE-017, PLAYLIST-024, PLAYLIST-028, SHELL-037: a song, by its menu', { tags: ['long'] }, async () => {
  const id = kept.make('Late night')
  await openMenu('r1.b', 'Song r1.b')
  const menu = page.getByRole('menu')
  for (const name of ['Play next', 'Play later', 'Add to playlist', 'Create playlist'])
    await expect.element(menu.getByRole('menuitem', { name })).toBeVisible()
  await choose('Add to playlist')
  await expect.element(menu.getByRole('menuitem', { name: 'Play next' })).not.toBeInTheDocument()
  await choose('Late night')
  await expect.element(toast('addedToPlaylist')).toHaveTextContent('Added to playlist')
  expect(kept.order(id)).toEqual(['r1.b'])
  await button(toast('addedToPlaylist'), 'Undo').click()
  await expect.poll(() => kept.order(id)).toEqual([])
})

it('RELEASE-026, PLAYLIST-025: a release, by its add-to menu, without its videos', async () => {
  const id = kept.make('Late night')
  const detail = aDetail('r1', 4)
  const [, video] = detail.songs
  if (video) Object.assign(video, { assettype: 'video', formats: ['mp4'] })
  await openApp('/releases/releaseInfo/r1', { answers: { 'GET /releases/r1': () => detail, ...kept.answers() } })
  await button(page, 'Add to').click()
  await choose('Add to playlist')
  await choose('Late night')
  await expect.element(toast('addedToPlaylist')).toBeVisible()
  expect(kept.order(id)).toEqual(['r1.a', 'r1.c', 'r1.d'])
})

it('a song into a playlist that is made for it', { tags: ['long'] }, async () => {
  await openMenu('r1.c', 'Song r1.c')
  await choose('Create playlist')
  const form = page.getByRole('dialog', { name: 'Create playlist' })
  await form.getByRole('textbox', { name: 'Name' }).fill('Made for it')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect.element(toast('addedToPlaylist')).toBeVisible()
  expect(kept.named('Made for it')?.tracks).toEqual(['r1.c'])
  await openApp('/playlists', { answers: kept.answers() })
  await expect.element(page.getByRole('article', { name: 'Made for it', exact: true })).toHaveTextContent('1 song')
})

it('a selection, by the toolbar', { tags: ['long'] }, async () => {
  const id = kept.make('Late night')
  await openApp('/releases', { answers: kept.answers() })
  for (const releaseid of ['r1', 'r3']) {
    await card(releaseid).hover()
    await card(releaseid).getByRole('checkbox').click()
  }
  await expect.element(page.getByTestId('gallery-scroller')).toBeVisible()
  const toolbar = page.getByRole('toolbar', { name: 'Selection' })
  await toolbar.getByRole('button', { name: 'Add to playlist' }).click()
  await choose('Late night')
  await expect.element(toast('addedToPlaylist')).toBeVisible()
  const expected = ['r1', 'r3'].flatMap((releaseid) => ['a', 'b', 'c'].map((letter) => `${releaseid}.${letter}`))
  expect(kept.order(id)).toHaveLength(expected.length)
  expect(new Set(kept.order(id))).toEqual(new Set(expected))
})

it('a menu that has no list yet is read by keys, which go on in the list once it is there', {
  tags: ['long'],
}, async () => {
  kept.make('Late night')
  const { 'GET /playlists': list, ...answers } = kept.answers()
  const { promise: come, resolve } = promised<void>()
  await openApp('/releases', {
    answers: { ...answers, 'GET /playlists': (...call) => come.then(() => list?.(...call)) },
  })
  await card('r1').hover()
  await card('r1').getByRole('checkbox').click()
  await page.getByRole('toolbar', { name: 'Selection' }).getByRole('button', { name: 'Add to playlist' }).click()
  const item = (name: RegExp) => page.getByRole('menuitem', { name })
  await expect.element(item(/^Loading playlists$/)).toHaveFocus()
  await expect.element(item(/^Loading playlists$/)).toHaveAttribute('aria-disabled', 'true')
  expect(await axeFaults()).toEqual([])
  resolve()
  await expect.element(item(/^Late night/)).toHaveFocus()
})

it('what plays, by the play bar, and what the queue still has as a new playlist', { tags: ['long'] }, async () => {
  kept.make('Source', someTracks(3))
  const id = kept.make('Late night')
  const source = page.getByRole('article', { name: 'Source', exact: true })
  await openApp('/playlists', { answers: kept.answers() })
  await source.hover()
  await button(source, 'Play Source').click()
  await control('Add to playlist').click()
  await choose('Late night')
  await expect.poll(() => kept.order(id)).toEqual(['r1.a'])
  await control('Next').click()
  await control('Queue').click()
  await button(queue(), 'Save as playlist').click()
  const form = page.getByRole('dialog', { name: 'Create playlist' })
  await form.getByRole('textbox', { name: 'Name' }).fill('Kept')
  await button(form, 'Save').click()
  await expect.element(page.getByRole('article', { name: 'Kept', exact: true })).toHaveTextContent('2 songs')
  expect(kept.named('Kept')?.tracks).toEqual(someTracks(3).slice(1))
})

it('H-134: playlists that could not be had are asked for again in the menu, and by whoever opens it anew', {
  tags: ['long'],
}, async () => {
  kept.make('Late night')
  const app = await openMenu('r1.b', 'Song r1.b', { 'GET /playlists': () => failure(500) })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const menu = page.getByRole('menu')
  await choose('Add to playlist')
  await expect.element(menu).toHaveTextContent('could not be loaded')
  const asked = app.wire.of('GET /playlists').length
  await choose('Back')
  await choose('Add to playlist')
  await expect.poll(() => app.wire.of('GET /playlists').length).toBe(asked + 1)
  await expect.element(menu).toHaveTextContent('could not be loaded')
  app.wire.answer(kept.answers())
  vi.advanceTimersByTime(6 * AGAIN_MS)
  await expect.element(menu.getByRole('menuitem', { name: 'Late night' })).toBeVisible()
})

it('keys stay at what a menu of playlists says while its words change, and go on in the list that takes its place', async () => {
  const id = kept.make('Late night')
  const { promise: come, resolve } = promised<void>()
  const app = await openMenu('r1.b', 'Song r1.b', { 'GET /playlists': () => come.then(() => failure(500)) })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const item = (name: RegExp) => page.getByRole('menu').getByRole('menuitem', { name })
  await choose('Add to playlist')
  await expect.element(item(/^Back$/)).toHaveFocus()
  await userEvent.keyboard('{End}')
  await expect.element(item(/^Loading playlists$/)).toHaveFocus()
  resolve()
  await expect.element(item(/could not be loaded/)).toHaveFocus()
  app.wire.answer(kept.answers())
  const asked = () => {
    vi.advanceTimersByTime(AGAIN_MS)
    return app.wire.of('GET /playlists').length
  }
  await expect.poll(asked).toBeGreaterThan(1)
  await expect.element(item(/^Late night/)).toHaveFocus()
  // And back, where the last of them goes.
  app.wire.answer(new KeptPlaylists().answers())
  app.happens(playlistDeleted({ requestId: 'elsewhere', playlistid: id }))
  await expect.element(item(/^No playlists/)).toHaveFocus()
})

it('H-135: the menu reads the playlists anew, shows those it knows meanwhile, and keeps a press for more', {
  tags: ['long'],
}, async () => {
  for (let n = 0; n < 45; n++) kept.make(`Number ${n}`)
  const app = await openMenu('r1.b', 'Song r1.b')
  const menu = page.getByRole('menu')
  const item = (name: string) => menu.getByRole('menuitem', { name: new RegExp(`^${name}\\b`) })
  await choose('Add to playlist')
  await expect.element(item('Number 44')).toBeVisible()
  await choose('Back')
  kept.make('From the phone')
  let goOn = () => {}
  const read = new Promise<void>((resolve) => {
    goOn = resolve
  })
  const answers = kept.answers()
  app.wire.answer({
    'GET /playlists': async (asked, found) => {
      await read
      return answers['GET /playlists']?.(asked, found)
    },
  })
  await choose('Add to playlist')
  expect(menu.getByRole('group').element().getAttribute('aria-busy')).toBe('true')
  await expect.element(item('Number 44')).toBeVisible()
  await choose('Show more')
  goOn()
  await expect.element(item('From the phone')).toBeVisible()
  await expect.element(item('Number 0')).toBeVisible()
})

it('opened again it makes a page of rows and reads one, however many were shown before', {
  tags: ['long'],
}, async () => {
  for (let n = 0; n < 130; n++) kept.make(`Number ${n}`)
  const app = await openMenu('r1.b', 'Song r1.b')
  const rows = () => page.getByRole('menu').getByRole('group').getByRole('menuitem').elements().length
  await choose('Add to playlist')
  await expect.poll(rows).toBe(41)
  await choose('Show more')
  await expect.poll(rows).toBe(81)
  await choose('Show more')
  await expect.poll(rows).toBe(121)
  await choose('Back')
  const asked = app.wire.of('GET /playlists').length
  await choose('Add to playlist')
  expect(rows()).toBe(41)
  await expect.element(page.getByRole('menu').getByRole('group')).toHaveAttribute('aria-busy', 'false')
  expect(app.wire.of('GET /playlists')).toHaveLength(asked + 1)
  expect(rows()).toBe(41)
})

it('of many playlists one is found by its name, wherever it stands among them', { tags: ['long'] }, async () => {
  const id = kept.make('深夜 🌙 Late')
  for (let n = 0; n < 90; n++) kept.make(`Number ${n}`)
  await openMenu('r1.b', 'Song r1.b')
  await choose('Add to playlist')
  await choose('Search playlists')
  const dialog = page.getByRole('dialog', { name: 'Add to playlist' })
  const search = dialog.getByRole('searchbox', { name: 'Search playlists' })
  await expect.element(search).toHaveFocus()
  const status = dialog.getByRole('status').element()
  await expect.element(dialog.getByRole('status')).toHaveTextContent('91 playlists')
  expect(dialog.getByRole('listitem').elements()).toHaveLength(41)
  expect(await axeFaults()).toEqual([])
  await search.fill('深夜')
  await expect.element(dialog.getByRole('status')).toHaveTextContent(/^1 playlist$/)
  // What is put there anew with its words is not spoken.
  expect(dialog.getByRole('status').element()).toBe(status)
  await userEvent.keyboard('{Tab}{Enter}')
  await expect.element(toast('addedToPlaylist')).toBeVisible()
  expect(kept.order(id)).toEqual(['r1.b'])
  await expect.element(dialog).not.toBeInTheDocument()
})

it('the search offers no more rows than a page until more are asked for, and says where nothing is found', {
  tags: ['long'],
}, async () => {
  for (let n = 0; n < 90; n++) kept.make(`Number ${n}`)
  await openMenu('r1.b', 'Song r1.b')
  await choose('Add to playlist')
  await choose('Search playlists')
  const dialog = page.getByRole('dialog', { name: 'Add to playlist' })
  await dialog.getByRole('button', { name: 'Show more' }).click()
  await expect.poll(() => dialog.getByRole('listitem').elements().length).toBe(81)
  await dialog.getByRole('searchbox').fill('nowhere')
  await expect.element(dialog.getByRole('status')).toHaveTextContent('No playlist by that name')
})

it('the keys stay in the menu: on the way back, and where the last playlists came in place of what asked for them', async () => {
  for (let n = 0; n < 45; n++) kept.make(`Number ${n}`)
  await openMenu('r1.b', 'Song r1.b')
  const item = (name: string) => page.getByRole('menu').getByRole('menuitem', { name: new RegExp(`^${name}\\b`) })
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{Enter}')
  await expect.element(item('Back')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(item('Add to playlist')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(item('Show more')).toBeVisible()
  const known = page.getByRole('menu').getByRole('group').getByRole('menuitem').elements().length - 1
  await userEvent.keyboard('{End}{Enter}')
  await expect.element(item('Show more')).not.toBeInTheDocument()
  await expect.element(item(`Number ${44 - known}`)).toHaveFocus()
})

it('the search keeps a press for more while its playlists are read anew, and asks again for what failed alone', async () => {
  for (let n = 0; n < 130; n++) kept.make(`Number ${n}`)
  const app = await openMenu('r1.b', 'Song r1.b')
  await choose('Add to playlist')
  await expect.element(page.getByRole('menuitem', { name: /^Search playlists/ })).toBeVisible()
  const read = promised<void>()
  const answers = kept.answers()
  let fails = false
  app.wire.answer({
    'GET /playlists': async (asked, found) => {
      await read.promise
      if (fails) return failure(500)
      return answers['GET /playlists']?.(asked, found)
    },
  })
  await choose('Search playlists')
  const dialog = page.getByRole('dialog', { name: 'Add to playlist' })
  const rows = () => dialog.getByRole('listitem').elements().length
  const more = dialog.getByRole('button', { name: 'Show more' })
  await expect.poll(rows).toBe(41)
  await more.click()
  read.resolve()
  await expect.poll(rows).toBe(81)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  fails = true
  await more.click()
  await expect.element(dialog.getByRole('status')).toHaveTextContent('could not be loaded')
  expect(rows()).toBe(81)
  fails = false
  const asked = app.wire.of('GET /playlists').length
  await expect
    .poll(() => {
      vi.advanceTimersByTime(AGAIN_MS)
      return rows()
    })
    .toBe(121)
  expect(
    app.wire
      .of('GET /playlists')
      .slice(asked)
      .map(({ query }) => query.get('page')),
  ).toEqual(['3'])
})

it('in the search the keys go on at the first of the playlists that were asked for, also at the last of them', {
  tags: ['long'],
}, async () => {
  for (let n = 0; n < 90; n++) kept.make(`Number ${n}`)
  await openMenu('r1.b', 'Song r1.b')
  await choose('Add to playlist')
  await choose('Search playlists')
  const dialog = page.getByRole('dialog', { name: 'Add to playlist' })
  const row = (name: string) => dialog.getByRole('button', { name: new RegExp(`^${name}\\b`) })
  const more = row('Show more')
  for (const first of ['Number 49', 'Number 9']) {
    await expect.element(more).toBeVisible()
    ;(more.element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(row(first)).toHaveFocus()
  }
  await expect.element(more).not.toBeInTheDocument()
})
