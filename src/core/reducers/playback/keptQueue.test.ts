import { describe, expect, test } from 'vitest'
import * as play from '#core/events/player.ts'
import { queueReleaseAdded } from '#core/events/queue.ts'
import { aRelease, Story } from '#tests/support/story.ts'
import { keptQueueOf } from './keptQueue.ts'

const songOf = (story: Story) => (keptQueueOf(story.state) as { song?: string } | null)?.song

describe('the queue as it is kept', () => {
  test('an empty one is nothing to keep', () => {
    expect(keptQueueOf(new Story().state)).toBeNull()
  })

  test('the song that plays is remembered', () => {
    const story = new Story()
      .knows(aRelease('r1'))
      .happens(play.playerReleaseChosen({ releaseid: 'r1', trackid: 'r1.b', itemId: 'i1', requestId: 'q1' }))
    expect(songOf(story)).toBe(story.queue.selectedSong)
    expect(songOf(story)).not.toBeUndefined()
  })

  test('where none was chosen yet it is the first of what follows', () => {
    const story = new Story()
      .knows(aRelease('r1'))
      .happens(queueReleaseAdded({ releaseid: 'r1', itemId: 'i1', place: 'bottom' }))
    const [first] = story.queue.items
    const item = story.state.get('queueItem', first ?? '')
    expect(item).toBeDefined()
    expect(story.queue.selectedSong).toBeNull()
    expect(songOf(story)).toBe(item?.songs[0]?.uuid)
  })
})
