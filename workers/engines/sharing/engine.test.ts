import { describe, expect, it } from 'vitest'
import '#core/reducers/late.ts'
import type { AppDraft, AppEvent } from '#core/events/index.ts'
import { sessionEnded } from '#core/events/people/session.ts'
import { contactOpened, contactRequested, shareRequested, supportRequested } from '#core/events/people/sharing.ts'
import { FakeClock, settle } from '#tests/support/fakeClock.ts'
import { Story } from '#tests/support/story.ts'
import { createApi } from '#workers/api/transport/client.ts'
import { createSharingEngine } from './engine.ts'

const SHARE = { requestId: 'share-0001', releaseid: 'r1', title: 'Tides', receivers: ['p2', 'p3'], text: 'Hear this' }
const CONTACT = {
  requestId: 'contact-0001',
  releaseid: 'r1',
  title: 'Tides',
  contactType: 4,
  email: 'nora@demo.test',
  text: 'Friday?',
}

/** @param answer of each call, in order; the last one on and on */
function somebody(...answers: (() => Response | Promise<Response>)[]) {
  const story = new Story()
  const asked: { call: string; body: unknown; key: string | null }[] = []
  const signals: AbortSignal[] = []
  const api = createApi({
    clock: new FakeClock(),
    session: { accessToken: async () => 'access', renew: async () => null },
    fetch: async (path, init) => {
      const key = new Headers(init?.headers).get('Idempotency-Key')
      if (init?.signal) signals.push(init.signal)
      asked.push({ call: `${init?.method} ${path}`, body: init?.body ? JSON.parse(`${init.body}`) : null, key })
      const answer = answers[Math.min(asked.length, answers.length) - 1]
      return answer ? answer() : Response.json({})
    },
  })
  const told: AppDraft[] = []
  const engine = createSharingEngine({
    api,
    report(draft) {
      told.push(draft)
      story.happens(draft)
    },
  })
  return {
    story,
    asked,
    signals,
    told,
    async wishes(...drafts: AppDraft[]) {
      for (const draft of drafts) {
        story.happens(draft)
        engine.accept(story.events.at(-1) as AppEvent, story.state)
      }
      await settle()
    },
  }
}
const status =
  (code: number, body: unknown = {}) =>
  () =>
    Response.json(body, { status: code })
const refused = (code: number, name: string, message = 'No') => status(code, { code: name, message })
const lost = () => {
  throw new TypeError('Failed to fetch')
}

describe('a release that is shared', () => {
  it('SHARE-011: goes to the receivers with the message', async () => {
    const one = somebody(status(201))
    await one.wishes(shareRequested(SHARE))
    const body = { release_id: 'r1', players_id: ['p2', 'p3'], message: 'Hear this' }
    expect(one.asked).toEqual([{ call: 'POST /api/releases/share', body, key: 'share-0001' }])
  })

  it('H-066: takes others along in the same call', async () => {
    const one = somebody(status(201, { data: { shared: 2 } }))
    await one.wishes(shareRequested({ ...SHARE, also: ['r2'] }))
    expect(one.asked.map(({ body }) => body)).toMatchObject([{ release_id: 'r1', also: ['r2'] }])
  })

  describe('H-534: with others, at a server that takes one at a time', () => {
    const several = shareRequested({ ...SHARE, also: ['r2', 'r3'] })
    const ids = (one: ReturnType<typeof somebody>) =>
      one.asked.map(({ body }) => [(body as { release_id: string }).release_id, (body as { also?: string[] }).also])
    const unknown = (fields: object, message: string) => status(400, { code: 'BAD_REQUEST', message, ...fields })

    it('sends the rest one by one where nothing is said of them, each under a key of its own', async () => {
      const one = somebody(status(201))
      await one.wishes(several)
      expect(ids(one)).toEqual([
        ['r1', ['r2', 'r3']],
        ['r2', undefined],
        ['r3', undefined],
      ])
      expect(one.asked.map(({ key }) => key)).toEqual(['share-0001', 'share-0001-1', 'share-0001-2'])
      expect(one.told.map(({ type }) => type)).toEqual(['sharing.shareSent'])
    })

    it.each([
      ['its fields', unknown({ fields: { also: 'unknown' } }, 'Wrong')],
      ['its message', unknown({}, 'property also should not exist')],
    ])('sends all of them one by one where it refuses the field, by %s', async (_, refusal) => {
      const one = somebody(refusal, status(201))
      await one.wishes(several)
      expect(ids(one).slice(1)).toEqual([
        ['r1', undefined],
        ['r2', undefined],
        ['r3', undefined],
      ])
      expect(new Set(one.asked.map(({ key }) => key)).size).toBe(4)
      expect(one.told.map(({ type }) => type)).toEqual(['sharing.shareSent'])
    })

    it('is refused, and sends nothing else, where anything else is wrong', async () => {
      const one = somebody(unknown({ fields: { players_id: 'nobody' } }, 'Wrong'))
      await one.wishes(several)
      expect([one.asked.length, one.told[0]?.type]).toEqual([1, 'sharing.shareRefused'])
    })

    it('tried again for others goes out to them whole', async () => {
      const one = somebody(status(201), lost, status(201), status(201), status(201))
      await one.wishes(several)
      const { payload } = several
      await one.wishes(shareRequested({ ...payload, receivers: [...payload.receivers, 'somebody-else'] }))
      expect(ids(one).map(([id]) => id)).toEqual(['r1', 'r2', 'r1', 'r2', 'r3'])
      expect(one.told.at(-1)?.type).toBe('sharing.shareSent')
    })

    it('tried again goes on where it failed', async () => {
      const one = somebody(status(201), status(201), lost, status(201))
      await one.wishes(several)
      expect(one.told.at(-1)?.type).toBe('sharing.shareRefused')
      await one.wishes(several)
      expect(ids(one).map(([id]) => id)).toEqual(['r1', 'r2', 'r3', 'r3'])
      expect(one.asked.slice(2).map(({ key }) => key)).toEqual(['share-0001-2', 'share-0001-2'])
      expect(one.told.at(-1)?.type).toBe('sharing.shareSent')
    })
  })

  it('SHARE-011: is shared when the answer is 201', async () => {
    const one = somebody(status(201))
    await one.wishes(shareRequested(SHARE))
    expect(one.told).toMatchObject([{ type: 'sharing.shareSent', payload: { requestId: 'share-0001' } }])
  })

  it('SHARE-011: is not shared by any other answer', async () => {
    const one = somebody(status(202))
    await one.wishes(shareRequested(SHARE))
    expect(one.told).toMatchObject([{ type: 'sharing.shareRefused', payload: { code: 'HTTP_202' } }])
  })

  it('SHARE-012: tells the text of the server with its refusal', async () => {
    const one = somebody(refused(403, 'NOT_CONNECTED', 'Verified connections only.'))
    await one.wishes(shareRequested(SHARE))
    expect(one.told[0]?.payload).toEqual({
      requestId: 'share-0001',
      code: 'NOT_CONNECTED',
      message: 'Verified connections only.',
    })
  })

  it('SHARE-012: keeps that text in the state', async () => {
    const one = somebody(refused(403, 'NOT_CONNECTED', 'Verified connections only.'))
    await one.wishes(shareRequested(SHARE))
    expect(one.story.state.get('sharing', 'share-0001')?.refusal?.message).toBe('Verified connections only.')
  })

  it('says that nobody answered', async () => {
    const one = somebody(lost)
    await one.wishes(shareRequested(SHARE))
    expect(one.told[0]?.payload).toEqual({ requestId: 'share-0001', code: 'NETWORK', message: '' })
  })

  it('asked for twice at once is sent once', async () => {
    const one = somebody(status(201))
    await one.wishes(shareRequested(SHARE), shareRequested(SHARE))
    expect([one.asked.length, one.told.length]).toEqual([1, 1])
  })

  it('tried again after an answer that was lost has the key of the first try', async () => {
    const one = somebody(lost, status(201))
    await one.wishes(shareRequested(SHARE))
    await one.wishes(shareRequested(SHARE))
    expect(one.asked.map(({ key }) => key)).toEqual(['share-0001', 'share-0001'])
    expect(one.told.at(-1)?.type).toBe('sharing.shareSent')
  })
})

describe('a message to an owner', () => {
  it('CONTACT-001: goes to the owner of the release with type, address and text', async () => {
    const one = somebody(status(200))
    await one.wishes(contactRequested(CONTACT))
    const body = {
      player_email: 'nora@demo.test',
      comment_type_id: 4,
      comment_type: 'schedule interview',
      comment_text: 'Friday?',
    }
    expect(one.asked).toEqual([{ call: 'POST /api/releases/r1/comments', body, key: 'contact-0001' }])
  })

  it('CONTACT-017: is sent when the answer is 200', async () => {
    const one = somebody(status(200))
    await one.wishes(contactRequested(CONTACT))
    expect(one.told).toMatchObject([{ type: 'sharing.contactSent', payload: { requestId: 'contact-0001' } }])
  })

  it('CONTACT-017: is not sent by any other answer', async () => {
    const one = somebody(status(202))
    await one.wishes(contactRequested(CONTACT))
    expect(one.told).toMatchObject([{ type: 'sharing.contactRefused', payload: { code: 'HTTP_202' } }])
  })

  it('CONTACT-018: says what the server refused, and for how long', async () => {
    const wait = () =>
      Response.json({ code: 'TOO_MANY_REQUESTS', message: 'Later' }, { status: 429, headers: { 'Retry-After': '60' } })
    const one = somebody(wait)
    await one.wishes(contactRequested(CONTACT))
    expect(one.told[0]?.payload).toMatchObject({ code: 'TOO_MANY_REQUESTS', retryAfterMs: 60_000 })
  })

  it('CONTACT-019: its form counts that it was opened, by two calls', async () => {
    const one = somebody()
    await one.wishes(contactOpened({ releaseid: 'r/1' }))
    expect(one.asked.map(({ call }) => call)).toEqual([
      'GET /api/releases/r%2F1/comments/init',
      'POST /api/releases/r%2F1/comments/click',
      'GET /api/releases/r%2F1/comments',
    ])
  })

  it('its form asks what was written to the same owner before', async () => {
    const comments = [
      { release_id: 'r2', release_title: 'Undertow', comment_type_id: 6, comment_text: '歌なし', sent_at: 7 },
    ]
    const one = somebody(() => Response.json({ comments }))
    await one.wishes(contactOpened({ releaseid: 'r1' }))
    const messages = [{ title: 'Undertow', contactType: 6, text: '歌なし', at: 7 }]
    expect(one.told).toMatchObject([{ type: 'sharing.contactHistoryReceived', payload: { releaseid: 'r1', messages } }])
    expect(one.story.state.get('contactHistory', 'r1')).toEqual({ messages })
  })

  describe('what was written before', () => {
    /** Answers of the three calls of each form, when the test says so. */
    const waiting = () => {
      const answers: (() => void)[] = []
      const title = (nth: number) => (nth === 0 ? 'First' : 'Second')
      const one = somebody(
        () =>
          new Promise<Response>((resolve) => {
            const release_title = title(answers.length < 3 ? 0 : 1)
            const comments = [{ release_id: 'r', release_title, comment_type_id: 6, comment_text: '', sent_at: 7 }]
            answers.push(() => resolve(Response.json({ comments })))
          }),
      )
      return { one, answers }
    }

    it('is what the newest form asked for, whenever an older answer comes', async () => {
      const { one, answers } = waiting()
      await one.wishes(contactOpened({ releaseid: 'r1' }), contactOpened({ releaseid: 'r2' }))
      for (const answer of answers.reverse()) {
        answer()
        await settle()
      }
      expect(one.told).toMatchObject([{ payload: { releaseid: 'r2', messages: [{ title: 'Second' }] } }])
      expect(one.story.state.get('contactHistory', 'r2')).toBeDefined()
    })

    it('is nobody’s after the session ended', async () => {
      const { one, answers } = waiting()
      await one.wishes(contactOpened({ releaseid: 'r1' }), sessionEnded({ reason: 'signedOut' }))
      for (const answer of answers) answer()
      await settle()
      expect(one.told).toEqual([])
    })
  })

  it('what was on its way when the session ended is no longer sent for anybody, and nothing is said of it', async () => {
    const one = somebody(() => new Promise<Response>(() => undefined))
    await one.wishes(shareRequested(SHARE), contactRequested(CONTACT))
    await one.wishes(sessionEnded({ reason: 'signedOut' }))
    expect(one.asked.map(({ call }) => call)).toEqual(['POST /api/releases/share', 'POST /api/releases/r1/comments'])
    expect([one.signals.every(({ aborted }) => aborted), one.told]).toEqual([true, []])
  })

  it('CONTACT-019: nothing is said when they fail', async () => {
    const one = somebody(lost)
    await one.wishes(contactOpened({ releaseid: 'r1' }))
    expect(one.told).toEqual([])
  })
})

describe('a message to support', () => {
  const SUPPORT = { requestId: 'support-0001', text: 'I cannot hear it' }

  it('SHELL-006: goes to support', async () => {
    const one = somebody(status(201))
    await one.wishes(supportRequested(SUPPORT))
    const body = { message: 'I cannot hear it' }
    expect(one.asked).toEqual([{ call: 'POST /api/support/messages', body, key: 'support-0001' }])
  })

  it('SHELL-006: is known to be sent once it was answered', async () => {
    const one = somebody(status(201))
    await one.wishes(supportRequested(SUPPORT))
    expect(one.story.state.get('sharing', 'support-0001')?.status).toBe('sent')
  })

  it('SHELL-006: whose answer was lost goes out under the same key again', async () => {
    const one = somebody(lost, status(201))
    await one.wishes(supportRequested(SUPPORT))
    expect(one.story.state.get('sharing', 'support-0001')?.refusal?.code).toBe('NETWORK')
    await one.wishes(supportRequested(SUPPORT))
    expect(one.asked.map(({ key }) => key)).toEqual(['support-0001', 'support-0001'])
    expect(one.story.state.get('sharing', 'support-0001')?.status).toBe('sent')
  })
})
