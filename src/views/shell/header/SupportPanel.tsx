import '../../i18n/sharing.ts'
import { useTranslation } from 'react-i18next'
import { SupportForm } from '../../forms/people/SupportForm.tsx'
import { PanelFrame, type PanelProps } from './PanelFrame.tsx'

/** The way to support (SHELL-006). */
export function SupportPanel({ anchor, onClose }: PanelProps) {
  const { t } = useTranslation('sharing')
  return (
    <PanelFrame title={t('support.title')} anchor={anchor} onClose={onClose}>
      <SupportForm />
    </PanelFrame>
  )
}
