import { UNSAFE_createBrowserHistory as createBrowserHistory } from 'react-router-dom'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { page } from 'vitest/browser'
import { covered, withoutCovers } from './covers.ts'
import { createRouter } from './router.ts'

const state = () => history.state as { idx: number; key: string; covered?: number }
const settled = (depth: number) => expect.poll(() => state().covered ?? 0).toBe(depth)
const moment = () => new Promise((done) => setTimeout(done, 150))

let opened = 0

/** A page at /one, come to from /before, and what its router hears. */
function opens() {
  history.replaceState({ idx: 0, key: `before-${++opened}` }, '', '/before')
  history.pushState({ idx: 1, key: `one-${opened}` }, '', '/one')
  const paths = ['/before', '/one', '/two', '/three']
  const router = createRouter(
    paths.map((path) => ({ path, element: path })),
    withoutCovers(createBrowserHistory()),
  )
  const heard: string[] = []
  onTestFinished(router.subscribe(({ location }) => heard.push(location.pathname)))
  onTestFinished(() => router.dispose())
  return { router, heard }
}

/** Something over the page that Back takes away. */
function covers() {
  let uncover = () => {}
  const close = vi.fn(() => uncover())
  uncover = covered(close)
  onTestFinished(() => {
    if (close.mock.calls.length === 0) uncover()
  })
  return { close, uncover }
}

beforeEach(() => page.viewport(390, 844))

it('Back takes one cover after another away, and then leads where it led before', async () => {
  const { heard } = opens()
  const [lower, upper] = [covers(), covers()]
  await settled(2)
  history.back()
  await expect.poll(() => upper.close.mock.calls.length).toBe(1)
  await settled(1)
  expect(lower.close).not.toHaveBeenCalled()
  history.back()
  await expect.poll(() => lower.close.mock.calls.length).toBe(1)
  await settled(0)
  expect(heard).toEqual([])
  history.back()
  await expect.poll(() => heard).toEqual(['/before'])
})

it('what was due of the history before, and never came, holds up nothing of the next', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  opens()
  // Its own script comes first.
  for (let frames = 0; frames < 10; frames++) await new Promise(requestAnimationFrame)
  vi.useRealTimers()
  const { heard } = opens()
  covers()
  await settled(1)
  history.back()
  await settled(0)
  expect(heard).toEqual([])
})

it('what refuses to close is still there for the next Back', async () => {
  const { heard } = opens()
  const refuse = vi.fn()
  const uncover = covered(refuse)
  await settled(1)
  history.back()
  await expect.poll(() => refuse.mock.calls.length).toBe(1)
  await settled(1)
  history.back()
  await expect.poll(() => refuse.mock.calls.length).toBe(2)
  uncover()
  await moment()
  expect([state().idx, state().covered, heard]).toEqual([1, undefined, []])
})

it('a page that is gone to from under a cover is not left again, and lies next to the one before', {
  tags: ['long'],
}, async () => {
  const { router, heard } = opens()
  for (const depth of [1, 2]) {
    const over = Array.from({ length: depth }, covers)
    await settled(depth)
    for (const { uncover } of over) uncover()
    router.navigate('/two')
    await expect.poll(() => location.pathname).toBe('/two')
    await moment()
    expect([location.pathname, state().idx]).toEqual(['/two', 2])
    history.back()
    await expect.poll(() => location.pathname).toBe('/one')
    await moment()
    expect([location.pathname, state().idx]).toEqual(['/one', 1])
  }
  expect(heard).toEqual(['/two', '/one', '/two', '/one'])
})

it('H-594: a page that has a place before it has that one too where it is gone to from under covers', {
  tags: ['long'],
}, async () => {
  const { router, heard } = opens()
  for (const depth of [1, 2]) {
    const over = Array.from({ length: depth }, covers)
    await settled(depth)
    onTestFinished(router.passing(() => '/three'))
    for (const { uncover } of over) uncover()
    router.navigate('/two')
    await expect.poll(() => location.pathname).toBe('/two')
    await moment()
    for (const [at, path] of ['/two', '/three', '/one'].entries()) {
      await expect.poll(() => location.pathname).toBe(path)
      await moment()
      expect([location.pathname, state().idx]).toEqual([path, 3 - at])
      if (path !== '/one') history.back()
    }
  }
  expect(heard).toEqual(['/two', '/three', '/one', '/two', '/three', '/one'])
})

it('a page that is gone to while the entry is on its way out is not left again', async () => {
  const { router } = opens()
  const { uncover } = covers()
  await settled(1)
  const back = vi.spyOn(history, 'go')
  onTestFinished(() => back.mockRestore())
  uncover()
  await vi.waitFor(() => expect(back).toHaveBeenCalled(), { interval: 1 })
  router.navigate('/two')
  await expect.poll(() => location.pathname).toBe('/two')
  await moment()
  expect([location.pathname, state().idx, router.state.location.pathname]).toEqual(['/two', 2, '/two'])
})

it('a cover that stays over the next page lies over that', async () => {
  const { router, heard } = opens()
  const { close } = covers()
  await settled(1)
  router.navigate('/two')
  await settled(1)
  expect(state().idx).toBe(3)
  history.back()
  await expect.poll(() => close.mock.calls.length).toBe(1)
  await settled(0)
  expect([location.pathname, heard]).toEqual(['/two', ['/two']])
})

it('an address that was given to the page under a cover is that of the page', async () => {
  const { router } = opens()
  const { uncover } = covers()
  await settled(1)
  router.navigate('/three', { replace: true })
  await moment()
  expect(state().covered).toBe(1)
  uncover()
  await settled(0)
  expect([location.pathname, state().idx, state().key]).toEqual(['/three', 1, router.state.location.key])
})

it('the way back of a page leads past what covers it', async () => {
  const { router, heard } = opens()
  const { uncover } = covers()
  await settled(1)
  uncover()
  router.navigate(-1)
  await expect.poll(() => heard).toEqual(['/before'])
  await moment()
  expect([location.pathname, state().idx]).toEqual(['/before', 0])
})

it('a page that is loaded anew under a cover has no entry of it, nor has one that is gone forward to', async () => {
  history.replaceState({ idx: 4, key: 'loaded' }, '', '/one')
  history.pushState({ idx: 5, key: 'loaded', covered: 1 }, '')
  const router = createRouter([{ path: '*', element: 'page' }], withoutCovers(createBrowserHistory()))
  onTestFinished(() => router.dispose())
  await settled(0)
  expect(state().idx).toBe(4)
  history.forward()
  await moment()
  await settled(0)
  expect(state().idx).toBe(4)
})

it('in a wide window Back leads where it always leads', async () => {
  const { heard } = opens()
  const { close } = covers()
  await settled(1)
  await page.viewport(1440, 900)
  await settled(0)
  history.back()
  await expect.poll(() => heard).toEqual(['/before'])
  expect(close).not.toHaveBeenCalled()
})
