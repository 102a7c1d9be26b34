import { expect, it } from 'vitest'
import { show } from '#tests/components/stage.tsx'
import { Initials } from './Initials.tsx'

it.each(['WW', '山田', 'אB', '山田山田'])('%s stands in one line, within the ground', async (initials) => {
  const { host } = await show(
    <>
      <Initials initials="W" colour={0} size={32} />
      <Initials initials={initials} colour={0} size={32} />
    </>,
  )
  const [one, other] = host.querySelectorAll('[data-initials]')
  const heightOf = (element: Element | undefined) => element && getComputedStyle(element, '::after').height
  expect(heightOf(other)).toBe(heightOf(one))
  expect(other && getComputedStyle(other).overflow).toBe('hidden')
})
