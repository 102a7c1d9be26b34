/** The rows of a release: what gives way where a title is long, and who is drawn again where another song plays. */
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { playerReleaseChosen } from '#core/events/player.ts'
import type { Song } from '#core/model/catalogue/release.ts'
import { show, signedIn } from '#tests/components/stage.tsx'
import { aDetail } from '#tests/components/wire.ts'
import { TrackList } from './TrackList.tsx'

const release = aDetail('r1', 3)
const row = (trackid: string) => page.css(`[data-track-id="${trackid}"]`)

/** How many px of a text are cut away. */
const cutOf = (at: ReturnType<typeof row>, text: string) => {
  const { scrollWidth, clientWidth } = at.getByText(text, { exact: true }).element()
  return scrollWidth - clientWidth
}

it('a version is cut before its title is, and its beginning stays', async () => {
  const version = 'extended version for a long way home '.repeat(4).trim()
  const names = ['Slow Harbour', 'Slow Harbour and all the lights across the water '.repeat(6).trim()]
  const songs = names.map((title, at) => ({ ...(release.songs[at] as Song), title, version }))
  await show(<TrackList release={{ ...release, songs }} />, { window: [800, 600] })
  expect(cutOf(row('r1.a'), names[0] ?? '')).toBe(0)
  expect(cutOf(row('r1.a'), `(${version})`)).toBeGreaterThan(0)
  expect(cutOf(row('r1.b'), names[1] ?? '')).toBeGreaterThan(0)
  // One and a half times its letters' size (14 px).
  expect(row('r1.b').getByText(`(${version})`).element().clientWidth).toBe(21)
})

it('H-380: the buttons of songs of one title are named alike, and described by the version', async () => {
  const songs = ['', 'Club Mix', 'Dub'].map((version, at) => ({
    ...(release.songs[at] as Song),
    title: 'Heat',
    version,
  }))
  await show(<TrackList release={{ ...release, songs }} />, { story: signedIn().knows({ ...release, songs }) })
  for (const name of ['Play Heat', 'Flag Heat', 'Download Heat as WAV', 'More actions for Heat']) {
    const buttons = page.getByRole('button', { name, exact: true })
    await expect
      .poll(() => buttons.elements().map((one) => one.getAttribute('aria-description')))
      .toEqual([null, 'Club Mix', 'Dub'])
  }
})

it('of many songs those alone are drawn again that begin or end', async () => {
  const COUNT = 120
  const drawn = new Set<string>()
  const first = release.songs[0] as Song
  const songs = Array.from({ length: COUNT }, (_, n): Song => ({ ...first, trackid: `r1.${n}`, ordinal: n + 1 }))
  const watched = songs.map((song) =>
    // Its row alone reads it.
    Object.defineProperty({ ...song }, 'market_tags', {
      get: () => {
        drawn.add(song.trackid)
        return song.market_tags
      },
    }),
  )
  const stage = await show(<TrackList release={{ ...release, songs: watched }} />, {
    story: signedIn().knows({ ...release, songs }),
  })
  const rows = () => stage.host.querySelectorAll('[data-track-id]').length
  // The first come at once, and the table is as tall as with all of them.
  expect(rows()).toBeLessThan(COUNT)
  expect(page.getByRole('table').element().clientHeight).toBeGreaterThanOrEqual(COUNT * 56)
  await expect.poll(rows).toBe(COUNT)
  const chosen = (trackid: string) =>
    stage.happens(playerReleaseChosen({ releaseid: 'r1', trackid, itemId: `i.${trackid}`, requestId: trackid }))
  chosen('r1.5')
  await expect.element(row('r1.5')).toHaveAttribute('aria-current', 'true')
  drawn.clear()
  chosen('r1.7')
  await expect.element(row('r1.7')).toHaveAttribute('aria-current', 'true')
  expect([...drawn]).toEqual(['r1.5', 'r1.7'])
})
