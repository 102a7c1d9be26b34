import type { TFunction } from 'i18next'
import type { PlayerSession } from '#core/model/people/sessions.ts'

const MINUTE_MS = 60_000
/** The last use is known to five minutes; what is younger is in use. */
const NOW_MS = 6 * MINUTE_MS
const STEPS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 24 * 60 * MINUTE_MS],
  ['hour', 60 * MINUTE_MS],
  ['minute', MINUTE_MS],
]

/** What a session is called: its browser and system. */
export function sessionName({ browser, system }: PlayerSession, t: TFunction<'security'>): string {
  const known = browser || t('sessions.unknown')
  return system === '' ? known : t('sessions.onSystem', { browser: known, system })
}

/** The city of its time zone, where it names one, and its network. */
export function sessionPlace({ timezone, network }: PlayerSession, t: TFunction<'security'>): string {
  const parts = timezone.split('/')
  const city = parts.length > 1 && parts[0] !== 'Etc' ? (parts.at(-1) ?? '').replaceAll('_', ' ') : ''
  return [city === '' ? '' : t('sessions.place', { city }), network === '' ? '' : t('sessions.network', { network })]
    .filter(Boolean)
    .join(', ')
}

/** When it was used last, seen from now. @param now ms since 1970 */
export function lastUse({ seen }: PlayerSession, now: number, t: TFunction<'security'>, language: string): string {
  const ago = now - Date.parse(seen)
  if (!(ago > NOW_MS)) return t('sessions.seenNow')
  const [unit, ms] = STEPS.find(([, step]) => ago >= step) ?? (['minute', MINUTE_MS] as const)
  const when = new Intl.RelativeTimeFormat(language, { numeric: 'always' }).format(-Math.floor(ago / ms), unit)
  return t('sessions.seen', { when })
}

/** Its name, and where another has the same one, when and from where it was used. @param now ms since 1970 */
export function sessionLabel(
  session: PlayerSession,
  all: readonly PlayerSession[],
  now: number,
  t: TFunction<'security'>,
  language: string,
): string {
  const name = sessionName(session, t)
  if (all.filter((one) => sessionName(one, t) === name).length < 2) return name
  return [name, lastUse(session, now, t, language), sessionPlace(session, t)].filter(Boolean).join(', ')
}
