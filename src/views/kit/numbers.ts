import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'

/**
 * A whole number with its thousands apart, as English has them: `12,345`. By hand: the first object of `Intl` in a page
 * takes 20 to 30 ms of the main thread, and the gallery would make one before anybody sees it.
 */
export const grouped = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ',')

/** How numbers are written in the language of the page. */
export function useNumber(): Intl.NumberFormat {
  const { language } = useTranslation().i18n
  return useMemo(() => new Intl.NumberFormat(language), [language])
}
