import type { ReactNode } from 'react'
import * as css from '../page.css.ts'
import { PlayerSettings } from './PlayerSettings.tsx'
import * as own from './settings.css.ts'

/** `/settings/player`: how music is played, listed and downloaded (SETTINGS-002). */
export function PlayerScreen({ downloads }: { downloads: ReactNode }) {
  return (
    <div className={css.scroller}>
      <div className={`${css.page} ${own.sections}`}>
        <PlayerSettings downloads={downloads} />
      </div>
    </div>
  )
}
