/** The rows of a release: what gives way where a title is long. */
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { Song } from '#core/model/catalogue/release.ts'
import { show } from '#tests/components/stage.tsx'
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
  expect(row('r1.b').getByText(`(${version})`).element().clientWidth).toBe(36)
})
