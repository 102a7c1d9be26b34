// The list under `?` says what the gallery's keys do.
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '#tests/components/stage.tsx'
import { ShortcutsDialog } from './ShortcutsDialog.tsx'

it('names the keys that select', async () => {
  await show(<ShortcutsDialog />)
  const group = page.getByRole('region', { name: 'On a release in the gallery' })
  await expect.element(group).toBeVisible()
  const said = new Map(
    [...group.element().querySelectorAll('dt')].map((term) => [
      term.textContent,
      [...(term.nextElementSibling?.querySelectorAll('kbd') ?? [])].map((key) => key.textContent).join(' '),
    ]),
  )
  expect(said.get('Select, or take back')).toBe('X')
  expect(said.get('Select from the last selected release to this one')).toBe('Shift X')
  expect(said.get('Select all releases (also Cmd with A)')).toBe('Ctrl A')
  expect(said.get('Select none')).toBe('Esc')
})
