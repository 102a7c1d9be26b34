// Account, settings and network without a mouse: everything is reached in order, and the focus is never lost.
import type { Page } from '@playwright/test'
import { GOOD_PASSWORD, newPlayer } from '#tests/contract/people.ts'
import { expect, serverUrl, test } from './support/fixtures.ts'
import { fillSignIn, giveSession } from './support/product.ts'

/** What has the focus, by its name as it is said. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const one = document.activeElement
    if (!one || one === document.body) return ''
    const labels = one instanceof HTMLInputElement || one instanceof HTMLSelectElement ? one.labels : null
    const by = one
      .getAttribute('aria-labelledby')
      ?.split(' ')
      .map((id) => document.getElementById(id)?.textContent)
    const name = one.getAttribute('aria-label') ?? by?.join(' ') ?? labels?.[0]?.textContent ?? one.textContent
    return name?.trim() ?? ''
  })
/** Whether what has the focus shows it: a ring of its own, or of what it stands in. */
const isSeen = (page: Page) =>
  page.evaluate(() => {
    const one = document.activeElement as HTMLElement
    const box = one.getBoundingClientRect()
    const inside = box.bottom > 0 && box.top < innerHeight && box.width > 0
    for (let part: HTMLElement | null = one, n = 0; part && n < 3; part = part.parentElement, n += 1) {
      const { outlineStyle, outlineWidth } = getComputedStyle(part)
      if (outlineStyle !== 'none' && outlineWidth !== '0px') return inside
    }
    return false
  })
/** Presses Tab until something of that name has the focus. @returns the names passed on the way */
async function tabTo(page: Page, name: string | RegExp, key = 'Tab'): Promise<string[]> {
  const passed: string[] = []
  for (let n = 0; n < 60; n += 1) {
    await page.keyboard.press(key)
    const now = await focused(page)
    passed.push(now)
    if (typeof name === 'string' ? now === name : name.test(now)) return passed
  }
  throw new Error(`${name} was not reached: ${passed.join(' > ')}`)
}
const press = (page: Page, ...keys: string[]) => keys.reduce((done, key) => done.then(() => page.keyboard.press(key)), Promise.resolve()) // biome-ignore format: one line

test('the account area: tabs by arrows, and every control of its pages in order', async ({ page }) => {
  await giveSession(page)
  await page.goto('/account/profile')
  await expect(page.getByRole('button', { name: 'Edit', exact: true })).toBeVisible()

  await test.step('one press leads past the header, and the tabs are one stop', async () => {
    await press(page, 'Tab')
    expect(await focused(page)).toBe('Skip to content')
    await press(page, 'Enter')
    await tabTo(page, 'Profile')
    await press(page, 'ArrowRight')
    await expect(page).toHaveURL(/my-network/)
    await expect.poll(() => focused(page)).toBe('My Network')
    await press(page, 'ArrowLeft')
    await expect.poll(() => focused(page)).toBe('Profile')
    await expect(page).toHaveURL(/account\/profile/)
  })

  await test.step('the profile is edited and left again by keys alone', async () => {
    await tabTo(page, 'Edit')
    expect(await isSeen(page)).toBe(true)
    await press(page, 'Enter')
    await expect(page.getByRole('textbox', { name: 'City' })).toBeVisible()
    await expect.poll(() => focused(page)).toMatch(/^First name/)
    await page.keyboard.type('x')
    await tabTo(page, 'Cancel')
    await press(page, 'Enter')
    const asking = page.getByRole('dialog', { name: 'Unsaved changes' })
    await expect(asking).toBeVisible()
    await expect.poll(() => asking.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true)
    await press(page, 'Escape')
    await expect(asking).toBeHidden()
    await expect.poll(() => focused(page)).toBe('Cancel')
    await press(page, 'Enter')
    await expect(asking).toBeVisible()
    await tabTo(page, 'Leave without saving')
    await press(page, 'Enter')
    await expect.poll(() => focused(page)).toBe('Edit')
  })
})

test('the settings: dialogs keep the focus and give it back, and a theme is chosen by arrows', async ({ page }) => {
  const { email } = await newPlayer(serverUrl())
  await page.goto('/')
  await fillSignIn(page, email, GOOD_PASSWORD)
  await expect(page).toHaveURL(/\/releases/)
  await page.goto('/account/settings-preferences')
  await expect(page.getByRole('combobox', { name: 'Language of mails' })).toBeVisible()

  await test.step('another e-mail is asked for and let be', async () => {
    await tabTo(page, 'Add another email')
    expect(await isSeen(page)).toBe(true)
    await press(page, 'Enter')
    const dialog = page.getByRole('dialog', { name: 'Add another email' })
    await expect(dialog.getByRole('textbox', { name: 'Email' })).toBeFocused()
    for (let n = 0; n < 6; n += 1) {
      await press(page, 'Tab')
      expect(await dialog.evaluate((one) => one.contains(document.activeElement) || document.activeElement === document.body)).toBe(true) // biome-ignore format: one line
    }
    await press(page, 'Escape')
    await expect(dialog).toBeHidden()
    await expect.poll(() => focused(page)).toBe('Add another email')
  })

  await test.step('the choices follow in the order they stand in', async () => {
    const passed = await tabTo(page, /Autoplay/)
    expect(passed).toEqual([
      'Where do you want to receive emails?',
      'Release email frequency',
      'Language of mails',
      'System',
      expect.stringMatching(/Autoplay/),
    ])
  })

  await test.step('the themes are one stop, and arrows choose among them at once', async () => {
    await press(page, 'Shift+Tab')
    expect(await focused(page)).toBe('System')
    expect(await isSeen(page)).toBe(true)
    await press(page, 'ArrowRight')
    await expect.poll(() => focused(page)).toBe('Light')
    expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('light')
    await press(page, 'ArrowLeft')
    expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBeUndefined()
    expect(await focused(page)).toBe('System')
  })
})

test('the network: searched, a deletion let be, and an invitation begun and left', async ({ page }) => {
  await giveSession(page)
  await page.goto('/account/my-network')
  await expect(page.getByRole('table', { name: 'Connections' })).toBeVisible()

  await test.step('search', async () => {
    await tabTo(page, /Search connections/)
    await page.keyboard.type('nobody at all')
    await expect(page.getByRole('heading', { name: 'Nobody found' })).toBeVisible()
    await press(page, 'ControlOrMeta+a', 'Delete')
    await expect(page.getByRole('row').nth(1)).toBeVisible()
  })

  await test.step('a connection’s deletion is asked about, and Escape gives the focus back', async () => {
    const passed = await tabTo(page, /^Delete the connection with/)
    const name = passed.at(-1) ?? ''
    expect(await isSeen(page)).toBe(true)
    await press(page, 'Enter')
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await expect.poll(() => focused(page)).toBe('Cancel')
    await press(page, 'Escape')
    await expect(page.getByRole('alertdialog')).toBeHidden()
    await expect.poll(() => focused(page)).toBe(name)
  })

  await test.step('inviting begins and is left', async () => {
    await tabTo(page, 'Invite people', 'Shift+Tab')
    await press(page, 'Enter')
    const intro = page.getByRole('dialog', { name: 'Invite your network' })
    await expect(intro).toBeVisible()
    await expect.poll(() => intro.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true)
    await page.keyboard.press('Escape')
    await expect(intro).toBeHidden()
    await expect.poll(() => focused(page)).toBe('Invite people')
  })
})
