import { useTranslation } from 'react-i18next'
import { downloadSummary } from '#projections/downloads/downloads.ts'
import { useMarksText } from '../../forms/access/useMarksText.ts'
import { useSignalValue } from '../../kit/useSignalValue.ts'

/** What the end of every session ends here; running downloads and waiting marks are named as by any sign-out (D-036). */
export function useEndAllText(): string {
  const { t } = useTranslation('security')
  const { t: session } = useTranslation('session')
  const { active, waiting } = useSignalValue(downloadSummary)
  const running = active + waiting
  const marks = useMarksText()
  return [t('sessions.endAllText'), running > 0 ? session('signOut.running', { count: running }) : '', marks]
    .filter(Boolean)
    .join('\n')
}
