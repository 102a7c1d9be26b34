/** Runs axe over the stage: WCAG 2.2 A and AA, and in high contrast text at 7:1 as well (1.4.6). */
import axe from 'axe-core'
import { AXE_OPTIONS, faultsOf } from '#tests/support/axe.ts'

/** @returns one line per violation and element; empty when the page is clean */
export async function axeFaults(): Promise<string[]> {
  // What is still fading in has colours of its own for a moment.
  const ending = document
    .getAnimations()
    .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
  await Promise.allSettled(ending.map(({ finished }) => finished))
  const isHigh = document.documentElement.dataset.theme === 'contrast'
  const rules = isHigh ? { rules: { 'color-contrast-enhanced': { enabled: true } } } : {}
  return faultsOf(await axe.run(document, { ...AXE_OPTIONS, ...rules }))
}
