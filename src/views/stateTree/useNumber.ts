import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'

/** How numbers are written in the language of the page. */
export function useNumber(): Intl.NumberFormat {
  const { language } = useTranslation().i18n
  return useMemo(() => new Intl.NumberFormat(language), [language])
}
