// The theme on the page, and its mark in the browser (core/model/themeMark.ts), which every tab sees change.
import type { Theme } from '#core/model/theme.ts'
import { readTheme, THEME_MARK } from '#core/model/themeMark.ts'
import { mayKeep, readText, writeText } from './storage/storage.ts'

/** Of the colour around the page that stands in the light (index.html). */
const LIGHT = '#FFFFFF'

/** Puts a theme on the page, as the script before the first paint does. */
export function wearTheme(theme: Theme, document: Document): void {
  const { dataset } = document.documentElement
  if (theme === 'system') delete dataset.theme
  else dataset.theme = theme
  const scheme = theme === 'light' || theme === 'dark' ? theme : null
  const empty = document.querySelector<HTMLMetaElement>('meta[name="color-scheme"]')
  if (empty) empty.content = scheme ?? 'dark light'
  for (const around of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const own = around.content.toUpperCase() === LIGHT ? 'light' : 'dark'
    around.media = scheme === null ? `(prefers-color-scheme: ${own})` : scheme === own ? 'all' : 'not all'
  }
}

/** What the mark says; null: there is none, or nothing that can be read. */
export const markedTheme = (): Theme | null => readTheme(readText('local', THEME_MARK))

/** Writes the mark; on a public computer it is not left behind. */
export const markTheme = (theme: Theme): void => writeText('local', THEME_MARK, theme)

/** Tells of each theme another tab marks. @returns how to stop */
export function watchMark(window: Window, told: (theme: Theme) => void): () => void {
  const changed = ({ key, newValue }: StorageEvent) => {
    const theme = key === THEME_MARK && mayKeep() ? readTheme(newValue) : null
    if (theme !== null) told(theme)
  }
  window.addEventListener('storage', changed)
  return () => window.removeEventListener('storage', changed)
}
