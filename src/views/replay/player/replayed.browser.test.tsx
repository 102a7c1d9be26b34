// A view that cannot be drawn at one event of a log stands in nobody's way at the others.
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, it } from 'vitest'
import type { ToReplayed } from '#core/contracts/replay.ts'
import { single } from '#projections/entity.ts'
import { clearStage } from '#tests/components/stage.tsx'
import { RouterView } from '../../kit/routing/RouterView.tsx'
import { type AppRouter, createRouter, type RouterHistory } from '../../kit/routing/router.ts'
import { useSignalValue } from '../../kit/useSignalValue.ts'
import { follow } from './replayed.tsx'

const player = single('player')

/** Cannot be drawn at one volume. */
function Screen() {
  const { volume } = useSignalValue(player)
  if (volume === 13) throw new Error('a defect of a view')
  return <p>volume {volume}</p>
}

const APP = {
  createAppRouter: (history: RouterHistory) => createRouter([{ path: '*', Component: Screen }], history),
  mount: (router: AppRouter, root: HTMLElement, broken: (error: unknown) => ReactNode) =>
    createRoot(root, { onCaughtError: () => {} }).render(<RouterView router={router} before={<i />} broken={broken} />),
}

it('draws the screen again when another state is shown at the same place', async () => {
  await clearStage()
  const { port1, port2 } = new MessageChannel()
  const root = document.body.appendChild(document.createElement('div'))
  follow(port2, root, () => {}, APP)
  const shows = (seq: number, volume: number) =>
    port1.postMessage({
      seq,
      fresh: seq === 1,
      more: false,
      address: '/',
      changes: [{ kind: 'player', id: 'self', text: JSON.stringify({ ...player.peek(), volume }) }],
    } satisfies ToReplayed)
  shows(1, 12)
  await expect.poll(() => root.textContent).toBe('volume 12')
  shows(2, 13)
  await expect.poll(() => root.textContent).toContain('a defect of a view')
  shows(1, 12)
  await expect.poll(() => root.textContent).toBe('volume 12')
})
