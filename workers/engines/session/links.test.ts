import { describe, expect, test } from 'vitest'
import { createLinks } from './links.ts'

const NOW = Date.UTC(2026, 10, 23, 12)
const tokenOf = (claims: object) => `h.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.s`
const GOOD = tokenOf({ email: 'v@demo.test', publicdevice: true, exp: NOW / 1000 + 60 })

/** What one browser keeps for all its pages. */
function browser() {
  let held: unknown
  let minted = 0
  let now = NOW
  let isFull = false
  const page = () =>
    createLinks({
      mint: () => `m${++minted}`,
      now: () => now,
      kept: {
        load: async () => structuredClone(held),
        change: async (by) => {
          const next = structuredClone(by(structuredClone(held)))
          if (isFull) throw new Error('QuotaExceededError')
          held = next
        },
      },
    })
  const passes = (ms: number) => {
    now += ms
  }
  const fills = (full: boolean) => {
    isFull = full
  }
  return { page, held: () => held, passes, fills }
}

describe('the tokens of mailed links', () => {
  test('D-162: the same token has one handle and one key, in each tab and after a reload', async () => {
    const { page } = browser()
    const [one, two] = [page(), page()]
    const handle = await one.keep(GOOD)
    expect(await two.keep(GOOD)).toBe(handle)
    expect(await page().find(handle)).toEqual(await one.find(handle))
  })

  test('another token has another key', async () => {
    const links = browser().page()
    const [one, two] = [await links.keep(GOOD), await links.keep(`${GOOD}x`)]
    expect((await links.find(one))?.key).not.toBe((await links.find(two))?.key)
  })

  test('say whom they are for and nothing of themselves', async () => {
    const links = browser().page()
    expect(await links.read(await links.keep(GOOD))).toEqual({
      email: 'v@demo.test',
      welcome: false,
      publicDevice: true,
      isOver: false,
      isOwn: false,
    })
  })

  test('RESET-011: say that a password is set for the first time', async () => {
    const links = browser().page()
    const token = tokenOf({ email: 'v@demo.test', welcome_email: true, exp: NOW / 1000 + 60 })
    expect(await links.read(await links.keep(token))).toMatchObject({ welcome: true })
  })

  test('D-013: are over when their time is', async () => {
    const { page, passes } = browser()
    const handle = await page().keep(GOOD)
    passes(60_000)
    expect(await page().read(handle)).toMatchObject({ isOver: true })
  })

  test.each([
    ['is over by the server’s clock as well', NOW + 60_000, true],
    ['is good by the server’s clock, as the device’s is ahead', NOW + 59_999, false],
    ['nobody says, and the server will', null, false],
  ])('RESET-021: one whose time is over by the clock of the device: %s', async (_, right, isOver) => {
    const serverNow = async () => right
    const links = createLinks({ mint: () => 'm', now: () => NOW + 3 * 86_400_000, serverNow })
    expect(await links.read(await links.keep(GOOD))).toMatchObject({ isOver })
  })

  test('RESET-021: one that is good by the clock of the device asks nobody', async () => {
    const serverNow = () => Promise.reject(new Error('asked'))
    const links = createLinks({ mint: () => 'm', now: () => NOW, serverNow })
    expect(await links.read(await links.keep(GOOD))).toMatchObject({ isOver: false })
  })

  test.each(['', 'none', 'a.b.c', `h.${Buffer.from('[1]').toString('base64url')}.s`])(
    'one that cannot be read (%j) says nothing and can still be asked about',
    async (token) => {
      const links = browser().page()
      const handle = await links.keep(token)
      expect(await links.read(handle)).toMatchObject({ email: null, isOver: false, isOwn: false })
      expect(await links.find(handle)).toMatchObject({ token })
    },
  )

  test('D-162: a link that this browser asked for is known as its own, and no other', async () => {
    const { page } = browser()
    const nonce = await page().ask()
    const own = tokenOf({ email: 'v@demo.test', exp: NOW / 1000 + 60, nonce })
    const foreign = tokenOf({ email: 'v@demo.test', exp: NOW / 1000 + 60, nonce: 'of another browser' })
    const links = page()
    expect(await links.read(await links.keep(own))).toMatchObject({ isOwn: true })
    expect(await links.read(await links.keep(foreign))).toMatchObject({ isOwn: false })
    await links.stopWaiting()
    expect(await links.read(await links.keep(own))).toMatchObject({ isOwn: false })
  })

  test('D-162: what is asked for while another mail is waited for is asked for by the same browser', async () => {
    const { page } = browser()
    const links = page()
    const first = await links.ask()
    expect(await links.ask()).toBe(first)
    await links.stopWaiting()
    expect(await links.ask()).not.toBe(first)
  })

  test('are gone when they are dropped, and after all links are over', async () => {
    const { page, held, passes } = browser()
    const links = page()
    const handle = await links.keep(GOOD)
    await links.drop(handle)
    expect(await links.find(handle)).toBeNull()
    await links.keep(GOOD)
    passes(9 * 86_400_000)
    await links.keep(`${GOOD}x`)
    expect(JSON.stringify(held())).not.toContain(`"${GOOD}"`)
  })

  test('no more than twenty are kept, the newest', async () => {
    const links = browser().page()
    const handles: string[] = []
    for (let n = 0; n < 22; n++) handles.push(await links.keep(`${GOOD}${n}`))
    const found = await Promise.all(handles.map((handle) => links.find(handle)))
    expect(found.map((one) => one !== null)).toEqual(handles.map((_, n) => n >= 2))
  })

  test('a browser that keeps nothing costs the reload alone', async () => {
    const refuse = () => Promise.reject(new Error('refused'))
    let minted = 0
    const links = createLinks({ mint: () => `m${++minted}`, now: () => NOW, kept: { load: refuse, change: refuse } })
    const handle = await links.keep(GOOD)
    expect(await links.keep(GOOD)).toBe(handle)
    expect(await links.find(handle)).toMatchObject({ token: GOOD })
  })

  describe('D-162: on a disk that is full, which can be read all the same', () => {
    test('one that was opened is known to its page', async () => {
      const { page, fills } = browser()
      const links = page()
      await links.stopWaiting()
      fills(true)
      const handle = await links.keep(GOOD)
      expect(await links.find(handle)).toMatchObject({ token: GOOD })
      expect(await links.read(handle)).toMatchObject({ email: 'v@demo.test' })
      expect(await links.keep(GOOD)).toBe(handle)
    })

    test('one that was used stays gone', async () => {
      const { page, fills } = browser()
      const links = page()
      const handle = await links.keep(GOOD)
      fills(true)
      await links.drop(handle)
      expect(await links.find(handle)).toBeNull()
    })

    test('a link this page asked for is its own, until it is waited for no longer', async () => {
      const { page, fills } = browser()
      const links = page()
      await links.stopWaiting()
      fills(true)
      const nonce = await links.ask()
      const handle = await links.keep(tokenOf({ email: 'v@demo.test', exp: NOW / 1000 + 60, nonce }))
      expect(await links.read(handle)).toMatchObject({ isOwn: true })
      await links.stopWaiting()
      expect(await links.read(handle)).toMatchObject({ isOwn: false })
    })

    test('what it refused is written with the next change it takes, beside what others kept', async () => {
      const { page, fills } = browser()
      const [links, other] = [page(), page()]
      await links.stopWaiting()
      fills(true)
      const handle = await links.keep(GOOD)
      fills(false)
      const others = await other.keep(`${GOOD}x`)
      await links.ask()
      const found = await Promise.all([handle, others].map((one) => page().find(one)))
      expect(found).toMatchObject([{ token: GOOD }, { token: `${GOOD}x` }])
      await other.drop(handle)
      expect(await links.find(handle)).toBeNull()
    })

    test('one that another page keeps meanwhile is known under both handles', async () => {
      const { page, fills } = browser()
      const [links, other] = [page(), page()]
      await links.stopWaiting()
      fills(true)
      const handle = await links.keep(GOOD)
      fills(false)
      const others = await other.keep(GOOD)
      expect(await links.find(handle)).toMatchObject({ token: GOOD })
      expect(await links.find(others)).toMatchObject({ token: GOOD })
    })
  })
})
