// A log at a glance: where it is from, what is in it, and whether this build makes the same of it.
import type { AppEvent } from '#core/events/index.ts'
import { FirstPass, type Threw, type Verdict } from '#core/log/firstPass.ts'
import type { Follower, ReadLog } from '#core/log/reading/log.ts'
import { isOurs } from '#core/log/reading/vocabulary.ts'
import { Timeline } from '#core/log/timeline.ts'
import { domainOf, isFailure } from '#core/model/eventTypes.ts'
import { count, eventLine, oneLine, seconds } from './print.ts'
import { eventOf, finish, type Io } from './running.ts'
import { EXIT } from './usage.ts'

/** What a command found: for a script as a value, for a person as lines, and how it ends. */
export interface Answer {
  readonly value: Readonly<Record<string, unknown>>
  readonly lines: readonly string[]
  readonly exit: number
}

/** So many failures and skipped events are listed. */
const LISTED = 10

/** Sees all of a log while it is read, and replays it on the way. */
export class Glance implements Follower {
  readonly passed = new FirstPass()
  readonly domains = new Map<string, number>()
  readonly sources = new Map<string, number>()
  readonly failures: AppEvent[] = []

  events(events: readonly AppEvent[]): void {
    for (const event of events) {
      const domain = domainOf(event.type)
      this.domains.set(domain, (this.domains.get(domain) ?? 0) + 1)
      this.sources.set(event.source, (this.sources.get(event.source) ?? 0) + 1)
      if (isFailure(event.type)) this.failures.push(event)
    }
  }
}

export async function summary(io: Io, log: ReadLog, glance: Glance): Promise<Answer> {
  const timeline = new Timeline(log, { passed: glance.passed })
  const verdict = await finish(io, 'replaying', timeline.prepare(), eventOf(timeline.last))
  const { failures } = glance
  const domains = ordered(glance.domains)
  const sources = ordered(glance.sources)
  const facts = {
    ...originOf(log),
    events: log.events.length,
    domains,
    sources,
    failures: failures.map(({ seq, type }) => ({ seq, type })),
    skipped: skippedOf(log),
    cut: log.cut,
    ...verdict,
  }
  const lines = [
    ...originLines(log),
    `events      ${count(log.events.length)}`,
    `domains     ${listed(domains)}`,
    `sources     ${listed(sources)}`,
    `failures    ${count(failures.length)}`,
    ...some(failures.map((event) => `  ${eventLine(event, 120)}`)),
    ...skippedLines(log),
    `checkpoints ${comparedOf(log, verdict)}`,
    `state       ${verdict.state}`,
    ...verdictLines(log, verdict),
  ]
  return { value: facts, lines, exit: verdict.difference || verdict.threw ? EXIT.differs : EXIT.agrees }
}

export function originOf({ header, events, startT }: ReadLog): Readonly<Record<string, unknown>> {
  const { logId, build, startedAt, version } = header
  return { logId, build, format: version, startedAt, lengthMs: events.at(-1)?.t ?? startT }
}

export function originLines({ header, events, start, startT }: ReadLog): string[] {
  const { logId, build, startedAt } = header
  const began = Math.abs(startedAt) <= MAX_DATE ? new Date(startedAt).toISOString() : String(startedAt)
  return [
    `log         ${oneLine(logId)}`,
    `build       ${oneLine(build)}`,
    `started     ${began}`,
    `length      ${seconds(events.at(-1)?.t ?? startT)}${start > 0 ? `, here from ${seconds(startT)} on: events 1 to ${count(start)} made room` : ''}`,
  ]
}

/** Events that are kept and not applied. */
export const skippedOf = ({ skipped }: ReadLog): readonly { seq: number; why: string }[] =>
  [...skipped].map(([seq, why]) => ({ seq, why }))

/** The same as lines, of which there are none where every event is applied. */
export function skippedLines(log: ReadLog): string[] {
  if (log.skipped.size === 0) return []
  const typeAt = (seq: number) => log.events.at(seq - log.start - 1)?.type ?? ''
  return [
    `not applied ${count(log.skipped.size)}`,
    ...some(skippedOf(log).map(({ seq, why }) => `  ${String(seq).padStart(6)} ${oneLine(`${typeAt(seq)}: ${why}`)}`)),
  ]
}

/** The last ms a Date can tell. */
const MAX_DATE = 8.64e15

/** `1,025 compared of 1,202` where not all of them were, for that would take long. */
export function comparedOf({ checkpoints: held }: ReadLog, { checkpoints }: Pick<Verdict, 'checkpoints'>): string {
  return checkpoints === held.length ? count(checkpoints) : `${count(checkpoints)} compared of ${count(held.length)}`
}

/** What is said of an event at which a reducer throws. */
export const threwLine = ({ seq, line, type, message }: Threw): string =>
  `THREW       at event ${seq}, line ${line}, ${oneLine(type)}: ${oneLine(message)}; it is not applied, nor what follows`

export function verdictLines(
  log: ReadLog,
  { checkpoints, difference, threw }: Pick<Verdict, 'checkpoints' | 'difference' | 'threw'>,
): string[] {
  const which = checkpoints === log.checkpoints.length ? 'it holds' : 'that was compared'
  const more = threw || checkpoints === log.checkpoints.length ? '' : '; --check compares all of them'
  return [
    ...(difference
      ? differenceLines(log, difference)
      : [log.checkpoints.length === 0 ? 'no state hash to compare' : `agrees with every checkpoint ${which}${more}`]),
    ...(threw ? [threwLine(threw)] : []),
  ]
}

function differenceLines({ header }: ReadLog, difference: NonNullable<Verdict['difference']>): string[] {
  const { seq, recorded, replayed, after } = difference
  const lines = [
    `DIFFERENCE  at event ${seq}: recorded ${recorded}, replayed ${replayed}; the events that led there begin at ${after + 1}`,
  ]
  // What a build means by an event may have changed on purpose since.
  if (!isOurs(header))
    lines.push('            it was written with another vocabulary of events than that of this build')
  return lines
}

/** What occurs most comes first. */
const ordered = (counts: ReadonlyMap<string, number>): Record<string, number> =>
  Object.fromEntries([...counts].sort(([, a], [, b]) => b - a))

const listed = (counted: Readonly<Record<string, number>>): string =>
  Object.entries(counted)
    .map(([name, times]) => `${oneLine(name)} ${count(times)}`)
    .join(', ') || 'none'

function some(lines: readonly string[]): string[] {
  return lines.length <= LISTED ? [...lines] : [...lines.slice(0, LISTED), `  and ${count(lines.length - LISTED)} more`]
}
