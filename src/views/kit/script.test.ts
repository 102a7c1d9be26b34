import { afterEach, expect, it, vi } from 'vitest'
import { FilesAway } from './lateFiles.ts'
import { needsNewPage, script } from './script.ts'

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
