import type { ReactNode } from 'react'
import * as css from '../page.css.ts'
import { EmailSettings } from './EmailSettings.tsx'
import { PlayerSettings } from './PlayerSettings.tsx'
import * as own from './settings.css.ts'

/** What the player is set to, for the account and on this device. */
export function PreferencesScreen({ downloads }: { downloads: ReactNode }) {
  return (
    <div className={css.scroller}>
      <div className={`${css.page} ${own.sections}`}>
        <EmailSettings />
        <PlayerSettings downloads={downloads} />
      </div>
    </div>
  )
}
