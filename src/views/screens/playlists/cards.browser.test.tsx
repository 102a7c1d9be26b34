// Which cards of the list of playlists render when one of them changes, or plays.
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { playlistChosen, playlistListOpened, playlistListReceived, playlistReceived } from '#core/events/playlists.ts'
import { Renders, show, signedIn, sounds } from '#tests/components/stage.tsx'
import { aPlaylist, aTrack } from '#tests/support/story.ts'
import { PlaylistCard } from './PlaylistCard.tsx'

const IDS = ['a', 'b', 'c']
const queryId = 'sort=-createtime'
const nothing = () => {}

async function cards() {
  const renders = new Renders()
  const read = (round: number, changed: Parameters<typeof aPlaylist>[1] = {}) => [
    playlistListOpened({ queryId }),
    playlistListReceived({
      queryId,
      round,
      from: 1,
      pages: 1,
      total: 3,
      playlists: IDS.map((id) => aPlaylist(id, { tracks: 1, ...(id === 'b' ? changed : {}) })),
    }),
  ]
  const stage = await show(
    <>{IDS.map((id) => renders.of(id, <PlaylistCard playlistid={id} selected={false} onSelect={nothing} />))}</>,
    { story: signedIn().happens(...read(1)) },
  )
  await expect.poll(() => page.getByRole('article').elements().length).toBe(3)
  renders.counts.clear()
  return { ...stage, read, counts: renders.counts }
}

it('of a list that is read anew the card that changed renders', async () => {
  const { happens, read, counts } = await cards()
  happens(...read(2, { name: 'Other' }))
  await expect.element(page.getByRole('article', { name: 'Other' })).toBeVisible()
  expect([...counts.keys()]).toEqual(['b'])
})

it('where a playlist plays its card renders, and no other', async () => {
  const { happens, counts } = await cards()
  happens(
    playlistReceived({ playlist: aPlaylist('b', { tracks: 1 }), songs: [aTrack('r1.1')] }),
    playlistChosen({ playlistid: 'b', trackid: null, itemId: 'i1', requestId: 'q1' }),
    playlistReceived({ playlist: aPlaylist('b', { tracks: 1 }), songs: [aTrack('r1.1')] }),
    ...sounds('q1', 'r1.1', 200),
  )
  await expect.poll(() => document.querySelectorAll('[data-on]').length).toBe(1)
  expect([...counts.keys()]).toEqual(['b'])
})
