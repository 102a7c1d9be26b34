import { Rows3 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { chooseListView } from '#actions/settings.ts'
import { listView } from '#projections/settings.ts'
import { IconButton } from '../../kit/controls/Button.tsx'
import { useSignalValue } from '../../kit/useSignalValue.ts'

/** Shows releases as a list, or as cards again. */
export function ListButton({ className }: { className?: string }) {
  const { t } = useTranslation('releases')
  const isList = useSignalValue(listView)
  return (
    <IconButton
      label={t('showAsList')}
      icon={<Rows3 size={18} strokeWidth={1.75} />}
      variant="secondary"
      size={32}
      on={isList}
      aria-pressed={isList}
      className={className}
      onClick={() => chooseListView(!isList)}
    />
  )
}
