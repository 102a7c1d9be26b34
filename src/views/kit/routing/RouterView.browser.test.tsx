import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { UNSAFE_createMemoryHistory as createMemoryHistory } from 'react-router-dom'
import { expect, it } from 'vitest'
import { clearStage } from '#tests/components/stage.tsx'
import { RouterView } from './RouterView.tsx'
import { createRouter } from './router.ts'

let drawn = 0
function Screen() {
  drawn++
  return <p>a screen</p>
}

it('draws no screen anew because what stands around it is drawn anew', async () => {
  await clearStage()
  const router = createRouter([{ path: '*', Component: Screen }], createMemoryHistory())
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  const render = () => flushSync(() => root.render(<RouterView router={router} before={<i />} broken={() => null} />))
  render()
  expect(drawn).toBeGreaterThan(0)
  const before = drawn
  render()
  expect(drawn).toBe(before)
  router.navigate('/elsewhere', { flushSync: true })
  expect(drawn).toBeGreaterThan(before)
  root.unmount()
  router.dispose()
})
