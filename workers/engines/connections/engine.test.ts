import { describe, expect, test } from 'vitest'
import '#core/reducers/late.ts'
import type { AppDraft, AppEvent } from '#core/events/index.ts'
import { changeNoticed } from '#core/events/people/changes.ts'
import {
  connectionAcceptRequested,
  connectionDeleteRequested,
  connectionInviteRequested,
  connectionListed,
  connectionListRequested,
} from '#core/events/people/connections.ts'
import { sessionEnded, sessionStarted } from '#core/events/people/session.ts'
import { FakeClock, settle } from '#tests/support/fakeClock.ts'
import { secretsIn } from '#tests/support/secrets.ts'
import { Story, someClaims } from '#tests/support/story.ts'
import { createApi } from '#workers/api/transport/client.ts'
import { createConnectionsEngine } from './engine.ts'
import { createPostedLinks } from './posted.ts'

const PAT = {
  player_id: 'p2',
  full_name: 'Pat Moss',
  first_name: 'Pat',
  last_name: 'Moss',
  email: 'pat@demo.test',
  verified: true,
}
const good = () => Response.json({ data: { inviter_name: 'Pat Moss', connection: PAT } })
const refused = (status: number, code: string) => () => Response.json({ code, message: 'No' }, { status })

/** What the tabs of a browser have in common. */
function aBrowser() {
  let kept: unknown
  let turn: Promise<unknown> = Promise.resolve()
  return {
    kept: {
      load: async () => kept,
      async change(by: (held: unknown) => unknown) {
        kept = by(kept)
      },
    },
    exclusively<T>(run: () => Promise<T>): Promise<T> {
      const mine = turn.then(run)
      turn = mine.catch(() => undefined)
      return mine
    },
  }
}

/** Somebody who is signed in, with a link in the vault. */
function somebody(
  answer: () => Response | Promise<Response>,
  held = new Map([['link:1', 'token-1']]),
  browser = aBrowser(),
) {
  const story = new Story()
  const clock = new FakeClock()
  const asked: { path: string; body: unknown; key: string | null; method: string }[] = []
  const api = createApi({
    clock,
    session: { accessToken: async () => 'access', renew: async () => null },
    fetch: async (path, init) => {
      asked.push({
        path: path.replace('/api/accounts/player', ''),
        body: init?.body ? JSON.parse(`${init.body}`) : null,
        key: new Headers(init?.headers).get('Idempotency-Key'),
        method: init?.method ?? 'GET',
      })
      return path.endsWith('/process') ? Response.json({ data: { connected: [PAT] } }) : answer()
    },
  })
  const told: AppDraft[] = []
  const report = (draft: AppDraft) => {
    told.push(draft)
    story.happens(draft)
  }
  const posted = createPostedLinks(browser.kept)
  const { exclusively } = browser
  const engine = createConnectionsEngine({
    api,
    clock,
    broker: secretsIn(held),
    report,
    posted,
    exclusively,
    jitter: () => 0,
  })
  return {
    story,
    asked,
    told,
    held,
    async takes(link = 'link:1', times = 1) {
      for (let at = 0; at < times; at += 1) {
        story.happens(connectionAcceptRequested({ link }))
        engine.accept(story.events.at(-1) as AppEvent, story.state)
      }
      await settle()
    },
    clock,
    /** The wish, and what came of it by now. */
    async wants(draft: AppDraft) {
      story.happens(draft)
      engine.accept(story.events.at(-1) as AppEvent, story.state)
      await settle()
    },
    network: () => story.state.get('network', 'self'),
  }
}

describe('an invitation to connect', () => {
  test('NETWORK-008: is accepted with the token of its link', async () => {
    const one = somebody(good)
    await one.takes()
    expect(one.asked[0]).toMatchObject({ path: '/invitations/accept', body: { invitation_token: 'token-1' } })
  })

  test('NETWORK-009: that was accepted announces a message that names the inviter', async () => {
    const one = somebody(good)
    await one.takes()
    expect(one.story.notices).toMatchObject([{ category: 'connectionAccepted', person: 'Pat Moss' }])
  })

  test('API-NET-001: is accepted by an answer that names the inviter and nothing else', async () => {
    const one = somebody(() => Response.json({ data: { inviter_name: 'Pat Moss' } }))
    await one.takes()
    expect(one.story.notices).toMatchObject([{ category: 'connectionAccepted', person: 'Pat Moss' }])
    expect([...one.held]).toEqual([])
  })

  test('NETWORK-010: that was accepted leaves the vault', async () => {
    const one = somebody(good)
    await one.takes()
    expect([...one.held]).toEqual([])
  })

  test('D-049: the list of the connected is what the server makes of it then', async () => {
    const one = somebody(good)
    await one.takes()
    expect(one.asked.map(({ path }) => path)).toEqual(['/invitations/accept', '/connections/process'])
    expect(one.network()?.connections).toEqual([{ ...PAT, id: 'p2' }])
  })

  test('D-047: asked for twice it is accepted once', async () => {
    const one = somebody(good)
    await one.takes('link:1', 2)
    expect(one.asked.filter(({ path }) => path === '/invitations/accept')).toHaveLength(1)
  })

  test.each([
    ['NETWORK-011, SHELL-042', 410, 'INVITATION_ACCEPTED', 'invitationAlreadyAccepted', ''],
    ['NETWORK-012, SHELL-043', 409, 'INVITATION_NOT_FOR_USER', 'invitationNotForUser', ''],
    ['one that is over', 410, 'INVITATION_EXPIRED', 'hasError', 'invitation.expired'],
    ['one that is none', 400, 'BAD_REQUEST', 'hasError', 'invitation.unreadable'],
  ])('%s: %i %s is said, and is the end of it', async (_, status, code, category, detail) => {
    const one = somebody(refused(status, code))
    await one.takes()
    expect(one.story.notices).toMatchObject([{ category, detail }])
    expect([...one.held]).toEqual([])
  })

  test.each([
    ['a server that fails', refused(503, 'UNAVAILABLE')],
    ['too many tries', refused(429, 'TOO_MANY_REQUESTS')],
    [
      'no answer',
      () => {
        throw new TypeError('Failed to fetch')
      },
    ],
  ])('D-047: after %s it stays for the next visit, and nothing is said', async (_, answer) => {
    const one = somebody(answer)
    await one.takes()
    expect(one.told).toMatchObject([{ type: 'connection.refused', payload: { why: 'unanswered' } }])
    expect(one.story.notices).toEqual([])
    expect([...one.held.keys()]).toEqual(['link:1'])
  })

  describe('whose answer was lost, and which the server has as accepted when it is sent again', () => {
    const claims = { email: 'a@demo.test', inviter_email: 'pat@demo.test', inviter_id: 'p2', relationship: 'coworker' }
    const token = `head.${btoa(JSON.stringify({ ...claims, welcome_email: false, exp: 1 }))}.sign`
    const lose = () => {
      throw new TypeError('Failed to fetch')
    }
    /** @param answers in their order */
    async function takesTwice(...answers: (() => Response)[]) {
      const one = somebody(() => (answers.shift() ?? lose)(), new Map([['link:1', token]]))
      await one.takes()
      await one.takes()
      return one
    }
    const already = refused(410, 'INVITATION_ACCEPTED')
    const list = (connections: object[]) => () => Response.json({ data: { connections } })

    test('NETWORK-009: was accepted here, and names the inviter', async () => {
      const one = await takesTwice(lose, already, list([PAT]))
      expect(one.told[1]).toMatchObject({ type: 'connection.accepted', payload: { inviter: 'Pat Moss', id: 'p2' } })
      expect(one.story.notices).toMatchObject([{ category: 'connectionAccepted', person: 'Pat Moss' }])
      expect([...one.held]).toEqual([])
    })

    test('NETWORK-009: was accepted here also when the page was loaded anew in between', async () => {
      const browser = aBrowser()
      const held = new Map([['link:1', token]])
      await somebody(lose, held, browser).takes()
      const answers = [already, list([PAT])]
      const next = somebody(() => (answers.shift() ?? lose)(), held, browser)
      await next.takes()
      expect(next.told[0]).toMatchObject({ type: 'connection.accepted', payload: { inviter: 'Pat Moss', id: 'p2' } })
      expect(await browser.kept.load()).toEqual([])
    })

    test.each([
      ['after a refusal that was an answer', [refused(429, 'TOO_MANY_REQUESTS'), already, list([PAT])]],
      ['where the inviter is none of the connected', [lose, already, list([])]],
      ['where nobody says who is connected', [lose, already, lose]],
    ])('NETWORK-011: %s it was accepted before', async (_, answers) => {
      const one = await takesTwice(...answers)
      expect(one.story.notices).toMatchObject([{ category: 'invitationAlreadyAccepted' }])
    })
  })

  test('D-047: two tabs post it once, and the second one shows who is connected then and says nothing', async () => {
    let answer = (_: Response) => {}
    const held = new Map([['link:1', 'token-1']])
    const browser = aBrowser()
    const first = somebody(() => new Promise((resolve) => (answer = resolve)), held, browser)
    const second = somebody(refused(410, 'INVITATION_ACCEPTED'), held, browser)
    await first.takes()
    await second.takes()
    expect(second.asked).toEqual([])
    answer(good())
    await settle()
    expect(first.story.notices).toMatchObject([{ category: 'connectionAccepted' }])
    expect(second.asked.map(({ path }) => path)).toEqual(['/connections/process'])
    expect([second.story.notices, second.network()?.connections]).toEqual([[], [{ ...PAT, id: 'p2' }]])
  })

  test.each([
    ['taken', good],
    ['refused', refused(409, 'INVITATION_NOT_FOR_USER')],
  ])('that is %s after the session ended is not told to whoever comes next', async (_, said) => {
    let answer = (_: Response) => {}
    const one = somebody(() => new Promise((resolve) => (answer = resolve)))
    await one.takes()
    await one.wants(sessionEnded({ reason: 'signedOut' }))
    answer(said())
    await settle()
    expect(one.asked.map(({ path }) => path)).toEqual(['/invitations/accept'])
    expect([one.told, one.story.notices]).toEqual([[], []])
    expect([...one.held.keys()]).toEqual(['link:1'])
  })

  test('whose token is gone is said to be unreadable, and nobody is asked', async () => {
    const one = somebody(good, new Map())
    await one.takes()
    expect(one.story.notices).toMatchObject([{ category: 'hasError', detail: 'invitation.unreadable' }])
    expect(one.asked).toEqual([])
  })
})

const listOf =
  (...connections: object[]) =>
  () =>
    Response.json({ data: { connections } })
const lost = () => {
  throw new TypeError('Failed to fetch')
}
/** Answers in turn; the last one stays. */
const inTurn = (...answers: (() => Response)[]) => {
  let at = 0
  return () => (answers[Math.min(at++, answers.length - 1)] ?? good)()
}

describe('the list of connections', () => {
  test('is what the server has', async () => {
    const one = somebody(listOf(PAT))
    await one.wants(connectionListRequested({}))
    expect(one.network()).toMatchObject({ status: 'success', connections: [{ id: 'p2' }] })
  })

  test('asked for twice at once is asked once', async () => {
    const one = somebody(listOf(PAT))
    one.story.happens(connectionListRequested({}))
    await Promise.all([one.wants(connectionListRequested({})), one.wants(connectionListRequested({}))])
    expect(one.asked).toHaveLength(1)
  })

  test('that did not change is not told again', async () => {
    const one = somebody(listOf(PAT))
    await one.wants(connectionListRequested({}))
    await one.wants(connectionListRequested({}))
    expect(one.told.map(({ type }) => type)).toEqual(['connection.listed', 'connection.listKept'])
  })

  test('is asked for again while the connection fails, and then said to have failed', async () => {
    const one = somebody(lost)
    await one.wants(connectionListRequested({}))
    await one.clock.advance(60_000)
    expect([one.asked.length, one.told]).toMatchObject([
      4,
      [{ type: 'connection.listFailed', payload: { code: 'NETWORK' } }],
    ])
  })

  describe('that was on its way while connections changed is asked for again', () => {
    const ADA = { ...PAT, player_id: 'p3', full_name: 'Ada Okonkwo', email: 'ada@demo.test' }
    /** Of the first listing the answer waits. */
    function listing() {
      let answer = () => {}
      const answers: (() => Response | Promise<Response>)[] = [
        () => new Promise((resolve) => (answer = () => resolve(listOf(ADA)()))),
      ]
      const one = somebody(() => (answers.shift() ?? listOf(ADA, PAT))())
      return { one, answers, answer: () => answer() }
    }

    test('NETWORK-008: by an invitation that was accepted', async () => {
      const { one, answers, answer } = listing()
      await one.wants(connectionListRequested({}))
      answers.push(good)
      await one.takes()
      answer()
      await settle()
      expect(one.network()?.connections.map(({ id }) => id)).toEqual(['p3', 'p2'])
      expect(one.network()?.left).toBeUndefined()
    })

    test('by somebody else', async () => {
      const { one, answer } = listing()
      await one.wants(connectionListRequested({}))
      const connected = [{ player_id: 'p2', full_name: 'Pat Moss' }]
      await one.wants(changeNoticed({ domains: ['connections'], connected, shares: [], told: true }))
      answer()
      await settle()
      expect(one.network()?.connections.map(({ id }) => id)).toEqual(['p3', 'p2'])
    })

    test('by somebody else, is read again where that was lost between', async () => {
      const answers = [listOf(PAT), () => new Response('', { status: 504 }), listOf(ADA, PAT)]
      const one = somebody(() => (answers.shift() ?? good)())
      await one.wants(connectionListRequested({}))
      await one.wants(changeNoticed({ domains: ['connections'], connected: [], shares: [], told: true }))
      expect(one.network()?.connections).toHaveLength(1)
      await one.clock.advance(1000)
      expect(one.network()?.connections).toHaveLength(2)
    })

    test('NETWORK-007: by a deletion without an answer', async () => {
      const { one, answers, answer } = listing()
      answers.unshift(listOf(ADA, PAT))
      await one.wants(connectionListRequested({}))
      await one.wants(connectionListRequested({}))
      answers.push(refused(500, 'INTERNAL'), listOf(PAT))
      await one.wants(connectionDeleteRequested({ requestId: 'd1', id: 'p3' }))
      answer()
      await settle()
      expect(one.network()?.connections.map(({ id }) => id)).toEqual(['p2'])
    })
  })

  test('that comes after the session ended is nobody’s', async () => {
    let answer = (_: Response) => {}
    const one = somebody(() => new Promise((resolve) => (answer = resolve)))
    await one.wants(connectionListRequested({}))
    await one.wants(sessionEnded({ reason: 'signedOut' }))
    answer(listOf(PAT)())
    await settle()
    expect([one.told, one.network()]).toEqual([[], undefined])
  })
})

describe('a connection that is deleted', () => {
  const withPat = async (...answers: (() => Response)[]) => {
    const one = somebody(inTurn(listOf(PAT), ...answers))
    await one.wants(connectionListRequested({}))
    await one.wants(connectionDeleteRequested({ requestId: 'd1', id: 'p2' }))
    return one
  }
  const gone = () => new Response(null, { status: 204 })

  test('NETWORK-006: is deleted at the server by its id, and leaves the list', async () => {
    const one = await withPat(gone)
    expect(one.asked[1]).toMatchObject({ method: 'DELETE', path: '/connections/p2' })
    expect(one.network()?.connections).toEqual([])
  })

  test('and was gone already counts as done', async () => {
    const one = await withPat(refused(404, 'CONNECTION_NOT_FOUND'))
    expect(one.told.at(-1)).toMatchObject({ type: 'connection.deleted' })
  })

  test('NETWORK-007: and was not deleted is there again, with the server’s message', async () => {
    const one = await withPat(refused(400, 'BAD_REQUEST'))
    expect(one.network()).toMatchObject({
      connections: [{ id: 'p2' }],
      removals: [],
      failure: { id: 'p2', code: 'BAD_REQUEST', message: 'No' },
    })
  })

  test('H-350: and was put off by the server says for how long', async () => {
    const one = await withPat(() => new Response('', { status: 503, headers: { 'Retry-After': '60' } }))
    expect(one.network()?.failure).toMatchObject({ code: 'HTTP_503_LATER', retryAfterMs: 60_000 })
  })

  test('without an answer is looked for again: it may be gone', async () => {
    const one = await withPat(refused(500, 'INTERNAL'), listOf())
    expect(one.told.map(({ type }) => type)).toEqual([
      'connection.listed',
      'connection.deleteFailed',
      'connection.listed',
    ])
    expect(one.network()?.connections).toEqual([])
  })

  test('NETWORK-006: while the list was on its way is not put back by it', async () => {
    let late = (_: Response) => {}
    const answers = [() => new Promise<Response>((resolve) => (late = resolve)), gone, listOf()]
    let at = 0
    const one = somebody(() => (answers[at++] ?? gone)())
    one.story.happens(connectionListed({ connections: [PAT] }))
    await one.wants(connectionListRequested({}))
    await one.wants(connectionDeleteRequested({ requestId: 'd1', id: 'p2' }))
    late(listOf(PAT)())
    await settle()
    expect(one.network()?.connections).toEqual([])
  })

  test('and is invited again meanwhile is listed again', async () => {
    const one = await withPat(gone, listOf(PAT))
    await one.wants(connectionListRequested({}))
    expect(one.network()?.connections).toMatchObject([{ id: 'p2' }])
  })
})

describe('invitations', () => {
  const NORA = { invitee_email: 'nora@demo.test', relationship: 'coworker' as const }
  const sent = () => Response.json({ data: { invitations: [{ ...NORA, status: 'sent' }] } }, { status: 201 })
  const send = (requestId: string, ...more: (typeof NORA)[]) =>
    connectionInviteRequested({ requestId, invitations: [NORA, ...more] })

  test('INVITE-016: each carries `invitee_email` and `relationship`', async () => {
    const one = somebody(sent)
    await one.wants(send('i1'))
    expect(one.asked[0]).toMatchObject({ path: '/invitations', method: 'POST', body: { invitations: [NORA] } })
  })

  test('tell what happened to each', async () => {
    const one = somebody(sent)
    await one.wants(send('i1'))
    expect(one.told).toMatchObject([{ type: 'connection.invited', payload: { invitations: [{ status: 'sent' }] } }])
  })

  test('whose answer was lost go out again under the same key', async () => {
    const one = somebody(inTurn(lost, sent))
    await one.wants(send('i1'))
    await one.clock.advance(5000)
    expect(one.asked.map(({ key }) => key)).toEqual(['i1', 'i1'])
    expect(one.told.at(-1)).toMatchObject({ type: 'connection.invited' })
  })

  test('sent once more by hand after no answer keep their key; another list has its own', async () => {
    const one = somebody(inTurn(refused(500, 'INTERNAL'), refused(500, 'INTERNAL'), refused(500, 'INTERNAL')))
    await one.wants(send('i1'))
    await one.wants(send('i2'))
    await one.wants(send('i3', { ...NORA, invitee_email: 'ole@demo.test' }))
    expect(one.asked.map(({ key }) => key)).toEqual(['i1', 'i1', 'i3'])
  })

  test.each([
    [429, 'TOO_MANY_REQUESTS'],
    [401, 'UNAUTHORIZED'],
    [403, 'NOT_VERIFIED'],
  ])('keep the key of a try without an answer over a %i %s', async (status, code) => {
    const one = somebody(inTurn(refused(500, 'INTERNAL'), refused(status, code), refused(status, code), sent))
    for (const id of ['i1', 'i2', 'i3']) await one.wants(send(id))
    await one.clock.advance(60_000)
    expect([...new Set(one.asked.map(({ key }) => key))]).toEqual(['i1'])
  })

  test('keep the key where the line broke and the try after it was refused', async () => {
    const busy = () =>
      Response.json({ code: 'TOO_MANY_REQUESTS', message: '' }, { status: 429, headers: { 'Retry-After': '60' } })
    const one = somebody(inTurn(lost, busy, sent))
    await one.wants(send('i1'))
    await one.clock.advance(5000)
    expect(one.told.at(-1)).toMatchObject({ type: 'connection.inviteFailed' })
    await one.wants(send('i2'))
    expect(one.asked.map(({ key }) => key)).toEqual(['i1', 'i1', 'i1'])
    await one.wants(send('i3'))
    expect(one.asked.at(-1)?.key).toBe('i3')
  })

  test('over which the session ended keep their key for who sent them, and for nobody else', async () => {
    const one = somebody(inTurn(refused(500, 'INTERNAL')))
    const begins = (id: string) =>
      one.wants(sessionStarted({ claims: someClaims(id), accessToken: 'a', refreshToken: 'r', restored: false }))
    await begins('p1')
    await one.wants(send('i1'))
    await one.wants(sessionEnded({ reason: 'expired' }))
    await begins('p1')
    await one.wants(send('i2'))
    await one.wants(sessionEnded({ reason: 'expired' }))
    await begins('p9')
    await one.wants(send('i3'))
    expect(one.asked.map(({ key }) => key)).toEqual(['i1', 'i1', 'i3'])
  })

  test('that were refused have a key of their own when they are sent again', async () => {
    const one = somebody(inTurn(refused(400, 'BAD_INVITATION'), sent))
    await one.wants(send('i1'))
    await one.wants(send('i2'))
    expect(one.asked.map(({ key }) => key)).toEqual(['i1', 'i2'])
  })

  test('too many of them say how long to wait', async () => {
    const one = somebody(() =>
      Response.json({ code: 'TOO_MANY_REQUESTS', message: 'Later' }, { status: 429, headers: { 'Retry-After': '60' } }),
    )
    await one.wants(send('i1'))
    expect(one.told).toMatchObject([
      { type: 'connection.inviteFailed', payload: { code: 'TOO_MANY_REQUESTS', retryAfterMs: 60_000 } },
    ])
  })
})
