import { describe, expect, it, vi } from 'vitest'
import { downloadServerLost, downloadServerReached } from '#core/events/downloads.ts'
import type { AppDraft } from '#core/events/index.ts'
import { sessionEnded } from '#core/events/people/session.ts'
import { FakeClock } from '#tests/support/fakeClock.ts'
import { Story } from '#tests/support/story.ts'
import { createNeed } from './connections.ts'
import { createHearing } from './hearing.ts'

function setUp(answer: () => Response) {
  const tell = vi.fn()
  const hearing = createHearing({ fetch: async () => answer(), need: createNeed(new FakeClock(), () => {}), tell })
  const story = new Story()
  return {
    tell,
    ask: () => hearing.fetch('http://server/api/releases', {}),
    hear(draft: AppDraft) {
      const [event] = story.happens(draft).events.slice(-1)
      if (event) hearing.accept(event, story.state)
    },
  }
}

describe('while files wait for a server that is away', () => {
  it('whatever the server answers says that it is there', async () => {
    for (const status of [200, 401, 500]) {
      const { tell, ask, hear } = setUp(() => new Response('', { status }))
      hear(downloadServerLost({ retryInMs: 1000 }))
      await ask()
      expect(tell).toHaveBeenCalledOnce()
    }
  })

  it('a proxy before it says nothing', async () => {
    const { tell, ask, hear } = setUp(() => new Response('<h1>Bad gateway</h1>', { status: 502 }))
    hear(downloadServerLost({ retryInMs: 1000 }))
    await ask()
    expect(tell).not.toHaveBeenCalled()
  })

  it('answers say nothing before it is away, once it was reached, and after the session', async () => {
    for (const last of [null, downloadServerReached({}), sessionEnded({ reason: 'signedOut' })]) {
      const { tell, ask, hear } = setUp(() => new Response('{}'))
      if (last) {
        hear(downloadServerLost({ retryInMs: 1000 }))
        hear(last)
      }
      await ask()
      expect(tell).not.toHaveBeenCalled()
    }
  })
})
