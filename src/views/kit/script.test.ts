import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FilesAway } from './lateFiles.ts'
import { comeLate, needsNewPage, script } from './script.ts'

afterEach(() => vi.unstubAllGlobals())

const server = (answer: 'away' | number) =>
  vi.stubGlobal('fetch', async () => {
    if (answer === 'away') throw new TypeError('Failed to fetch')
    return { ok: answer === 200 }
  })

it.each<[string, Error, 'away' | number, boolean]>([
  ['a file did not come', new FilesAway('/a.js'), 200, false],
  ['it cannot be imported, and there is a server', new TypeError('no module'), 200, true],
  ['it cannot be imported, and there is no server', new TypeError('no module'), 'away', false],
  ['it cannot be imported, and the server is about to come', new TypeError('no module'), 503, false],
])(
  'a new page is needed where a file is gone or a failure remembered, and only with a server: %s',
  async (...given) => {
    const [, error, answer, needed] = given
    server(answer)
    expect(await needsNewPage(error)).toBe(needed)
  },
)

it('a script is loaded once, and again only after a failure', async () => {
  const load = vi.fn<() => Promise<object>>().mockRejectedValueOnce(new Error('away')).mockResolvedValue({ a: 1 })
  const one = script(load)
  one.want()
  await expect(one.load()).rejects.toThrow('away')
  expect(one.here.peek()).toBeNull()
  expect(await Promise.all([one.load(), one.load()])).toEqual([{ a: 1 }, { a: 1 }])
  expect(load).toHaveBeenCalledTimes(2)
  expect(one.here.peek()).toEqual({ a: 1 })
})

describe('a script without which the page is not whole', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    vi.stubGlobal('fetch', async () => ({ ok: true }))
    vi.stubGlobal('addEventListener', () => {})
    vi.stubGlobal('removeEventListener', () => {})
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  /** A page whose late script fails at first. @param isQuiet nothing is lost with it */
  async function page(error: Error, isQuiet = true) {
    const beginAnew = vi.fn()
    const load = vi.fn<() => Promise<object>>().mockRejectedValueOnce(error).mockResolvedValue({ it: 1 })
    const come = comeLate(script(load), () => (isQuiet ? Promise.resolve() : new Promise(() => {})), beginAnew)
    await vi.advanceTimersByTimeAsync(2000)
    return { beginAnew, come }
  }

  it('begins anew where the late script is gone with its build', async () => {
    const { beginAnew } = await page(new Error('404: /late.js'))
    expect(beginAnew).toHaveBeenCalledTimes(1)
  })

  it('lets the song end first', async () => {
    const { beginAnew } = await page(new Error('404: /late.js'), false)
    expect(beginAnew).not.toHaveBeenCalled()
  })

  it('asks again while the server is away', async () => {
    const { beginAnew, come } = await page(new FilesAway('/late.js'))
    expect(await come).toEqual({ it: 1 })
    expect(beginAnew).not.toHaveBeenCalled()
  })
})
