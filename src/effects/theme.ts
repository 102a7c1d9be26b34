/**
 * The theme that was chosen is on the page at once, and marked for the next visit and the other tabs. Where mark and state
 * differ the mark is the later one: the page was painted by it, and every tab writes the same.
 */
import { settingThemeFollowed } from '#core/events/settings.ts'
import type { Theme } from '#core/model/theme.ts'
import type { On } from './hearing.ts'

export interface ThemePorts {
  readonly on: On
  observe(draft: ReturnType<typeof settingThemeFollowed>): void
  /** What the state says. */
  theme(): Theme
  /** What the browser keeps; null: nothing yet. */
  marked(): Theme | null
  mark(theme: Theme): void
  wear(theme: Theme): void
  /** Tells of what another tab marks. @returns how to stop */
  watch(told: (theme: Theme) => void): () => void
}

/** @returns how to stop */
export function followTheme({ on, observe, theme, marked, mark, wear, watch }: ThemePorts): () => void {
  const follow = (other: Theme) => {
    if (other !== theme()) observe(settingThemeFollowed({ theme: other }))
  }
  const agree = () => {
    const other = marked()
    if (other !== null) return follow(other)
    if (theme() === 'system') return
    mark(theme())
    wear(theme())
  }
  const stops = [
    on('setting.themeChosen', ({ payload }) => {
      mark(payload.theme)
      wear(payload.theme)
    }),
    on('setting.themeFollowed', ({ payload }) => wear(payload.theme)),
    on('setting.restored', agree),
    watch(follow),
  ]
  agree()
  return () => {
    for (const stop of stops) stop()
  }
}
