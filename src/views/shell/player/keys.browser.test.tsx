// The keys of the player, and where they belong to something else.
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { control, player, playRelease, sounds, volume } from '#tests/components/playing.ts'

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))
const focusMain = () => document.querySelector<HTMLElement>('#main')?.focus()

it('up and down belong to a list that has the focus', async () => {
  await playRelease()
  await sounds()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Releases' }).click()
  const first = page.css('[data-release-id]').first()
  await expect.element(first).toBeVisible()
  await userEvent.keyboard('{Tab}')
  focusMain()
  await userEvent.keyboard('{ArrowUp}')
  await expect.element(volume()).toHaveValue('55')
  ;(first.element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowDown}{ArrowRight}')
  await pause(300)
  await expect.element(volume()).toHaveValue('55')
  expect(document.activeElement?.closest('[data-release-id]')).not.toBeNull()
})

it('nothing happens while something is typed', async () => {
  const { sound } = await playRelease()
  await sounds()
  const box = page.getByRole('searchbox', { name: 'Search', exact: true })
  await box.click()
  await userEvent.keyboard('mnp {ArrowUp}{ArrowLeft}')
  await pause(300)
  await expect.element(box).toHaveValue('mnp ')
  await expect.element(volume()).toHaveValue('50')
  await expect.element(player()).toHaveTextContent('Song r1.a')
  await expect.element(control('Pause')).toBeVisible()
  expect(await sound.isSounding()).toBe(true)
})
