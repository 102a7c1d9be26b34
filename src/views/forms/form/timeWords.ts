import { moment } from '../../kit/time/moment.ts'

/** No wait is counted down for longer, ms: who says more is not the server. */
export const WAIT_MAX_MS = 60 * 60_000

/** Whole seconds until a `moment`; 0 when it is over. */
export const secondsLeft = (until: number): number => Math.max(0, Math.ceil((until - moment()) / 1000))

/** From here on minutes are said, s. */
const MINUTES_FROM = 90

/** `42 seconds` or `3 minutes`, as the language has it. */
export function timeWords(seconds: number, language: string): string {
  const unit = seconds < MINUTES_FROM ? 'second' : 'minute'
  const count = unit === 'second' ? seconds : Math.ceil(seconds / 60)
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(count)
}
