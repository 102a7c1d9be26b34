// Where an expression comes true, and how few events it takes.
import { bisect, firstBad } from '#core/log/finding/bisect.ts'
import { logOf, minimise } from '#core/log/finding/minimise.ts'
import type { ReadLog } from '#core/log/reading/log.ts'
import { Timeline } from '#core/log/timeline.ts'
import { type Options, type Task, UsageError } from './arguments.ts'
import { at, ended, standing } from './at.ts'
import { Expression } from './expression.ts'
import { count, eventLine } from './print.ts'
import { eventOf, finish, type Io } from './running.ts'
import type { Answer } from './summary.ts'
import { EXIT } from './usage.ts'
import { writeLog } from './writeLog.ts'
import { whyNotTrue, writeTest } from './writeTest.ts'

type Looking = Extract<Task, { readonly expression: string }>

/** So many of the events that are left are listed. */
const LISTED = 50

/** It is true at an event of which no state tells. */
const NOTHING = 'nothing to minimise: with the events alone that are applied it is not true'

export async function look(io: Io, log: ReadLog, task: Looking, options: Options): Promise<Answer> {
  const expression = new Expression(task.expression, io.limit)
  const timeline = new Timeline(log)
  const where = eventOf(timeline.last)
  const within = (slice: () => void) => {
    io.asking(true)
    expression.within(slice)
    io.asking(false)
  }
  const steps = task.kind === 'until' ? firstBad(timeline, expression.isTrue) : bisect(timeline, expression.isTrue)
  const found = await finish(io, 'looking', steps, where, within)
  const trouble = expression.trouble()
  const told = [
    ...(trouble === null ? [] : [`expression  ${trouble}`]),
    ...('how' in found && found.seq !== null && found.how === 'passes'
      ? ['looked at   every state, for it is true at none of those that are looked at first']
      : []),
  ]
  const value = { expression: task.expression, ...found, trouble }
  if (found.seq === null)
    return {
      value,
      lines: [...told, `it is true after none of ${count(log.events.length)} events`],
      exit: ended(io, timeline, EXIT.agrees),
    }
  if (found.seq === timeline.first && (options.test ?? options.out) !== null)
    throw new UsageError('it is true before any event: no log leads there')
  // Between two looks at which it was not true nobody looked.
  const passing = 'how' in found && found.how === 'stays' && found.seq > timeline.first
  const first = `true        after event ${found.seq} for the first time${passing ? '; --until would find whether it was so for a moment before' : ''}`
  if (found.seq === timeline.first) return { value, lines: [...told, `${first}: before any event`], exit: EXIT.differs }
  const cutting = task.kind === 'minimise' || options.test !== null
  if (!cutting) return shown(io, timeline, found.seq, options.path, [...told, first], value)
  const least = await finish(
    io,
    'leaving out',
    minimise(timeline, found.seq, expression.isTrue),
    ({ events, by, tries }) => `by ${by}, ${count(tries)} lists tried, ${count(events.length)} events left`,
    within,
  )
  if (least === null) {
    if ((options.test ?? options.out) !== null) throw new UsageError(NOTHING)
    return { value: { ...value, left: null }, lines: [...told, first, NOTHING], exit: EXIT.differs }
  }
  const { events, tries } = least
  const left = logOf(log, events)
  const lines = [
    ...told,
    first,
    `left        ${count(events.length)} of ${count(log.events.length)} events, ${count(tries)} lists tried`,
    ...events.slice(0, LISTED).map((event) => `  ${eventLine(event, 200)}`),
  ]
  if (options.out !== null) {
    await writeLog(options.out, left, !options.personal)
    lines.push(`written     ${options.out}`)
    const why = whyNotTrue(left, task.expression, !options.personal)
    if (why !== null) lines.push(`            ${why}`)
  }
  if (options.test !== null)
    lines.push(...(await writeTest(io.root, options.test, left, task.expression, options.personal)))
  return { value: { ...value, left: events, tries }, lines, exit: EXIT.differs }
}

/** The event that was found, or what stands at the path after it. */
async function shown(
  io: Io,
  timeline: Timeline,
  seq: number,
  path: string | null,
  lines: readonly string[],
  value: Answer['value'],
): Promise<Answer> {
  const { log } = timeline
  const more = path === null ? await at(io, log, seq, timeline) : await standing(io, log, path, seq, timeline)
  return { value: { ...value, ...more.value, seq }, lines: [...lines, ...more.lines], exit: EXIT.differs }
}
