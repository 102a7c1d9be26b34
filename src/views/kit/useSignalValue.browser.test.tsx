import { signal } from '@preact/signals-react'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '#tests/components/stage.tsx'
import { useSignalValue } from './useSignalValue.ts'

const player = signal({ song: 'a', volume: 1 })
let drawn = 0

function Song() {
  drawn++
  return <output>{useSignalValue(player, (state) => state.song)}</output>
}

it('what reads a part of a value is drawn anew with that part alone', async () => {
  await show(<Song />)
  const before = drawn
  player.value = { ...player.value, volume: 2 }
  await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)))
  expect(drawn).toBe(before)
  player.value = { ...player.value, song: 'b' }
  await expect.element(page.getByRole('status')).toHaveTextContent('b')
})
