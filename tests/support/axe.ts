/** What axe looks for: WCAG 2.2 A and AA. */
import type { AxeResults, RunOptions } from 'axe-core'

export const AXE_OPTIONS: RunOptions = {
  runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
  resultTypes: ['violations'],
  // Reading style sheets again puts copies into the page, which its policy forbids; no rule of these tags reads them.
  preload: false,
}

/** One line per violation and element; none when the page is clean. */
export function faultsOf({ violations }: AxeResults): string[] {
  return violations.flatMap(({ id, help, nodes }) => nodes.map(({ target }) => `${id}: ${help} at ${target.join(' ')}`))
}
