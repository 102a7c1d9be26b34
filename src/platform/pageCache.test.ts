import { expect, it } from 'vitest'
import { watchPageCache } from './pageCache.ts'

/** A window and what was asked of its page. */
function page() {
  const target = Object.assign(new EventTarget(), { navigator: { onLine: true } })
  const did: string[] = []
  const stop = watchPageCache(target as unknown as Window, {
    left: () => void did.push('left'),
    reload: () => void did.push('reload'),
  })
  const turn = (type: string, persisted: boolean) => target.dispatchEvent(Object.assign(new Event(type), { persisted }))
  return { did, turn, stop, target }
}

it('a page the browser keeps gives up what it holds, and begins anew when it is shown', () => {
  const { did, turn } = page()
  turn('pagehide', true)
  expect(did).toEqual(['left'])
  turn('pageshow', true)
  expect(did).toEqual(['left', 'reload'])
})

it('a page that is left for good, or was just loaded, does nothing', () => {
  const { did, turn, stop } = page()
  turn('pageshow', false)
  turn('pagehide', false)
  stop()
  turn('pagehide', true)
  expect(did).toEqual([])
})

it('shown again without a connection it begins anew once there is one', () => {
  const { did, turn, target } = page()
  target.navigator.onLine = false
  turn('pagehide', true)
  turn('pageshow', true)
  expect(did).toEqual(['left'])
  target.dispatchEvent(new Event('online'))
  target.dispatchEvent(new Event('online'))
  expect(did).toEqual(['left', 'reload'])
})
