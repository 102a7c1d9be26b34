// A track that was found does from its row what it does from that of its release.
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { flagRelease } from '#actions/library.ts'
import { releaseDetailReceived } from '#core/events/releases.ts'
import { ALL, openSearch, TERM, topResults } from '#tests/components/found.ts'
import { aDetail } from '#tests/components/wire.ts'

it('RELEASE-014, RELEASE-015: a track plays, queues, is flagged and downloads from its row', {
  tags: ['long'],
}, async () => {
  const [hit] = ALL.tracks
  if (!hit) throw new Error('no track')
  const { trackid, releaseid, title } = hit
  const detail = aDetail(releaseid)
  const songs = detail.songs.map((song) => (song.trackid === trackid ? { ...song, title } : song))
  const done = () => new Response(null, { status: 204 })
  const app = await openSearch(`/search/tracks?q=${TERM}`, {
    heardS: 200,
    answers: {
      'GET /releases/(n\\d+)': () => ({ ...detail, songs }),
      'POST /releases/:id/tracks/:trackid/flag': done,
      'DELETE /releases/:id/tracks/:trackid/flag': done,
    },
  })
  const row = page.css(`[data-track-id="${trackid}"]`)
  const button = (name: string) => row.getByRole('button', { name: `${name} ${title}`, exact: true })
  // By a finger two of them are in the menu alone: they are pressed as they stand in the row, seen or not.
  const inRow = (name: RegExp) =>
    [...row.element().querySelectorAll<HTMLElement>('button')].find((one) => name.test(one.ariaLabel ?? ''))
  const player = page.getByRole('region', { name: 'Player' })
  await row.hover()
  await button('Play').click()
  await expect.element(player.getByText(title).first()).toBeVisible()
  await expect.element(row).toHaveAttribute('aria-current', 'true')
  inRow(/^Flag /)?.click()
  await expect.poll(() => inRow(/^Flag /)?.ariaPressed).toBe('true')
  expect(app.wire.of(`POST /releases/${releaseid}/tracks/${trackid}/flag`)).toHaveLength(1)
  await expect.poll(() => inRow(/^Flag /)?.ariaBusy).not.toBe('true')
  inRow(/^Flag /)?.click()
  await expect.poll(() => inRow(/^Flag /)?.ariaPressed).toBe('false')
  expect(app.wire.of(`DELETE /releases/${releaseid}/tracks/${trackid}/flag`)).toHaveLength(1)
  await button('More actions for').click()
  await page.getByRole('menuitem', { name: 'Play later' }).click()
  expect(app.of('queue.releaseAdded')).toMatchObject([{ releaseid, trackid, place: 'bottom' }])
  for (const format of ['WAV', 'MP3'])
    expect(inRow(new RegExp(`^Download ${title} as ${format}$`))?.textContent).toBe(format)
  inRow(/ as WAV$/)?.click()
  await page.getByRole('button', { name: 'Downloads', exact: true }).click()
  await expect.element(page.getByRole('dialog', { name: 'Downloads' }).getByText(title).first()).toBeVisible()
})

it('RELEASE-012, RELEASE-017: a track shows its markets, and its menu adds it to playlists and leads to its release', {
  tags: ['long'],
}, async () => {
  const [hit] = ALL.tracks
  if (!hit) throw new Error('no track')
  const app = await openSearch(`/search/tracks?q=${TERM}`)
  const row = page.css(`[data-track-id="${hit.trackid}"]`)
  await expect.element(row.getByText('NORDIC', { exact: true })).toBeVisible()
  const more = row.getByRole('button', { name: `More actions for ${hit.title}`, exact: true })
  await row.hover()
  await more.click()
  for (const name of ['Play next', 'Play later', 'Create playlist'])
    await expect.element(page.getByRole('menuitem', { name, exact: true })).toBeVisible()
  await page.getByRole('menuitem', { name: 'Add to playlist', exact: true }).click()
  await expect.element(page.getByText('No playlists yet')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await row.hover()
  await more.click()
  await page.getByRole('menuitem', { name: 'Release info', exact: true }).click()
  await expect.poll(() => app.address).toBe(`/releases/releaseInfo/${hit.releaseid}`)
})

it('H-380: tracks of one title are played by one name, with the version as what is read after it', async () => {
  const items = ALL.tracks.slice(0, 3).map((hit, n) => ({ ...hit, title: 'Heat', version: ['', 'Club Mix', 'Dub'][n] }))
  const found = { items, total: 3 }
  const none = { items: [], total: 0 }
  await openSearch(`/search?q=${TERM}`, {
    answers: { 'GET /search': () => ({ top: found, tracks: found, artists: none, labels: none, releases: none }) },
  })
  for (const list of [topResults(), page.getByRole('region', { name: 'Tracks', exact: true })]) {
    const plays = list.getByRole('button', { name: 'Play Heat', exact: true })
    await expect
      .poll(() => plays.elements().map((one) => one.getAttribute('aria-description')))
      .toEqual([null, 'Club Mix', 'Dub'])
  }
})

it('FLAG-008: a track whose release is archived says why it takes no flag, and is busy with its whole release', async () => {
  const [one, two] = ALL.tracks
  if (!one || !two) throw new Error('no tracks')
  const never = new Promise<never>(() => {})
  const app = await openSearch(`/search/tracks?q=${TERM}`, {
    answers: {
      'POST /releases/:id/flag': () => never,
    },
  })
  const flagOf = ({ trackid }: { trackid: string }) =>
    [...document.querySelectorAll<HTMLElement>(`[data-track-id="${trackid}"] button`)].find((it) =>
      /^Flag /.test(it.ariaLabel ?? ''),
    )
  await expect.poll(() => flagOf(one)?.ariaLabel).toBe(`Flag ${one.title}`)
  const known = (releaseid: string, archived: boolean) =>
    releaseDetailReceived({ release: aDetail(releaseid, 3, { archived }) })
  app.happens(known(one.releaseid, true), known(two.releaseid, false))
  await expect.poll(() => flagOf(one)?.ariaDisabled).toBe('true')
  flagOf(one)?.click()
  expect(flagOf(one)?.ariaDescription).toMatch(/^An archived release cannot be flagged/)
  flagRelease(two.releaseid)
  await expect.poll(() => flagOf(two)?.ariaBusy).toBe('true')
  flagOf(two)?.click()
  expect(app.wire.of('POST /releases/:id/tracks/:trackid/flag')).toEqual([])
})

it('on a phone, where the button is in the menu, the sign of a flagged track has a name', {
  tags: ['long'],
}, async () => {
  const [hit] = ALL.tracks
  if (!hit) throw new Error('no track')
  const done = () => new Response(null, { status: 204 })
  await openSearch(`/search/tracks?q=${TERM}`, { answers: { 'POST /releases/:id/tracks/:trackid/flag': done } })
  const row = page.css(`[data-track-id="${hit.trackid}"]`)
  await row.hover()
  const flag = row.getByRole('button', { name: `Flag ${hit.title}`, exact: true })
  await flag.click()
  await expect.element(flag).toHaveAttribute('aria-pressed', 'true')
  const sign = row.getByRole('img', { name: 'Flagged' })
  expect(sign.elements()).toHaveLength(0)
  await page.viewport(390, 844)
  await expect.element(sign).toBeVisible()
})

it('a long name that runs from right to left is cut at its end, and what it is of stays', async () => {
  const artist = 'فرقة الشمال الكبيرة '.repeat(20).trim()
  const releases = ALL.releases.slice(0, 5).map((hit) => ({ ...hit, artist }))
  await openSearch(`/search?q=${TERM}`, {
    window: [390, 844],
    answers: {
      'GET /search': () => ({
        top: { items: releases, total: 5 },
        tracks: { items: [], total: 0 },
        artists: { items: [], total: 0 },
        labels: { items: [], total: 0 },
        releases: { items: releases, total: 5 },
      }),
    },
  })
  await expect.element(topResults()).toBeVisible()
  const name = page.css('li bdi').filter({ hasText: 'فرقة' }).first()
  await expect.element(name).toBeVisible()
  const box = name.element()
  expect(box.scrollWidth).toBeGreaterThan(box.clientWidth)
  const { direction, textOverflow } = getComputedStyle(box)
  expect([direction, textOverflow]).toEqual(['rtl', 'ellipsis'])
  const row = box.parentElement as HTMLElement
  expect(row.scrollWidth).toBe(row.clientWidth)
})
