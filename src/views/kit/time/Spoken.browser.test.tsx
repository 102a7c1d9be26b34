import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '#tests/components/stage.tsx'
import { Spoken } from './Spoken.tsx'

it('its region stands before its words, which are not spoken else', async () => {
  await show(<Spoken words="Loading" />)
  const region = page.getByRole('status').element()
  expect(region.textContent).toBe('')
  await expect.element(region).toHaveTextContent('Loading')
})
