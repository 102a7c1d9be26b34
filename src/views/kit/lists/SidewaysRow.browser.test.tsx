import { useState } from 'react'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '#tests/components/stage.tsx'
import { SidewaysRow } from './SidewaysRow.tsx'

function Row() {
  const [name, setName] = useState('Genre')
  return (
    <div style={{ width: 300 }}>
      <style>
        {'.sideways { display: flex; overflow-x: auto; white-space: nowrap } .sideways button { flex: none }'}
      </style>
      <SidewaysRow id="row" className="sideways">
        <button
          type="button"
          onClick={() => setName('Genre: Progressive House, Deep House, Melodic Techno and 4 more')}
        >
          {name}
        </button>
        <button type="button">Label</button>
      </SidewaysRow>
    </div>
  )
}

const row = () => document.getElementById('row') as HTMLElement
const fades = () => getComputedStyle(row()).maskImage !== 'none'

it('a row fades out on the side on which it goes on, and on none when it has room', async () => {
  await show(<Row />)
  await expect.element(page.getByText('Genre')).toBeVisible()
  await new Promise(requestAnimationFrame)
  expect(fades()).toBe(false)
  await page.getByText('Genre').click()
  await expect.poll(() => row().dataset.more).toBe('behind')
  expect(fades()).toBe(true)
  row().scrollLeft = 40
  await expect.poll(() => row().dataset.more).toBe('both')
  row().scrollLeft = 10_000
  await expect.poll(() => row().dataset.more).toBe('before')
})
