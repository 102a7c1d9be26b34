import { useState } from 'react'
import { flushSync } from 'react-dom'
import { UNSAFE_createMemoryHistory as createMemoryHistory } from 'react-router-dom'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { clearStage, mount } from '#tests/components/stage.tsx'
import { RouterView } from './RouterView.tsx'
import { createRouter } from './router.ts'

it('draws no screen anew because what stands around it is drawn anew', async () => {
  await clearStage()
  let drawn = 0
  let around = () => {}
  function Screen() {
    drawn++
    return <p>a screen</p>
  }
  const router = createRouter([{ path: '*', Component: Screen }], createMemoryHistory())
  function Around() {
    const [times, setTimes] = useState(0)
    around = () => flushSync(() => setTimes(times + 1))
    return (
      <>
        <RouterView router={router} before={<i />} broken={() => null} />
        <p>drawn {times} times</p>
      </>
    )
  }
  mount(<Around />, () => router.dispose())
  await expect.element(page.getByText('a screen')).toBeVisible()
  const before = drawn
  around()
  await expect.element(page.getByText('drawn 1 times')).toBeVisible()
  expect(drawn).toBe(before)
  router.navigate('/elsewhere', { flushSync: true })
  expect(drawn).toBeGreaterThan(before)
})
