import { ListChecks } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { triage } from '#projections/decisions.ts'
import { settings } from '#projections/settings.ts'
import { IconButton } from '../../kit/controls/Button.tsx'
import { useMedia } from '../../kit/useMedia.ts'
import { useSignalValue } from '../../kit/useSignalValue.ts'
import { media } from '../../theme/tokens.css.ts'
import { toggleTriage } from '../input/triage.ts'

/** Switches triage on and off in the gallery below; not on a phone, which has no keys. */
export function TriageButton({ className }: { className?: string }) {
  const { t } = useTranslation('gallery')
  const { on } = useSignalValue(triage)
  const shortcuts = useSignalValue(settings, (state) => state.shortcuts)
  const phone = useMedia(media.phone)
  if (phone) return null
  return (
    <IconButton
      label={t('triage.name')}
      hint={t('triage.hint')}
      aria-description={t('triage.hint')}
      reason={shortcuts || on ? undefined : t('triage.noKeys')}
      icon={<ListChecks size={18} strokeWidth={1.75} />}
      variant="secondary"
      size={32}
      on={on}
      aria-pressed={on}
      aria-keyshortcuts="T"
      className={className}
      onClick={toggleTriage}
    />
  )
}
