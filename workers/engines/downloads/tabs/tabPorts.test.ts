import { expect, it } from 'vitest'
import { aloneTab } from './tabPorts.ts'

it('a tab of a browser without locks has the jobs at once, and nobody waits for them', async () => {
  let isHeld = false
  aloneTab.lock(
    'downloads p1',
    () => {
      isHeld = true
    },
    () => {},
  )
  expect([isHeld, await aloneTab.isAwaited('downloads p1')]).toEqual([true, false])
})
