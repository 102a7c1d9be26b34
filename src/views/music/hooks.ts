import { HOOKS, type Hook } from '#core/model/catalogue/hook.ts'

/**
 * Where in a song the keys 1 to 4 lead, with Shift too: some keyboards have the figures there. Null for other keys.
 * @param key as `keyOf` names it
 */
export function hookOf(key: string): Hook | null {
  return /^[1-4]$/.test(key) ? (HOOKS[Number(key) - 1] ?? null) : null
}
