// A row of songs: what it says in each state, how it holds in other scripts, and that it renders for itself alone.

import { computed } from '@preact/signals-react'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { downloadHistoryRestored } from '#core/events/downloads.ts'
import { playerEnded, playerReleaseChosen, playerStarted } from '#core/events/player.ts'
import { releaseDetailReceived } from '#core/events/releases.ts'
import type { Song } from '#core/model/catalogue/release.ts'
import { releaseDetail } from '#projections/releases.ts'
import { Renders, show, signedIn } from '#tests/components/stage.tsx'
import { aDetail } from '#tests/components/wire.ts'
import { TrackRow } from './TrackRow.tsx'

const ids = ['r1.a', 'r1.b', 'r1.c']
const known = new Map<string, ReturnType<typeof make>>()
const make = (trackid: string) => {
  const held = releaseDetail('r1')
  return computed(() => held.value?.release?.songs.find((song) => song.trackid === trackid))
}
const songOf = (trackid: string) => {
  const signal = known.get(trackid) ?? make(trackid)
  known.set(trackid, signal)
  return signal
}

const withSong = (fields: Partial<Song>) => {
  const detail = aDetail('r1')
  return signedIn().knows({
    ...detail,
    songs: detail.songs.map((song, n) => (n === 0 ? { ...song, ...fields } : song)),
  })
}
const table = (renders?: Renders) => (
  // biome-ignore lint/a11y/useSemanticElements: its rows are no table elements either
  <div role="table">
    {ids.map((id, n) => {
      const row = <TrackRow key={id} trackid={id} number={n + 1} songOf={songOf} />
      return renders ? renders.of(id, row) : row
    })}
  </div>
)
const row = (n: number) => page.getByRole('row').nth(n)

it('says artist, title, version, that it is explicit, and how long it is', async () => {
  await show(table(), {
    story: withSong({ title: 'Night Drive', version: 'Radio edit', explicit: true, duration: 61 }),
  })
  await expect.element(row(0)).toHaveTextContent(/Ana Lumen.*Night Drive\(Radio edit\)E.*1:01/)
})

it('a video says that it is one, and has nothing to play', async () => {
  await show(table(), { story: withSong({ title: 'Clip', assettype: 'video', duration: 0, formats: ['mp4'] }) })
  await expect.element(row(0).getByRole('img', { name: 'Video' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Play Clip' })).not.toBeInTheDocument()
})

it('what plays is the current row, without a number', async () => {
  const stage = await show(table(), { story: withSong({}) })
  stage.happens(playerReleaseChosen({ releaseid: 'r1', trackid: 'r1.b', itemId: 'i1', requestId: 'q1' }))
  stage.happens(playerStarted({ requestId: 'q1', duration: 200 }))
  await expect.element(row(1)).toHaveAttribute('aria-current', 'true')
  expect(row(1).element().firstElementChild?.textContent).toBe('')
  await expect.element(row(0)).not.toHaveAttribute('aria-current')
})

it('when the next song plays, the row that was and the row that is render, and no other', async () => {
  const renders = new Renders()
  const stage = await show(table(renders), { story: withSong({}) })
  stage.happens(playerReleaseChosen({ releaseid: 'r1', trackid: 'r1.a', itemId: 'i1', requestId: 'q1' }))
  stage.happens(playerStarted({ requestId: 'q1', duration: 200 }))
  renders.counts.clear()
  stage.happens(playerEnded({ requestId: 'q2' }))
  expect(new Set(renders.counts.keys())).toEqual(new Set(['r1.a', 'r1.b']))
})

it('a download that is new here renders its own row alone', async () => {
  const renders = new Renders()
  const stage = await show(table(renders), { story: withSong({}) })
  renders.counts.clear()
  stage.happens(downloadHistoryRestored({ keys: ['song r1.c wav'] }))
  expect([...renders.counts.keys()]).toEqual(['r1.c'])
})

it.each([
  ['Arabic', 'rtl', 'ليلة طويلة جدا في المدينة القديمة عند البحر الهادئ مع أصدقاء الطفولة '.repeat(2)],
  ['Japanese', 'ltr', '夜の高速道路を走り続ける長い長い物語の始まりと終わり'.repeat(4)],
  ['one word', 'ltr', 'Donaudampfschifffahrtsgesellschaftskapitän'.repeat(4)],
] as const)('a title in %s at its limit stays in its row at every width', async (_, direction, title) => {
  for (const width of [320, 800, 1440]) {
    await show(table(), { story: withSong({ title, artist: title }), window: [width, 800], direction })
    const { left, right, height } = row(0).element().getBoundingClientRect()
    const other = row(1).element().getBoundingClientRect()
    expect([Math.round(left), Math.round(right), height]).toEqual([
      Math.round(other.left),
      Math.round(other.right),
      other.height,
    ])
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  }
})

it('FLAG-008: a song of an archived release cannot be flagged, also where the release itself was all that came', async () => {
  await show(table(), {
    story: signedIn().happens(releaseDetailReceived({ release: aDetail('r1', 3, { archived: true }) })),
  })
  await row(0).hover()
  await expect.element(row(0).getByRole('button', { name: /flag/i }).first()).toBeDisabled()
})
