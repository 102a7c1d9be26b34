import { UNSAFE_createMemoryHistory as createMemoryHistory } from 'react-router-dom'
import { expect, it, vi } from 'vitest'
import { type AppRoute, createRouter } from './router.ts'

function opened(at = '/here', late: Record<string, AppRoute['late']> = {}) {
  const paths = ['/here', '/there', '/elsewhere']
  const routes = paths.map((path): AppRoute => {
    const bring = late[path]
    return bring ? { path, late: bring } : { path, element: path }
  })
  const history = createMemoryHistory({ initialEntries: [at] })
  const router = createRouter(routes, history)
  const seen: string[] = []
  router.subscribe(({ location, action }) => seen.push(`${action} ${location.pathname}${location.search}`))
  return { router, history, seen }
}

/** A script that comes when it is told to. */
function script() {
  let come = () => {}
  const here = new Promise<string>((resolve) => {
    come = () => resolve('screen')
  })
  const late = vi.fn(() => here)
  return {
    late,
    async come() {
      come()
      await here
      await Promise.resolve()
    },
  }
}

it('goes to an address at once, with what is left there, and back', () => {
  const { router, seen } = opened()
  expect(router.state).toMatchObject({ isHere: true, action: 'POP', location: { pathname: '/here' } })
  router.navigate('/there?sort=artist', { state: { from: 'here' } })
  expect(router.state.location.state).toEqual({ from: 'here' })
  router.navigate(-1)
  expect(seen).toEqual(['PUSH /there?sort=artist', 'POP /here'])
})

it('replaces an entry, and takes an address without a path as one of this page', () => {
  const { router, history, seen } = opened()
  router.navigate('/there')
  router.navigate({ search: '?a=1', hash: '#b' }, { replace: true })
  expect(router.state.location).toMatchObject({ pathname: '/there', search: '?a=1', hash: '#b' })
  expect(history.index).toBe(1)
  expect(seen.at(-1)).toBe('REPLACE /there?a=1')
})

it('H-594: passes by a place that is not shown, where what is pushed has one before it', async () => {
  const { late, come } = script()
  const { router, history, seen } = opened('/here', { '/there': late, '/elsewhere': late })
  const stop = router.passing(({ pathname }, to) => (pathname === '/here' ? `/elsewhere?to=${to.pathname}` : null))
  router.navigate('/there')
  expect(history.index).toBe(0)
  await come()
  expect(history.index).toBe(2)
  router.navigate('/there?a=1')
  expect(history.index).toBe(3)
  stop()
  router.navigate(-2)
  await come()
  router.navigate(-1)
  expect(seen).toEqual(['PUSH /there', 'PUSH /there?a=1', 'POP /elsewhere?to=/there', 'POP /here'])
})

it('H-441: makes no entry of the one it is at, unless something is left there', () => {
  const { router, history, seen } = opened()
  router.navigate('/there?a=1#b')
  const { key } = router.state.location
  router.navigate('/there?a=1#b')
  expect(router.state.location.key).not.toBe(key)
  expect(history.index).toBe(1)
  router.navigate('/there?a=1#b', { state: 7 })
  router.navigate('/there?a=2#b')
  expect(history.index).toBe(3)
  expect(seen).toEqual(['PUSH /there?a=1', 'REPLACE /there?a=1', 'PUSH /there?a=1', 'PUSH /there?a=2'])
})

it('gives each entry a key of its own, and has it again on the way back', () => {
  const { router } = opened()
  router.navigate('/there')
  const { key } = router.state.location
  router.navigate('/elsewhere')
  expect(router.state.location.key).not.toBe(key)
  router.navigate(-1)
  expect(router.state.location.key).toBe(key)
})

it('shows what was shown, address and all, until the script of the next screen is here', async () => {
  const { late, come } = script()
  const { router, history, seen } = opened('/here', { '/there': late })
  router.navigate('/there')
  expect(router.state.location.pathname).toBe('/here')
  expect(history.location.pathname).toBe('/here')
  await come()
  expect(history.location.pathname).toBe('/there')
  expect(seen).toEqual(['PUSH /there'])
  router.navigate('/here')
  router.navigate('/there')
  expect(seen).toHaveLength(3)
  expect(late).toHaveBeenCalledTimes(1)
})

it('is not here before the script of the first screen is', async () => {
  const { late, come } = script()
  const { router, seen } = opened('/there', { '/there': late })
  expect(router.state.isHere).toBe(false)
  await come()
  expect(router.state.isHere).toBe(true)
  expect(seen).toEqual(['POP /there'])
})

it('forgets a navigation that waits for its script when another one comes', async () => {
  const { late, come } = script()
  const { router, seen } = opened('/here', { '/there': late })
  router.navigate('/there')
  router.navigate('/elsewhere')
  await come()
  expect(router.state.location.pathname).toBe('/elsewhere')
  expect(seen).toEqual(['PUSH /elsewhere'])
})

it('tells whether what was pressed shall show at once', () => {
  const { router } = opened()
  const told: boolean[] = []
  const stop = router.subscribe((_, now) => told.push(now))
  router.navigate('/there', { flushSync: true })
  router.navigate('/here')
  stop()
  router.navigate('/there')
  expect(told).toEqual([true, false])
})

it('closes at once what opened at once over the page one is on, and nothing else', () => {
  const { router } = opened()
  const told: string[] = []
  router.subscribe(({ location, action }, now) => told.push(`${action} ${location.pathname}${location.search} ${now}`))
  router.navigate('/here?release=r1', { flushSync: true })
  router.navigate(-1)
  router.navigate('/here?release=r2')
  router.navigate(-1)
  router.navigate('/there', { flushSync: true })
  router.navigate(-1)
  expect(told).toEqual([
    'PUSH /here?release=r1 true',
    'POP /here true',
    'PUSH /here?release=r2 false',
    'POP /here false',
    'PUSH /there true',
    'POP /here false',
  ])
})

it('stays where a guard holds it, and goes on when the guard lets it', () => {
  const { router, seen } = opened()
  let goOn = () => {}
  const guard = vi.fn((_from: unknown, _to: unknown, go: () => void) => {
    goOn = go
    return true
  })
  const take = router.guard(guard)
  router.navigate('/there', { state: 7 })
  expect(seen).toEqual([])
  expect(guard.mock.calls[0]?.slice(0, 2)).toMatchObject([{ pathname: '/here' }, { pathname: '/there' }])
  take()
  goOn()
  expect(router.state.location).toMatchObject({ pathname: '/there', state: 7 })
})

it('takes a way back that a guard holds back again', () => {
  const { router, history, seen } = opened()
  router.navigate('/there')
  let goOn = () => {}
  const take = router.guard((_from, _to, go) => {
    goOn = go
    return true
  })
  router.navigate(-1)
  expect(history.location.pathname).toBe('/there')
  expect(seen).toEqual(['PUSH /there'])
  take()
  goOn()
  expect(seen).toEqual(['PUSH /there', 'POP /here'])
})

it('comes back to what is shown where the way back to it was overtaken, and asks again', () => {
  const { router, history, seen } = opened()
  router.navigate('/there', { state: 7 })
  const { key } = router.state.location
  const guard = vi.fn(() => true)
  router.guard(guard)
  const { go } = history
  history.go = (delta) => delta < 0 && go(delta)
  router.navigate(-1)
  history.go = go
  expect(history.location.pathname).toBe('/here')
  router.comeBack()
  expect(history.location).toMatchObject({ pathname: '/there', state: 7, key })
  router.navigate(-1)
  expect(guard).toHaveBeenCalledTimes(2)
  expect(history.location.pathname).toBe('/there')
  expect(seen).toEqual(['PUSH /there'])
})

it('asks the newest guard alone, and an older one takes away nothing but itself', () => {
  const { router } = opened()
  const older = router.guard(() => false)
  router.guard(() => true)
  older()
  router.navigate('/there')
  expect(router.state.location.pathname).toBe('/here')
})

it('hears of nothing any more once it was disposed of', () => {
  const { router, history, seen } = opened()
  router.navigate('/there')
  router.dispose()
  history.go(-1)
  expect(seen).toEqual(['PUSH /there'])
})
