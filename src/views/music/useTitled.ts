import { useTranslation } from 'react-i18next'

/** @returns what a title is shown and called as: a word stands for one that is empty */
export function useTitled(): (title: string) => string {
  const { t } = useTranslation('gallery')
  return (title) => (title.trim() === '' ? t('untitled') : title)
}
