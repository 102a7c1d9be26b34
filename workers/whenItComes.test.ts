import { expect, it, vi } from 'vitest'
import { whenItComes } from './whenItComes.ts'

// As the build writes it: the address stands in the import.
const built = (answer: () => unknown) =>
  Object.assign(async () => answer(), { toString: () => '() => import(`./late-1.js`)' })

it('fetches a script until it comes, and imports it then', async () => {
  const answers = [
    () => Promise.reject(new TypeError('offline')),
    () => Promise.resolve(new Response('', { status: 503 })),
    () => Promise.resolve(new Response('', { status: 429 })),
    () => Promise.resolve(new Response('export {}')),
  ]
  const asked: string[] = []
  const pauses: number[] = []
  const load = vi.fn(() => 'here')
  const came = await whenItComes(
    built(load),
    (url, init) => {
      asked.push(String(url))
      expect(init?.signal, 'nobody waits for ever').toBeInstanceOf(AbortSignal)
      expect(load).not.toHaveBeenCalled()
      return (answers.shift() as () => Promise<Response>)()
    },
    {
      setTimer(run, ms) {
        pauses.push(ms)
        run()
        return 0 as never
      },
    },
  )
  expect(came).toBe('here')
  expect(asked).toHaveLength(4)
  expect(asked.every((url) => url.endsWith('/late-1.js'))).toBe(true)
  expect(pauses).toEqual([500, 1000, 2000])
})

it('goes on asking through a day without a line, eight seconds apart in the end', async () => {
  const pauses: number[] = []
  const setTimer = (run: () => void, ms: number) => {
    pauses.push(ms)
    run()
    return 0 as never
  }
  const fetch = async () => {
    if (pauses.length < 100) throw new TypeError('offline')
    return new Response('export {}')
  }
  expect(
    await whenItComes(
      built(() => 'here'),
      fetch,
      { setTimer },
    ),
  ).toBe('here')
  expect([pauses.length, pauses.at(-1)]).toEqual([100, 8000])
})

it('gives up a script that the server says is not there', async () => {
  const load = vi.fn()
  const gone = whenItComes(built(load), async () => new Response('', { status: 404 }), { setTimer: vi.fn() })
  await expect(gone).rejects.toThrow('404')
  expect(load).not.toHaveBeenCalled()
})
