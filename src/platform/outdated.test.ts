import { afterEach, expect, it, vi } from 'vitest'
import { isOutdated } from './outdated.ts'

afterEach(() => vi.unstubAllGlobals())

const page = (script: string) => `<div id="root"></div><script type="module" crossorigin src="${script}"></script>`

it.each<[string, boolean, () => Response]>([
  ['the same build', false, () => new Response(page('/assets/index-a.js'))],
  ['another build', true, () => new Response(page('/assets/index-b.js'))],
  ['a server that is about to come', false, () => new Response(page('/assets/index-b.js'), { status: 503 })],
  ['the network’s own page', false, () => new Response('<h1>Welcome to the hotel</h1>')],
  ['nobody', false, () => Response.error()],
])('a page is outdated only where the server has another build: %s', async (_, is, answer) => {
  vi.stubGlobal('document', { querySelector: () => ({ getAttribute: () => '/assets/index-a.js' }) })
  vi.stubGlobal('fetch', async () => {
    const given = answer()
    if (given.type === 'error') throw new TypeError('Failed to fetch')
    return given
  })
  expect(await isOutdated()).toBe(is)
})

it('does not wait long for a server that takes what is asked and says nothing', async () => {
  vi.stubGlobal('document', { querySelector: () => ({ getAttribute: () => '/assets/index-a.js' }) })
  const fetch = vi.fn(async (_: string, init: RequestInit) => {
    expect(init.signal).toBeInstanceOf(AbortSignal)
    throw new DOMException('late', 'TimeoutError')
  })
  vi.stubGlobal('fetch', fetch)
  expect(await isOutdated()).toBe(false)
})

it('a page whose script is not known is not said to be outdated', async () => {
  vi.stubGlobal('document', { querySelector: () => null })
  expect(await isOutdated()).toBe(false)
})
