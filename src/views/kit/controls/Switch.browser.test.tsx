import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { show } from '#tests/components/stage.tsx'
import { Switch } from './Switch.tsx'

const control = () => page.getByRole('switch', { name: 'Explicit' })

it('a switch says by its role whether it is on', async () => {
  await show(<Switch label="Explicit" checked onToggle={() => {}} />)
  await expect.element(control()).toBeChecked()
})

it.each(['Enter', ' '])('the key "%s" turns it over', async (key) => {
  let turns = 0
  await show(<Switch label="Explicit" checked={false} onToggle={() => turns++} />)
  await userEvent.tab()
  await userEvent.keyboard(key === ' ' ? ' ' : `{${key}}`)
  expect(turns).toBe(1)
})

it('a disabled one takes no press and is passed over by Tab', async () => {
  let turns = 0
  await show(<Switch label="Explicit" checked={false} disabled onToggle={() => turns++} />)
  await userEvent.tab()
  await expect.element(control()).not.toHaveFocus()
  await control().click({ force: true })
  expect(turns).toBe(0)
})

it('a nameless one has its name and shows it on focus', async () => {
  await show(<Switch label="Explicit" nameless checked={false} onToggle={() => {}} />)
  await userEvent.tab()
  await expect.element(control()).toHaveFocus()
  await expect.element(page.getByText('Explicit')).toBeVisible()
})
