import { describe, expect, test } from 'vitest'
import '#core/reducers/late.ts'
import type { AppDraft, AppEvent } from '#core/events/index.ts'
import {
  accessCodeSent,
  accessLinkFollowed,
  accessMailRequested,
  accessPasswordChosen,
} from '#core/events/people/access.ts'
import { sessionAbsent, sessionSignInRequested, sessionSignOutRequested } from '#core/events/people/session.ts'
import { FakeClock, settle } from '#tests/support/fakeClock.ts'
import { Story, someClaims } from '#tests/support/story.ts'
import { createApi } from '#workers/api/transport/client.ts'
import { createAccessEngine } from './access.ts'
import { createSessionEngine } from './engine.ts'
import { createLinks } from './links.ts'
import { Vault } from './vault.ts'

interface Said {
  status: number
  body?: object
  /** No answer comes. */
  broken?: boolean
}

const tokenOf = (claims: object) => `h.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.s`

/** A page whose session worker is the real one, over answers a test lays down. */
async function aPage(...answers: Said[]) {
  const clock = new FakeClock()
  const asked: { method: string; path: string; body: unknown; headers: Headers }[] = []
  const story = new Story()
  let serial = 0
  const mint = () => `m${++serial}`
  const pair = () => ({
    'access-token': tokenOf({ ...someClaims('p1', { exp: clock.now() / 1000 + 1800 }), n: ++serial }),
    'refresh-token': 'refresh-1',
  })
  const api = createApi({
    session: null,
    clock,
    fetch: async (input, init) => {
      asked.push({
        method: init?.method ?? '',
        path: input.replace('/api', ''),
        body: typeof init?.body === 'string' ? JSON.parse(init.body) : null,
        headers: new Headers(init?.headers),
      })
      const { status, body = pair(), broken } = answers.shift() ?? { status: 200 }
      if (broken) throw new TypeError('Failed to fetch')
      return Response.json(body, { status })
    },
  })
  const vault = new Vault(mint)
  const links = createLinks({ mint, now: () => clock.now() })
  /** What reached the device, in its order. */
  const written: string[] = []
  const drop = links.drop
  links.drop = async (handle) => {
    written.push('link')
    await drop(handle)
  }
  let refresh: string | null = null
  const report = ({ facts }: { facts: readonly { draft: AppDraft }[] }) =>
    facts.forEach(({ draft }) => {
      story.happens(draft)
    })
  const session = createSessionEngine({
    api,
    clock,
    mint,
    vault,
    links,
    steady: () => clock.now(),
    kept: {
      load: async () => refresh,
      save: async (token) => {
        written.push('session')
        refresh = token
      },
      clear: async () => {
        refresh = null
      },
    },
    tabs: { tell: () => undefined },
    exclusively: (run) => run(),
    publicTabs: { hold: () => undefined, anybody: async () => false },
    store: (_, token) => void (token !== null && written.push('session')),
    report,
  })
  const access = createAccessEngine({ api, vault, links, report })
  story.happens(sessionAbsent({}))
  const hears = async (draft: AppDraft) => {
    story.happens(draft)
    const event = { seq: ++serial, t: 0, source: 'person', cause: null, ...draft } as AppEvent
    session.accept([event])
    access.accept([event])
    await settle()
  }
  return {
    story,
    asked,
    links,
    written,
    session,
    hears,
    kept: () => refresh,
    state: () => story.state.get('access', 'self'),
  }
}

type Page = Awaited<ReturnType<typeof aPage>>

async function asksForMail({ session, hears }: Page, kind: 'magicLink' | 'reset', email = 'v@demo.test') {
  const handle = await session.keepSecret('credentials', JSON.stringify({ email, publicDevice: true }))
  await hears(accessMailRequested({ requestId: 'r1', kind, handle }))
}

async function follows(
  { session, hears }: Page,
  token: string,
  way: 'magicLink' | 'setup' = 'magicLink',
  more: { publicDevice?: true } = {},
) {
  const link = await session.keepSecret('link', token)
  await hears(accessLinkFollowed({ requestId: 'r1', link, way, ...more }))
  return link
}

const LINK = tokenOf({ email: 'v@demo.test', publicdevice: false, exp: 2e9 })

describe('a mail with a link', () => {
  test('SIGNIN-022: once it was sent the state says so', async () => {
    const page = await aPage()
    await asksForMail(page, 'magicLink')
    expect(page.state()).toMatchObject({ status: 'done', isEmailSent: true })
  })

  test('H-535: it is known that it holds a code where the server says so, and not otherwise', async () => {
    const [told, untold] = [await aPage({ status: 200, body: { data: { code: true } } }), await aPage()]
    for (const page of [told, untold]) await asksForMail(page, 'magicLink')
    expect(told.state()).toMatchObject({ hasCode: true })
    expect(untold.state()).not.toHaveProperty('hasCode')
  })

  test('SIGNIN-016: a magic link carries the choice of the public computer as `publicdevice`', async () => {
    const page = await aPage()
    await asksForMail(page, 'magicLink')
    expect(page.asked[0]).toMatchObject({
      method: 'POST',
      path: '/auth/pwdless',
      body: { email: 'v@demo.test', publicdevice: true },
    })
  })

  test('D-162: a magic link names a nonce that this browser then knows', async () => {
    const page = await aPage()
    await asksForMail(page, 'magicLink')
    const nonce = page.asked[0]?.headers.get('Link-Nonce')
    const link = await page.links.keep(tokenOf({ email: 'v@demo.test', exp: 2e9, nonce }))
    expect(await page.links.read(link)).toMatchObject({ isOwn: true })
  })

  test('one to a new password is asked for by the address in the path', async () => {
    const page = await aPage()
    await asksForMail(page, 'reset', 'v+radio@demo.test')
    expect(page.asked[0]).toMatchObject({ method: 'GET', path: '/auth/reset/v%2Bradio%40demo.test' })
  })

  test('SIGNIN-029: one that was refused keeps the server’s code', async () => {
    const page = await aPage({ status: 404, body: { code: 'EMAIL_NOT_RECOGNISED', message: 'Sorry' } })
    await asksForMail(page, 'reset')
    expect(page.state()).toMatchObject({
      status: 'refused',
      refusal: { code: 'EMAIL_NOT_RECOGNISED', message: 'Sorry' },
      isEmailSent: false,
    })
  })

  test('no event holds the address', async () => {
    const page = await aPage()
    await asksForMail(page, 'magicLink')
    expect(JSON.stringify(page.story.events)).not.toContain('v@demo.test')
  })
})

describe('a link that signs in', () => {
  test('ROUTE-007: its token is verified, and the session begins', async () => {
    const page = await aPage()
    await follows(page, LINK)
    expect(page.asked[0]).toMatchObject({ method: 'PUT', path: '/auth/pwdless', body: { token: LINK } })
    expect(page.story.session.status).toBe('signedIn')
  })

  test('SIGNIN-007: it leads to the same state a password leads to', async () => {
    const [byLink, byPassword] = [await aPage(), await aPage()]
    await follows(byLink, LINK)
    const secret = JSON.stringify({ username: 'v@demo.test', password: 'x' })
    const handle = await byPassword.session.keepSecret('credentials', secret)
    await byPassword.hears(sessionSignInRequested({ handle, publicDevice: false }))
    expect(byLink.story.session).toEqual(byPassword.story.session)
    expect(byLink.kept()).toBe(byPassword.kept())
  })

  test('ROUTE-004: that of an approved account makes the initial setup call', async () => {
    const page = await aPage()
    await follows(page, LINK, 'setup')
    expect(page.asked[0]).toMatchObject({ method: 'POST', path: '/auth/initial-setup', body: { token: LINK } })
    expect(page.story.session.status).toBe('signedIn')
  })

  test('H-590: that of an approved account at a public computer says so to the server, and keeps nothing', async () => {
    const [usual, page] = [await aPage(), await aPage()]
    await follows(usual, LINK, 'setup')
    expect(usual.kept()).not.toBeNull()
    await follows(page, LINK, 'setup', { publicDevice: true })
    expect(page.asked[0]).toMatchObject({ path: '/auth/initial-setup', body: { token: LINK, publicdevice: true } })
    expect(page.story.session.status).toBe('signedIn')
    expect(page.kept()).toBeNull()
  })

  test('D-006: one that was asked for at a public computer keeps nothing', async () => {
    const page = await aPage()
    await follows(page, tokenOf({ email: 'v@demo.test', publicdevice: true, exp: 2e9 }))
    expect(page.story.session.status).toBe('signedIn')
    expect(page.kept()).toBeNull()
  })

  test('D-162: after a lost answer it is tried again with the same key', async () => {
    const page = await aPage({ status: 0, broken: true })
    const link = await follows(page, LINK)
    expect(page.state()).toMatchObject({ status: 'refused', refusal: { code: 'NETWORK' } })
    await page.hears(accessLinkFollowed({ requestId: 'r2', link, way: 'magicLink' }))
    const [one, two] = page.asked.map(({ headers }) => headers.get('Idempotency-Key'))
    expect(one).toMatch(/./)
    expect(two).toBe(one)
    expect(page.story.session.status).toBe('signedIn')
  })

  test.each([
    [401, 'INVALID_TOKEN'],
    [410, 'INVALID_TOKEN'],
  ])('SIGNIN-033: one that is refused with %i %s signs nobody in, says so, and is forgotten', async (status, code) => {
    const page = await aPage({ status, body: { code, message: 'no' } })
    const link = await follows(page, LINK)
    expect(page.story.session.status).toBe('signedOut')
    expect(page.state()).toMatchObject({ status: 'refused', refusal: { code } })
    expect(await page.links.find(link)).toBeNull()
  })

  test('two that follow each other are answered both when the first is refused', async () => {
    const page = await aPage({ status: 401, body: { code: 'INVALID_TOKEN', message: 'no' } })
    const link = await page.session.keepSecret('link', LINK)
    void page.hears(accessLinkFollowed({ requestId: 'r1', link, way: 'magicLink' }))
    await page.hears(accessLinkFollowed({ requestId: 'r2', link, way: 'magicLink' }))
    expect(page.asked).toHaveLength(1)
    expect(page.state()).toMatchObject({ requestId: 'r2', status: 'refused', refusal: { code: 'INVALID_TOKEN' } })
  })

  test('one that comes while another is under way is refused, and the other goes on', async () => {
    const page = await aPage()
    const [link, other] = [
      await page.session.keepSecret('link', LINK),
      await page.session.keepSecret('link', tokenOf({ email: 'other@demo.test', exp: 2e9 })),
    ]
    void page.hears(accessLinkFollowed({ requestId: 'r1', link, way: 'magicLink' }))
    await page.hears(accessLinkFollowed({ requestId: 'r2', link: other, way: 'magicLink' }))
    expect(page.state()).toMatchObject({ requestId: 'r2', status: 'refused' })
    expect(page.story.session.status).toBe('signedIn')
    expect(await page.links.find(other)).not.toBeNull()
  })

  test('a password that is sent while a link is under way does not wait for ever', async () => {
    const page = await aPage({ status: 401, body: { code: 'INVALID_TOKEN', message: 'no' } })
    const link = await page.session.keepSecret('link', LINK)
    const handle = await page.session.keepSecret('credentials', JSON.stringify({ username: 'v', password: 'x' }))
    void page.hears(accessLinkFollowed({ requestId: 'r1', link, way: 'magicLink' }))
    await page.hears(sessionSignInRequested({ handle, publicDevice: false }))
    expect(page.story.session.status).toBe('signedOut')
  })

  test('one that is followed where somebody is signed in already is refused', async () => {
    const page = await aPage()
    await follows(page, LINK)
    await page.hears(accessLinkFollowed({ requestId: 'r2', link: 'link:other', way: 'magicLink' }))
    expect(page.state()).toMatchObject({ requestId: 'r2', status: 'refused' })
    expect(page.story.session.status).toBe('signedIn')
  })

  test.each([false, true])(
    'D-162: is forgotten after its session was kept (public computer: %s)',
    async (publicdevice) => {
      const page = await aPage()
      const link = await follows(page, tokenOf({ email: 'v@demo.test', publicdevice, exp: 2e9 }))
      expect(page.written).toEqual(['session', 'link'])
      expect(await page.links.find(link)).toBeNull()
    },
  )

  test('one that is gone is refused without a call', async () => {
    const page = await aPage()
    await page.hears(accessLinkFollowed({ requestId: 'r1', link: 'link:none', way: 'magicLink' }))
    expect(page.asked).toEqual([])
    expect(page.state()).toMatchObject({ refusal: { code: 'INVALID_TOKEN' } })
  })

  test('one for somebody else outlives the sign-out', async () => {
    const page = await aPage()
    await follows(page, LINK)
    const other = await page.session.keepSecret('link', tokenOf({ email: 'other@demo.test', exp: 2e9 }))
    await page.hears(sessionSignOutRequested({}))
    expect(page.story.session.status).toBe('signedOut')
    await page.hears(accessLinkFollowed({ requestId: 'r3', link: other, way: 'magicLink' }))
    expect(page.story.session.status).toBe('signedIn')
  })

  test('no event holds a token', async () => {
    const page = await aPage()
    await follows(page, LINK)
    expect(JSON.stringify(page.story.events)).not.toContain(LINK)
  })
})

describe('a new password', () => {
  async function sets(page: Page, token = LINK) {
    const link = await page.session.keepSecret('link', token)
    const password = await page.session.keepSecret('password', 'Lantern-7')
    await page.hears(accessPasswordChosen({ requestId: 'r1', link, password }))
    return link
  }

  test('RESET-019: is set with the token of the link', async () => {
    const page = await aPage()
    await sets(page)
    expect(page.asked[0]).toMatchObject({
      method: 'PUT',
      path: '/auth/chgpwdreset',
      body: { password: 'Lantern-7', token: LINK },
    })
    expect(page.state()).toMatchObject({ status: 'done', isEmailSent: false })
  })

  test('RESET-021: the message `token expired` is kept, whatever the status', async () => {
    const page = await aPage({ status: 400, body: { code: 'X', message: 'Token expired' } })
    await sets(page)
    expect(page.state()).toMatchObject({ status: 'refused', refusal: { message: 'Token expired' } })
  })

  test('RESET-021, API-AUTH-006: an answer that is `token expired` and nothing else is an expired link, and stays', async () => {
    const page = await aPage({ status: 410, body: { message: 'token expired' } })
    const link = await sets(page)
    const refusal = { code: 'INVALID_TOKEN', message: 'token expired' }
    expect(page.state()).toMatchObject({ status: 'refused', refusal })
    expect(await page.links.find(link)).not.toBeNull()
  })

  test.each([
    [401, { message: 'unknown token' }, 'unknown token'],
    [410, {}, ''],
    [401, ['no'], ''],
  ])('RESET-020: a link refused with %i and %j does not work', async (status, body, message) => {
    const page = await aPage({ status, body })
    await sets(page)
    expect(page.state()).toMatchObject({ status: 'refused', refusal: { code: 'INVALID_TOKEN', message } })
  })

  test('a refused one says which field, and the link can be used again', async () => {
    const refusal = { code: 'WEAK_PASSWORD', message: 'no', fields: { password: 'Too common' } }
    const page = await aPage({ status: 400, body: refusal })
    const link = await sets(page)
    expect(page.state()).toMatchObject({ refusal: { fields: { password: 'Too common' } } })
    expect(await page.links.find(link)).not.toBeNull()
  })

  test('RESET-021: an expired link stays: the page asks for another to the address it names', async () => {
    for (const said of ['Token expired', 'token expired']) {
      const page = await aPage({ status: 410, body: { code: 'INVALID_TOKEN', message: said } })
      expect(await page.links.find(await sets(page))).not.toBeNull()
    }
  })

  test.each([
    [410, 'X', 'This token expired'],
    [401, 'INVALID_TOKEN', 'Used'],
  ])('a link that does not work (%i %s) is forgotten', async (status, code, message) => {
    const page = await aPage({ status, body: { code, message } })
    const link = await sets(page)
    expect(page.state()).toMatchObject({ status: 'refused', refusal: { code } })
    expect(await page.links.find(link)).toBeNull()
  })

  test('a link whose password was set is forgotten', async () => {
    const page = await aPage()
    expect(await page.links.find(await sets(page))).toBeNull()
  })

  test('with a link that is gone is refused without a call', async () => {
    const page = await aPage()
    const password = await page.session.keepSecret('password', 'Lantern-7')
    await page.hears(accessPasswordChosen({ requestId: 'r1', link: 'link:none', password }))
    expect(page.asked).toEqual([])
    expect(page.state()).toMatchObject({ status: 'refused', refusal: { code: 'INVALID_TOKEN', message: '' } })
  })

  test('no event holds it', async () => {
    const page = await aPage()
    await sets(page)
    expect(JSON.stringify(page.story.events)).not.toContain('Lantern-7')
  })
})

describe('the code out of the mail of a magic link', () => {
  const sends = async ({ session, hears }: Page, code = '12345', requestId = 'r2', publicDevice = false) => {
    const held = { email: 'v@demo.test', code, publicDevice }
    const handle = await session.keepSecret('credentials', JSON.stringify(held))
    await hears(accessCodeSent({ requestId, handle }))
  }

  test('D-162: is sent with the nonce the link was asked for with, and begins a session', async () => {
    const page = await aPage({ status: 200, body: {} }, { status: 200 })
    await asksForMail(page, 'magicLink')
    await sends(page)
    const [asking, entering] = page.asked
    expect(entering).toMatchObject({
      method: 'PUT',
      path: '/auth/pwdless/code',
      body: { email: 'v@demo.test', code: '12345', publicdevice: false },
    })
    expect(entering?.headers.get('Link-Nonce')).toBe(asking?.headers.get('Link-Nonce'))
    expect(page.kept()).toBe('refresh-1')
    expect(await page.links.asked()).toBeNull()
  })

  test('SIGNIN-016, D-006: at a public computer it says so, and of the session nothing is kept', async () => {
    const page = await aPage({ status: 200, body: {} }, { status: 200 })
    await asksForMail(page, 'magicLink')
    await sends(page, '12345', 'r2', true)
    expect(page.asked[1]).toMatchObject({ path: '/auth/pwdless/code', body: { publicdevice: true } })
    expect(page.story.session.status).toBe('signedIn')
    expect(page.kept()).toBeNull()
  })

  test('D-162: each try for one link has the same key, so that a lost answer is answered again', async () => {
    const page = await aPage({ status: 200, body: {} }, { status: 0, broken: true }, { status: 200 })
    await asksForMail(page, 'magicLink')
    await sends(page)
    expect(page.state()).toMatchObject({ status: 'refused', refusal: { code: 'NETWORK' } })
    await sends(page, '12345', 'r3')
    const keys = page.asked.slice(1).map(({ headers }) => headers.get('Idempotency-Key'))
    expect(new Set(keys).size).toBe(1)
    expect(page.kept()).toBe('refresh-1')
  })

  test('D-025: a wrong one is told with its field, and the next one may be tried', async () => {
    const wrong = { status: 400, body: { code: 'INVALID_CODE', message: 'no', fields: { code: 'no' } } }
    const page = await aPage({ status: 200, body: {} }, wrong)
    await asksForMail(page, 'magicLink')
    await sends(page)
    expect(page.state()).toMatchObject({ refusal: { code: 'INVALID_CODE', fields: { code: 'no' } }, isEmailSent: true })
    expect(await page.links.asked()).not.toBeNull()
  })

  test('where no link is waited for nothing is asked', async () => {
    const page = await aPage()
    await sends(page)
    expect(page.asked).toEqual([])
    expect(page.state()).toMatchObject({ refusal: { code: 'CODE_EXPIRED' } })
  })
})
