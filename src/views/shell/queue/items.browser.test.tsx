// The play queue over songs that are heard: what it lists, and what happens when something is played or taken out.
import { expect, it } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { type AppStage, openApp } from '#tests/components/app.tsx'
import { control, mainPlay, openHeard, player, playRelease, queue, sounds } from '#tests/components/playing.ts'
import { aDetail } from '#tests/components/wire.ts'

const current = () => queue().getByRole('region', { name: 'Currently playing' })
const next = () => queue().getByRole('region', { name: 'Up next' })
const items = () => [...next().element().querySelectorAll<HTMLElement>('[data-queue-item]')]
const openQueue = () => player().getByRole('button', { name: 'Queue' }).click()

/** `r1` plays, and `r5` follows it. */
async function two(): Promise<AppStage> {
  const app = await playRelease()
  await sounds()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Releases' }).click()
  await page.css('[data-testid="gallery-scroller"] [data-release-id="r5"]').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Play later' }).click()
  await userEvent.keyboard('{Escape}')
  await openQueue()
  await expect.element(next()).toBeVisible()
  await expect.poll(() => items().length).toBe(1)
  return app
}

it('QUEUE-002: the queue shows what plays now', async () => {
  await playRelease()
  await openQueue()
  await expect.element(current()).toHaveTextContent('Song r1.a')
})

it('QUEUE-004: the queue can be opened before anything was chosen, and says that it is empty', {
  tags: ['long'],
}, async () => {
  const app = await openApp('/releases')
  const open = page.getByRole('button', { name: 'Queue', exact: true })
  await open.click()
  await expect.element(queue()).toHaveTextContent('Your queue is empty')
  await page.css('[data-testid="gallery-scroller"] [data-release-id="r5"]').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Play later' }).click()
  await userEvent.keyboard('{Escape}')
  await expect.element(next().getByRole('listitem').last()).toHaveTextContent('Title 5')
  expect(app.state.single('player').song).toBeNull()
  await page.viewport(390, 844)
  await expect.element(open).toBeVisible()
})

it('H-641: what was added and waits for its songs is on its way into the queue, and can be cleared', {
  tags: ['long'],
}, async () => {
  const app = await openApp('/releases', { answers: { 'GET /releases/:id': () => new Promise(() => {}) } })
  const card = page.css('[data-testid="gallery-scroller"] [data-release-id="r5"]')
  await card.hover()
  await card.getByRole('checkbox').click()
  const toolbar = page.getByRole('toolbar', { name: 'Selection' })
  await toolbar.getByRole('button', { name: 'Add to queue' }).click()
  await toolbar.getByRole('button', { name: 'Clear selection' }).click()
  const open = page.getByRole('button', { name: 'Queue', exact: true })
  await open.click()
  await expect.element(next()).toHaveTextContent('What you added is on its way into the queue.')
  await expect.element(queue()).not.toHaveTextContent('Your queue is empty')
  await page.viewport(390, 844)
  await expect.element(open).toBeVisible()
  await next().getByRole('button', { name: 'Clear queue' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Clear queue' }).click()
  await expect.element(queue()).toHaveTextContent('Your queue is empty')
  expect(app.state.single('queuePending').choices).toEqual([])
})

it('QUEUE-009: Play next puts a release before what follows', { tags: ['long'] }, async () => {
  await two()
  await page.css('[data-testid="gallery-scroller"] [data-release-id="r4"]').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Play next' }).click()
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => items().length).toBe(2)
  expect(items().map((item) => /Title \d/.exec(item.textContent ?? '')?.[0])).toEqual(['Title 4', 'Title 5'])
})

it('QUEUE-010: Play later puts a release at the end of the queue', { tags: ['long'] }, async () => {
  await two()
  await expect.element(next().getByRole('listitem').last()).toHaveTextContent('Title 5')
})

it('QUEUE-011: next plays the song that follows', { tags: ['long'] }, async () => {
  await playRelease()
  await sounds()
  await control('Next').click()
  await expect.element(player()).toHaveTextContent('Song r1.b')
  await sounds()
})

it('PLAYER-038: previous within the first three seconds plays the song before', { tags: ['long'] }, async () => {
  await playRelease()
  await sounds()
  await control('Next').click()
  await expect.element(player()).toHaveTextContent('Song r1.b')
  await control('Previous').click()
  await expect.element(player()).toHaveTextContent('Song r1.a')
})

it('QUEUE-006: an item that follows is played', { tags: ['long'] }, async () => {
  await two()
  await next().getByRole('button', { name: 'Play Title 5', exact: true }).click()
  await expect.element(player()).toHaveTextContent('Song r5.a')
  await expect.element(current()).toHaveTextContent('Title 5')
  await sounds()
})

it('QUEUE-005: an item that follows is removed, and what plays goes on', { tags: ['long'] }, async () => {
  const { sound } = await two()
  await next().getByRole('button', { name: 'Remove Title 5', exact: true }).click()
  await expect.poll(() => queue().element().querySelectorAll('[data-queue-item]').length).toBe(0)
  await expect.element(player()).toHaveTextContent('Song r1.a')
  expect(await sound.isSounding()).toBe(true)
})

it('QUEUE-014: the song that plays is removed: the next one plays; QUEUE-015: paused, the player is reset', {
  tags: ['long'],
}, async () => {
  await two()
  const remove = (title: string) => current().getByRole('button', { name: `Remove ${title}`, exact: true })
  for (const [gone, plays] of [
    ['Song r1.a', 'Song r1.b'],
    ['Song r1.b', 'Song r1.c'],
    ['Song r1.c', 'Song r5.a'],
  ] as const) {
    await remove(gone).click()
    await expect.element(player()).toHaveTextContent(plays)
    await sounds()
  }
  await control('Pause').click()
  await remove('Song r5.a').click()
  await expect.element(player()).not.toBeInTheDocument()
  // What would have followed is there.
  await expect.element(next()).toHaveTextContent('2 songs')
})

it('QUEUE-004: a queue of nothing says so', { tags: ['long'] }, async () => {
  await playRelease()
  await openQueue()
  const nothing = queue().getByText('Your queue is empty')
  await expect.element(current()).toBeVisible()
  await expect.element(nothing).not.toBeInTheDocument()
  for (const n of [1, 2])
    await next()
      .getByRole('button', { name: /^Remove / })
      .nth(2 - n)
      .click()
  await control('Pause').click()
  await queue().getByRole('button', { name: 'Remove Song r1.a', exact: true }).click()
  await expect.element(nothing).toBeVisible()
})

it('QUEUE-003, QUEUE-018, D-160: what follows is listed song by song; one is skipped and put back, the item stays', {
  tags: ['long'],
}, async () => {
  await two()
  const rest = next().getByRole('list', { name: 'The rest of what plays' })
  const uuids = () =>
    rest
      .getByRole('listitem')
      .elements()
      .map((one) => (one as HTMLElement).dataset.queueSong)
  await expect.poll(() => uuids().length).toBe(2)
  for (const [n, title] of ['Song r1.b', 'Song r1.c'].entries())
    await expect.element(rest.getByRole('listitem').nth(n)).toHaveTextContent(title)
  const before = uuids()
  const skipped = rest.getByRole('listitem').first()
  await skipped.hover()
  await skipped.getByRole('button', { name: /^Remove / }).click()
  await expect.poll(uuids).toEqual(before.slice(1))
  await expect.element(current()).toHaveTextContent('Title 1')
  await page.css('[data-category="removedFromQueue"]').getByRole('button', { name: 'Undo' }).click()
  await expect.poll(uuids).toEqual(before)

  // The songs of what was queued stand under it when they are asked for, and go one by one as well.
  const item = next().css('[data-queue-item]')
  await item.getByRole('button', { name: /3 songs/, expanded: false }).click()
  const songs = next().css('[data-queue-item] ~ [data-queue-song]')
  await expect.element(item).toHaveAttribute('aria-level', '1')
  await expect.element(songs.first()).toHaveAttribute('aria-level', '2')
  await expect.poll(() => songs.elements().length).toBe(3)
  await songs.nth(1).hover()
  await songs.nth(1).getByRole('button', { name: /^Remove / }).click() // biome-ignore format: one press
  await expect.poll(() => songs.elements().length).toBe(2)
  await expect.element(item).toHaveTextContent('2 songs')

  // A song that follows can be played at once.
  const last = rest.getByRole('listitem').last()
  await last.hover()
  await last.getByRole('button', { name: /^Play / }).click()
  await expect.element(player()).toHaveTextContent('Song r1.c')
  await expect.element(rest).not.toBeInTheDocument()
  await sounds()
})

it('H-380: songs of one title are played and removed by one name, with the version as what is read after it', async () => {
  const detail = aDetail('r1')
  const songs = detail.songs.map((song, n) => ({ ...song, title: 'Heat', version: ['Dub', '', 'Club Mix'][n] ?? '' }))
  await openHeard(undefined, { answers: { 'GET /releases/r1': () => ({ ...detail, songs }) } })
  await mainPlay().click()
  await expect.element(player()).toHaveTextContent('Dub')
  await openQueue()
  const said = (where: Locator, name: string) =>
    where
      .getByRole('button', { name, exact: true })
      .elements()
      .map((one) => one.getAttribute('aria-description'))
  await expect.poll(() => said(next(), 'Play Heat')).toEqual([null, 'Club Mix'])
  expect(said(next(), 'Remove Heat')).toEqual([null, 'Club Mix'])
  expect(said(current(), 'Remove Heat')).toEqual(['Dub'])
  await expect.element(next()).toHaveTextContent('Heat (Club Mix)')
})

it('what is removed by keys leaves the focus to the next of it, and the last to the heading of the queue', {
  tags: ['long'],
}, async () => {
  await two()
  const heading = queue().getByRole('heading', { name: 'Play queue' })
  const rest = next().getByRole('list', { name: 'The rest of what plays' })
  const skip = (title: string) => rest.getByRole('button', { name: `Remove ${title}`, exact: true })
  ;(skip('Song r1.b').element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(skip('Song r1.c')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(heading).toHaveFocus()
  const remove = (title: string) => queue().getByRole('button', { name: `Remove ${title}`, exact: true })
  ;(remove('Title 5').element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  expect(items()).toEqual([])
  await expect.element(heading).toHaveFocus()
  await control('Pause').click()
  ;(remove('Song r1.a').element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(queue().getByText('Your queue is empty')).toBeVisible()
  await expect.element(heading).toHaveFocus()
})
