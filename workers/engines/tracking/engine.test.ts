import { describe, expect, test } from 'vitest'
import { appNavigated } from '#core/events/app.ts'
import type { AppDraft, AppEvent } from '#core/events/index.ts'
import { sessionAbsent, sessionEnded, sessionStarted } from '#core/events/people/session.ts'
import { reportRoute } from '#effects/route.ts'
import { FakeClock, settle } from '#tests/support/fakeClock.ts'
import { Story, someClaims } from '#tests/support/story.ts'
import { createApi } from '#workers/api/transport/client.ts'
import { createTrackingEngine, TELL_AFTER_MS } from './engine.ts'

/** A page on a device, whose server answers as it is told. */
function aPage(
  devices: Pick<Map<string, unknown>, 'get' | 'set'> = new Map<string, unknown>(),
  answer = () => new Response(null, { status: 204 }),
) {
  let visit = new AbortController()
  const clock = new FakeClock()
  const story = new Story()
  const asked: { path: string; body: { path?: string; at?: string; device_id?: string; platform?: string } }[] = []
  let minted = 0
  const engine = createTrackingEngine({
    api: createApi({
      session: { accessToken: async () => null, renew: async () => null },
      clock,
      fetch: async (path, init) => {
        asked.push({ path: path.replace('/api', ''), body: JSON.parse(String(init?.body)) })
        return answer()
      },
    }),
    clock,
    visit: () => visit.signal,
    mint: () => `device-${++minted}`,
    load: async (playerid) => devices.get(playerid),
    save: async (playerid, id) => void devices.set(playerid, id),
  })
  const happens = async (draft: AppDraft, cause: number | null = null) => {
    story.happens(draft)
    if (draft.type === 'session.ended') {
      visit.abort()
      visit = new AbortController()
    }
    engine.accept({ ...(story.events.at(-1) as AppEvent), cause }, story.state)
    await settle()
  }
  const later = async () => {
    await clock.advance(TELL_AFTER_MS)
    await settle()
  }
  return {
    devices,
    asked,
    happens,
    later,
    /** The router goes there, with an entry of the history of its own. */
    router() {
      let listener = (_: { location: { key: string; pathname: string; search: string } }) => {}
      let key = 0
      const entry = (address: string) => {
        const { pathname, search } = new URL(address, 'http://page.test')
        return { location: { key: `${++key}`, pathname, search } }
      }
      return {
        open: (address: string) =>
          reportRoute(
            {
              state: entry(address),
              subscribe: (one) => {
                listener = one
                return () => undefined
              },
            },
            (draft) => void happens(draft),
          ),
        /** @param times how often the router tells of it */
        goes: (address: string, times = 1) => {
          const at = entry(address)
          for (let told = 0; told < times; told += 1) listener(at)
        },
      }
    },
    views: () => asked.filter(({ path }) => path === '/tracking/page-views').map(({ body }) => body.path),
    registered: () => asked.filter(({ path }) => path === '/notifications/device').map(({ body }) => body),
  }
}

const started = (more: { restored?: boolean; publicDevice?: boolean } = {}, playerid = 'p1') =>
  sessionStarted({
    claims: someClaims(playerid),
    accessToken: 'session:access',
    refreshToken: 'session:refresh',
    restored: false,
    ...more,
  })

describe('page views', () => {
  test('ROUTE-037: each change of route is told once, the first page included', async () => {
    const page = aPage()
    await page.happens(sessionAbsent({}))
    const router = page.router()
    router.open('/')
    router.goes('/releases', 3)
    router.goes('/releases/releaseInfo/r1')
    router.goes('/releases')
    await page.later()
    expect(page.views()).toEqual(['/', '/releases', '/releases/releaseInfo/r1', '/releases'])
  })

  test('ROUTE-037: another search on the same page is no change of route', async () => {
    const page = aPage()
    await page.happens(sessionAbsent({}))
    const router = page.router()
    router.open('/releases?sort=date')
    router.goes('/releases?sort=title')
    router.goes('/releases?sort=title&genres=house')
    await page.later()
    expect(page.views()).toEqual(['/releases'])
  })

  test.each(['signin', 'signup', 'authverify', 'resetpwd', 'merge', 'split', 'SignUp'])(
    'ROUTE-037: the token of /%s is not told',
    async (name) => {
      const page = aPage()
      await page.happens(sessionAbsent({}))
      page.router().open(`/${name}/secret-token-1`)
      await page.later()
      expect(page.views()).toEqual([`/${name}/:token`])
    },
  )

  test.each(['token', 'merge', 'split', 'signInConnectionToken', 'q'])(
    'ROUTE-037: the parameter %s is not told',
    async (name) => {
      const page = aPage()
      await page.happens(sessionAbsent({}))
      page.router().open(`/login?${name}=secret-token-1`)
      await page.later()
      expect(page.views()).toEqual(['/login'])
    },
  )

  test.each([
    ['authverify', '/authverify'],
    ['signup', '/signup'],
    ['signin', '/login'],
  ])('ROUTE-037: a link whose token leaves the address is one page: /%s', async (name, after) => {
    const page = aPage()
    await page.happens(sessionAbsent({}))
    const router = page.router()
    router.open(`/${name}/secret-token-1`)
    router.goes(after)
    await page.later()
    expect(page.views()).toEqual([`/${name}/:token`])
  })

  test('API-MISC-004: a view says when it was, not when it was told', async () => {
    const page = aPage()
    await page.happens(sessionAbsent({}))
    const began = new Date(new FakeClock().now()).toISOString()
    page.router().open('/releases')
    await page.later()
    expect(page.asked[0]?.body).toEqual({ path: '/releases', at: began })
  })

  test('a view waits until it is known who sees the page', async () => {
    const page = aPage()
    page.router().open('/releases')
    await page.later()
    expect(page.views()).toEqual([])
    await page.happens(started({ restored: true }))
    await page.later()
    expect(page.views()).toEqual(['/releases'])
  })

  test('one that fails is not told again', async () => {
    const page = aPage(new Map(), () => {
      throw new TypeError('Failed to fetch')
    })
    await page.happens(sessionAbsent({}))
    page.router().open('/releases')
    await page.later()
    await page.later()
    await page.happens(appNavigated({ path: '/releases', search: '' }))
    await page.later()
    expect(page.views()).toEqual(['/releases'])
  })
})

describe('the device', () => {
  test('API-MISC-003, D-139: is registered once after a sign-in', async () => {
    const page = aPage()
    await page.happens(started(), 7)
    expect(page.registered()).toEqual([{ device_id: 'device-1', platform: 'web' }])
  })

  test('keeps its name from one sign-in to the next', async () => {
    const devices = new Map<string, unknown>()
    await aPage(devices).happens(started(), 7)
    const next = aPage(devices)
    await next.happens(started(), 7)
    expect(next.registered()).toEqual([{ device_id: devices.get('p1'), platform: 'web' }])
  })

  test('D-139: one whose session ended while its name was read is not told as the next person', async () => {
    const answers: ((name: string) => void)[] = []
    const page = aPage({ get: () => new Promise((read) => answers.push(read)), set: () => new Map() })
    await page.happens(started(), 7)
    await page.happens(sessionEnded({ reason: 'signedOut' }))
    await page.happens(started({}, 'p2'), 9)
    answers[0]?.('device-of-p1')
    answers[1]?.('device-of-p2')
    await settle()
    expect(page.registered().map(({ device_id }) => device_id)).toEqual(['device-of-p2'])
  })

  test('has another name for another account', async () => {
    const page = aPage()
    await page.happens(started(), 7)
    await page.happens(started({}, 'p2'), 9)
    expect(page.registered().map(({ device_id }) => device_id)).toEqual(['device-1', 'device-2'])
  })

  test.each([
    ['a restored session', started({ restored: true }), null],
    ['a session another tab began', started(), null],
    ['one at a public computer', started({ publicDevice: true }), 7],
    ['nobody', sessionAbsent({}), null],
  ])('is not registered for %s', async (_, draft, cause) => {
    const page = aPage()
    await page.happens(draft, cause)
    await page.later()
    expect(page.registered()).toEqual([])
  })

  test('a failure is not known of anywhere, and nothing is tried again', async () => {
    const page = aPage(new Map(), () => Response.json({ code: 'X', message: 'no' }, { status: 500 }))
    await page.happens(started(), 7)
    await page.later()
    expect(page.registered()).toHaveLength(1)
  })
})
