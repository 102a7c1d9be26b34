/** Runs axe over a page: WCAG 2.2 A and AA. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type { AxeResults } from 'axe-core'
import { AXE_OPTIONS, faultsOf } from '#tests/support/axe.ts'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** @returns one line per violation and element; empty when the page is clean */
export async function axeFaults(page: Page): Promise<string[]> {
  // Through the debugger, so the page's own policy does not have to allow it.
  await page.evaluate(source)
  const results = await page.evaluate(
    async (options) => {
      // What is still fading in has colours of its own for a moment.
      const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
      await Promise.allSettled(ending.map(({ finished }) => finished))
      const { axe } = window as unknown as { axe: { run(context: Document, options: unknown): Promise<AxeResults> } }
      return axe.run(document, options)
    },
    AXE_OPTIONS as unknown as { [key: string]: never },
  )
  return faultsOf(results)
}
