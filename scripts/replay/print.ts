// What a log says, as lines a terminal may be shown.
import type { AppEvent } from '#core/events/index.ts'
import type { Change } from '#core/log/changes.ts'
import { changedFields } from '#core/log/changes.ts'

/** Controls of terminals, signs that turn or hide text, halves of characters: a log is anybody's text. */
const HARMFUL = /(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu

/** The text with nothing in it that does something to a terminal: each such sign as `\u001b`. Line feeds stay. */
export function harmless(text: string): string {
  return text.replace(HARMFUL, (sign) =>
    Array.from({ length: sign.length }, (_, at) => `\\u${sign.charCodeAt(at).toString(16).padStart(4, '0')}`).join(''),
  )
}

/** On one line. */
export const oneLine = (text: string): string => text.replaceAll('\n', '\\n')

/** A value as JSON, cut when it is long. @param most UTF-16 units */
export function shortJson(value: unknown, most = 400): string {
  const text = value === undefined ? 'nothing' : oneLine(JSON.stringify(value))
  return text.length > most ? `${text.slice(0, most)}… (${text.length} characters)` : text
}

/** ` 1.250 s` since the log began. */
export const seconds = (ms: number): string => `${(ms / 1000).toFixed(3)} s`

/** One event on one line. */
export function eventLine({ seq, t, source, cause, type, payload }: AppEvent, most?: number): string {
  const led = cause === null ? '' : ` <- ${cause}`
  const place = `${String(seq).padStart(6)} ${seconds(t).padStart(11)}  ${source.padEnd(9)}`
  return `${place} ${oneLine(type)}${led} ${shortJson(payload, most)}`
}

/** So many lines of changes are shown, and so many fields of one entity. */
const CHANGES_SHOWN = 40
const FIELDS_SHOWN = 12

/** What changed, entity by entity and field by field. */
export function changeLines(changes: readonly Change[]): string[] {
  const lines: string[] = []
  for (const { kind, id, before, after } of changes.slice(0, CHANGES_SHOWN)) {
    const name = id === 'self' ? kind : `${kind} ${oneLine(id)}`
    if (before === undefined || after === undefined) {
      lines.push(`  ${before === undefined ? '+' : '-'} ${name} ${shortJson(before ?? after, 200)}`)
      continue
    }
    lines.push(`  ~ ${name}`)
    const fields = changedFields(before, after)
    for (const field of fields.slice(0, FIELDS_SHOWN))
      lines.push(
        `      ${oneLine(field.path.join('.'))}: ${shortJson(field.before, 120)} -> ${shortJson(field.after, 120)}`,
      )
    if (fields.length > FIELDS_SHOWN) lines.push(`      and ${fields.length - FIELDS_SHOWN} more`)
  }
  if (changes.length > CHANGES_SHOWN) lines.push(`  and ${changes.length - CHANGES_SHOWN} more entities`)
  return lines.length === 0 ? ['  nothing'] : lines
}

/** `12,345` */
export const count = (n: number): string => n.toLocaleString('en-US')
