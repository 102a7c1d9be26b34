import type { TFunction } from 'i18next'

/** Hours from which on nobody minds the minutes. */
const HOURS_ALONE = 10

/** How long it takes yet, in words: of seconds, of minutes up to an hour and a half, of hours with their minutes. */
export function timeLeft(seconds: number, t: TFunction<'downloads'>): string {
  if (seconds < 90) return t('seconds', { count: Math.max(1, Math.round(seconds)) })
  const minutes = Math.round(seconds / 60)
  if (minutes <= 90) return t('minutes', { count: minutes })
  const over = minutes % 60
  const hours = Math.floor(minutes / 60)
  if (hours >= HOURS_ALONE || over === 0) return t('hours', { count: Math.round(minutes / 60) })
  return t('hoursMinutes', { hours, minutes: over })
}
