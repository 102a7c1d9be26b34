// Pictures of every screen for people to look at: SCREENSHOTS=folder npx playwright test screenshots
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from './support/fixtures.ts'
import { cards, fillSignIn, signIn } from './support/product.ts'
import { SCREENS } from './support/screens.ts'

const folder = process.env.SCREENSHOTS
const SIZES = [
  [320, 640],
  [390, 844],
  [800, 1100],
  [1100, 800],
  [1280, 800],
  [1920, 1080],
] as const
const LOOKS = {
  dark: { colorScheme: 'dark' },
  light: { colorScheme: 'light' },
  forced: { colorScheme: 'dark', forcedColors: 'active' },
} as const

test.describe('screenshots', () => {
  test.skip(!folder, 'SCREENSHOTS names no folder')
  test.setTimeout(600_000)
  for (const [look, media] of Object.entries(LOOKS))
    for (const [width, height] of SIZES)
      test(`${width} ${look}`, async ({ browser, baseURL, watch }) => {
        watch.allow(/./)
        const context = await browser.newContext({
          viewport: { width, height },
          ...media,
          ...(baseURL ? { baseURL } : {}),
        })
        const page = await context.newPage()
        const missed: string[] = []
        const shoot = async (name: string) => picture(page, `${look}-${width}-${name}`)
        page.setDefaultTimeout(12_000)
        await page.goto('/')
        await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
        await shoot('00-sign-in')
        await fillSignIn(page, 'pending@demo.test', 'Demo#2026')
        await page.getByRole('alert').first().waitFor()
        await shoot('00-sign-in-refused')
        await signIn(page)
        await expect(cards(page).first()).toBeVisible()
        for (const [index, { name, at, show, leave }] of SCREENS.entries()) {
          if (at !== undefined && (at === 'phone') !== width < 768) continue
          // One that cannot be reached does not hide the others.
          await show(page).catch((error: Error) => missed.push(`${name}: ${error.message.split('\n')[0]}`))
          await shoot(`${String(index + 1).padStart(2, '0')}-${name}`)
          await leave?.(page).catch(() => undefined)
        }
        await context.close()
        expect(missed).toEqual([])
      })
})

async function picture(page: Page, name: string): Promise<void> {
  mkdirSync(folder ?? '.', { recursive: true })
  // Covers fade in.
  await page.waitForTimeout(400)
  await page.screenshot({ path: join(folder ?? '.', `${name}.png`) })
}
