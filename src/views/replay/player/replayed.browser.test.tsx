// A view that cannot be drawn at one event of a log stands in nobody's way at the others.
import { computed } from '@preact/signals-react'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, it } from 'vitest'
import type { Shown, ToReplayed } from '#core/contracts/replay.ts'
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

/** A replayed player that is told the states of a log. */
async function aReplayed() {
  await clearStage()
  const { port1, port2 } = new MessageChannel()
  const root = document.body.appendChild(document.createElement('div'))
  follow(port2, root, () => {}, APP)
  const shown: number[] = []
  port1.onmessage = ({ data }: MessageEvent<Shown>) => shown.push(data.shown)
  const shows = (seq: number, volume: number) =>
    port1.postMessage({
      seq,
      fresh: seq === 1,
      more: false,
      address: '/',
      changes: [{ kind: 'player', id: 'self', text: JSON.stringify({ ...player.peek(), volume }) }],
    } satisfies ToReplayed)
  /** A log that is opened, whose first state comes in two parts. */
  const opens = (volume: number) => {
    const text = JSON.stringify({ ...player.peek(), volume })
    const part = { seq: 1, address: '/' }
    port1.postMessage({
      ...part,
      fresh: true,
      more: true,
      changes: [{ kind: 'player', id: 'self', text }],
    } satisfies ToReplayed)
    port1.postMessage({ ...part, fresh: false, more: false, changes: [] } satisfies ToReplayed)
  }
  return { root, shows, shown, opens }
}

it('draws the screen again when another state is shown at the same place', async () => {
  const { root, shows } = await aReplayed()
  shows(1, 12)
  await expect.poll(() => root.textContent).toBe('volume 12')
  shows(2, 13)
  await expect.poll(() => root.textContent).toContain('a defect of a view')
  shows(1, 12)
  await expect.poll(() => root.textContent).toBe('volume 12')
})

it('shows a second log whose first state comes in parts', async () => {
  const { root, shows, opens } = await aReplayed()
  shows(1, 12)
  await expect.poll(() => root.textContent).toBe('volume 12')
  opens(20)
  await expect.poll(() => root.textContent).toBe('volume 20')
})

it('goes on behind a state that a projection cannot read, and says what was wrong with it', async () => {
  const loudness = computed(() => {
    const { volume } = player.value
    if (volume === 14) throw new Error('a defect of a projection')
    return volume
  })
  const stop = loudness.subscribe(() => {})
  const { root, shows, shown } = await aReplayed()
  shows(1, 12)
  await expect.poll(() => shown).toEqual([1])
  shows(2, 14)
  await expect.poll(() => root.textContent).toContain('a defect of a projection')
  await expect.poll(() => shown).toEqual([1, 2])
  shows(3, 15)
  await expect.poll(() => root.textContent).toBe('volume 15')
  await expect.poll(() => shown).toEqual([1, 2, 3])
  stop()
})
