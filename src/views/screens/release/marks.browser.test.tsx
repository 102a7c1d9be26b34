// A release and its songs are flagged where they are shown; what says so takes it back.
import { beforeEach, expect, it } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { openApp } from '#tests/components/app.tsx'
import { KeptMarks } from '#tests/components/marks.ts'
import { someClaims } from '#tests/support/story.ts'

let kept: KeptMarks
beforeEach(() => {
  kept = new KeptMarks()
})

const button = (at: Locator, name: string) => at.getByRole('button', { name, exact: true })
const song = (trackid: string) => page.css(`[data-track-id="${trackid}"]`)
const notice = (category: string) => page.css(`[data-category="${category}"]`)

it('RELEASE-024: FLAG-002: FLAG-003: flag by state, its songs too, with a message that takes it back', {
  tags: ['long'],
}, async () => {
  const app = await openApp('/releases?release=r2', { answers: kept.answers() })
  const dialog = page.getByRole('dialog', { name: 'Title 2' })
  await button(dialog, 'Flag').click()
  await expect.element(button(dialog, 'Unflag')).toBeVisible()
  for (const letter of ['a', 'b', 'c'])
    await expect.element(button(song(`r2.${letter}`), `Flag Song r2.${letter}`)).toHaveAttribute('aria-pressed', 'true')
  await expect.element(notice('flag')).toHaveTextContent('Title 2')
  expect(kept.marked('flagged')).toEqual(['r2'])
  expect(app.wire.of('POST /releases/r2/flag')).toHaveLength(1)
  await button(notice('flag'), 'Undo').click()
  await expect.element(button(dialog, 'Flag')).toBeVisible()
  await expect.element(notice('unFlag')).toBeVisible()
  for (const letter of ['a', 'b', 'c'])
    await expect
      .element(button(song(`r2.${letter}`), `Flag Song r2.${letter}`))
      .toHaveAttribute('aria-pressed', 'false')
  expect(kept.marked('flagged')).toEqual([])
})

it('RELEASE-014: FLAG-005: FLAG-007: a song is played and flagged from its row', { tags: ['long'] }, async () => {
  const app = await openApp('/releases/releaseInfo/r2', { answers: kept.answers() })
  await song('r2.b').hover()
  await expect.element(button(song('r2.b'), 'Play Song r2.b')).toBeVisible()
  const flag = button(song('r2.b'), 'Flag Song r2.b')
  await flag.click()
  await expect.element(flag).toHaveAttribute('aria-pressed', 'true')
  await expect.element(notice('flag')).toHaveTextContent('Song r2.b')
  await expect.element(button(page.getByRole('main'), 'Flag')).toBeVisible()
  expect(kept.marked('flagged')).toEqual(['r2'])
  expect(app.wire.of('POST /releases/r2/flag')).toEqual([])
  expect(app.wire.of('POST /releases/r2/tracks/r2.b/flag')).toHaveLength(1)
  await flag.click()
  await expect.element(flag).toHaveAttribute('aria-pressed', 'false')
  await expect.element(notice('unFlag')).toBeVisible()
  expect(kept.marked('flagged')).toEqual([])
  await button(song('r2.b'), 'Play Song r2.b').click()
  await expect.element(page.getByRole('region', { name: 'Player' })).toHaveTextContent('Song r2.b')
})

it('DEVICE-006: who is not verified plays, flags and archives a release where it is shown', async () => {
  const claims = someClaims('p1', { verified: false })
  const app = await openApp('/releases/releaseInfo/r2', { answers: kept.answers(), claims })
  const main = page.getByRole('main')
  await button(main, 'Flag').click()
  await expect.poll(() => kept.marked('flagged')).toEqual(['r2'])
  await song('r2.b').hover()
  await button(song('r2.b'), 'Play Song r2.b').click()
  await expect.element(page.getByRole('region', { name: 'Player' })).toHaveTextContent('Song r2.b')
  await button(main, 'Archive').click()
  await expect.poll(() => kept.marked('archived')).toEqual(['r2'])
  await expect.element(page.getByRole('link', { name: 'Playlists', exact: true }).first()).toBeVisible()
  app.go('/search')
  await expect.element(page.getByRole('searchbox').first()).toBeEnabled()
})
