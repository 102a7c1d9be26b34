import '../../i18n/library.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { LeavingButton } from '../../kit/overlays/LeavingButton.tsx'
import { useMedia } from '../../kit/useMedia.ts'
import { media } from '../../theme/tokens.css.ts'
import * as css from './library.css.ts'

interface Props {
  /** How much the list holds, in words; empty while that is not known. */
  count: string
  /** What empties the list; null while there is nothing to take out of it. */
  clear: { readonly words: string; readonly busy: boolean; readonly press: () => void } | null
  /** Order and view. */
  children?: ReactNode
}

/** The row above a player's own list. */
export function ListBar({ count, clear, children }: Props) {
  const { t } = useTranslation('library')
  const phone = useMedia(media.phone)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form
    <div role="group" aria-label={t('menu')} className={css.bar}>
      <p className={css.count} role="status">
        {count}
      </p>
      <span className={css.spacer} />
      {clear && (
        <LeavingButton size={phone ? 36 : 32} busy={clear.busy} onClick={clear.press}>
          {clear.words}
        </LeavingButton>
      )}
      {children}
    </div>
  )
}
