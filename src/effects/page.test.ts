// What the page itself does: it is hidden, it goes somewhere, it is left.
import { expect, it, vi } from 'vitest'
import type { AppDraft } from '#core/events/index.ts'
import { type RoutePlace, reportRoute } from './route.ts'
import { watchVisibility } from './visibility.ts'

function visible(first: DocumentVisibilityState = 'visible') {
  const document = Object.assign(new EventTarget(), { visibilityState: first })
  const done: string[] = []
  const stop = watchVisibility({
    document: document as unknown as Document,
    observe: ({ type }) => done.push(type),
    stand: () => done.push('stand'),
    flush: () => done.push('flush'),
    check: () => done.push('check'),
  })
  const become = (state: DocumentVisibilityState) => {
    document.visibilityState = state
    document.dispatchEvent(new Event('visibilitychange'))
    return done.splice(0)
  }
  return { become, stop, done }
}

it('a page that is hidden says so, remembers where the song stands and writes the log down', () => {
  expect(visible().become('hidden')).toEqual(['app.hidden', 'stand', 'flush'])
})

it('a page that is opened behind another says so, and nothing else', () => {
  expect([visible('hidden').done, visible().done]).toEqual([['app.hidden'], []])
})

it('a page that is shown again says so and looks at its session', () => {
  expect(visible().become('visible')).toEqual(['app.shown', 'check'])
})

it('a page that was stopped says nothing more', () => {
  const { become, stop } = visible()
  stop()
  expect(become('hidden')).toEqual([])
})

const at = (key: string, pathname: string, search = ''): RoutePlace => ({ key, pathname, search })

function routed(first: RoutePlace) {
  let tell: (state: { location: RoutePlace }) => void = () => {}
  const unsubscribed = vi.fn()
  const observed: AppDraft[] = []
  const place = reportRoute(
    {
      state: { location: first },
      subscribe(listener) {
        tell = listener
        return unsubscribed
      },
    },
    (draft) => observed.push(draft),
  )
  const paths = () => observed.map(({ payload }) => (payload as { path: string }).path)
  return { place, paths, go: (location: RoutePlace) => tell({ location }) }
}

it('the place the page begins at is the first that is reported', () => {
  const { place, paths } = routed(at('a', '/releases'))
  expect(paths()).toEqual(['/releases'])
  expect(place.value.pathname).toBe('/releases')
})

it('every other place is reported once, however often the router tells of it', () => {
  const { go, paths, place } = routed(at('a', '/releases'))
  go(at('a', '/releases'))
  go(at('b', '/playlists'))
  go(at('b', '/playlists'))
  go(at('c', '/releases'))
  expect(paths()).toEqual(['/releases', '/playlists', '/releases'])
  expect(place.value.key).toBe('c')
})

it('a token in a path stands in no event', () => {
  const { paths } = routed(at('a', '/resetpwd/3f2a9c0e77aa41d0'))
  expect(paths().join()).not.toContain('3f2a9c0e77aa41d0')
})
