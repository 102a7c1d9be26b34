// The keys of the player, and where they belong to something else.
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { control, elapsed, player, playRelease, sounds, volume } from '#tests/components/playing.ts'

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))
async function goToReleases(): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Releases' }).click()
  await expect.element(page.css('[data-release-id]').first()).toBeVisible()
}
const focusMain = () => document.querySelector<HTMLElement>('#main')?.focus()

it('up and down belong to a list that has the focus', { tags: ['long'] }, async () => {
  await playRelease()
  await sounds()
  focusMain()
  await userEvent.keyboard('{ArrowUp}')
  await expect.element(volume()).toHaveValue('55')
  await goToReleases()
  const first = page.css('[data-release-id]').first()
  ;(first.element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowDown}{ArrowRight}')
  await pause(300)
  await expect.element(volume()).toHaveValue('55')
  expect(document.activeElement?.closest('[data-release-id]')).not.toBeNull()
})

it('up and down scroll what was said, where it is open', { tags: ['long'] }, async () => {
  await playRelease()
  await sounds()
  await page.getByRole('button', { name: 'Notifications' }).click()
  const said = page.getByRole('dialog', { name: 'Notifications' })
  await expect.element(said).toBeVisible()
  await userEvent.keyboard('{ArrowDown}{ArrowUp}{ArrowUp}')
  await pause(300)
  await expect.element(volume()).toHaveValue('50')
})

it('`?` shows the keys from a slider, too', async () => {
  await playRelease()
  ;(volume().element() as HTMLElement).focus()
  await userEvent.keyboard('?')
  await expect.element(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
})

it('on an Arabic keyboard, too', { tags: ['long'] }, async () => {
  await playRelease()
  await sounds()
  const press = (key: string, code: string) =>
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key, code, bubbles: true, cancelable: true }))
  press('٣', 'Digit3')
  await expect.poll(elapsed).toBeGreaterThan(20)
  press('؟', 'Slash')
  await expect.element(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
})

it('arrows that are free lead into the gallery, also while something plays', { tags: ['long'] }, async () => {
  await playRelease()
  await sounds()
  await goToReleases()
  for (const key of ['ArrowUp', 'ArrowRight']) {
    focusMain()
    const at = elapsed()
    await userEvent.keyboard(`{${key}}`)
    expect(document.activeElement?.closest('[data-release-id]'), key).not.toBeNull()
    await pause(300)
    await expect.element(volume()).toHaveValue('50')
    expect(elapsed() - at).toBeLessThan(4)
  }
})

it('nothing happens while something is typed', { tags: ['long'] }, async () => {
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

it('a keyboard of other letters has them at the same places', { tags: ['long'] }, async () => {
  await playRelease()
  await sounds()
  focusMain()
  const type = (key: string, code: string) =>
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, code, bubbles: true, cancelable: true }))
  type('ь', 'KeyM')
  await expect.element(volume()).toHaveValue('0')
  type('т', 'KeyN')
  await expect.element(player()).toHaveTextContent('Song r1.b')
})
