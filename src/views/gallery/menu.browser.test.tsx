// What the menu of a row offers where.
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { openAlone, slot } from '#tests/components/alone.tsx'

const item = (name: string) => page.getByRole('menuitem', { name, exact: true })

async function openMenu(width: number, archived = false): Promise<void> {
  await openAlone({ rows: true, count: 10, of: () => ({ archived }), window: [width, 800] })
  await slot(1).hover()
  await slot(1).getByRole('button', { name: /^More actions/ }).click() // biome-ignore format: one press
  await expect.element(item('Release info')).toBeVisible()
}

it('RELEASE-048: on the phone the menu of a row archives nothing, and restores', async () => {
  await openMenu(390)
  await expect.element(item('Archive')).not.toBeInTheDocument()
  await openMenu(390, true)
  await expect.element(item('Restore')).toBeVisible()
  await openMenu(1024)
  await expect.element(item('Archive')).toBeVisible()
})
