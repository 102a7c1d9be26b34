import { useTranslation } from 'react-i18next'
import { marksWaiting } from '#projections/library.ts'
import { useSignalValue } from '../../kit/useSignalValue.ts'

/** How many flags and places in the archive a sign-out would throw away in this tab (H-570); empty where none wait. */
export function useMarksText(): string {
  const { t } = useTranslation('session')
  const count = useSignalValue(marksWaiting)
  return count > 0 ? t('signOut.marks', { count }) : ''
}
