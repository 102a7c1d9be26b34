import { useTranslation } from 'react-i18next'
import { type Refusal, useVerbs } from './verbs.ts'

/** Says why something may not be done. A mark that is being changed shows as busy and needs no words. */
export function useRefusal(): (reason: Refusal | null) => string | undefined {
  const { t } = useTranslation('releases')
  useVerbs()
  return (reason) => (reason === null || reason === 'marking' ? undefined : t(`refused.${reason}`))
}
