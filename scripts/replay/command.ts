/**
 * An exported log without a browser: the same reducers, the engines silent. What it says goes through `harmless`, for
 * a log is anybody's text.
 */
import { EventError } from '#core/events/index.ts'
import { PathError } from '#core/log/path.ts'
import type { Follower, ReadLog } from '#core/log/reading/log.ts'
import { messageOf } from '#core/model/text/messageOf.ts'
import { type Options, parseArguments, UsageError } from './arguments.ts'
import { at, diff, standing, touched } from './at.ts'
import { check } from './check.ts'
import { ExpressionError } from './expression.ts'
import { list } from './list.ts'
import { look } from './look.ts'
import { openLog } from './opening/openLog.ts'
import { part } from './part.ts'
import { count, harmless, oneLine } from './print.ts'
import { type Io, Stopped } from './running.ts'
import { type Answer, Glance, summary } from './summary.ts'
import { EXIT, USAGE } from './usage.ts'
import { mayWrite } from './writeTest.ts'

/**
 * @param args command line, without node and script
 * @returns exit code, as USAGE says
 */
export async function replayCommand(args: readonly string[], io: Io): Promise<number> {
  const note = (text: string) => io.note(`${harmless(text)}\n`)
  let options: Options | 'help'
  try {
    options = parseArguments(args)
  } catch (error) {
    note(messageOf(error))
    note(USAGE)
    return EXIT.usage
  }
  if (options === 'help') {
    io.say(USAGE)
    return EXIT.agrees
  }
  try {
    return await answered(options, io, note)
  } catch (error) {
    const isUsage = error instanceof UsageError || error instanceof PathError || error instanceof ExpressionError
    const why = error instanceof ExpressionError ? `the expression cannot be run: ${error.message}` : messageOf(error)
    const exit = error instanceof Stopped ? EXIT.stopped : isUsage ? EXIT.usage : EXIT.differs
    note(why)
    if (options.json) io.say(harmless(JSON.stringify({ file: options.file, error: why, exit })))
    return exit
  }
}

async function answered(options: Options, io: Io, note: (text: string) => void): Promise<number> {
  await mayWrite(io.root, options)
  const glance = new Glance()
  const isSummary = options.task.kind === 'summary'
  const log = await opened(options, options.file, io, note, isSummary ? [glance, glance.passed] : [])
  const other = options.task.kind === 'part' ? await opened(options, options.task.other, io, note) : null
  if (log === null || (options.task.kind === 'part' && other === null)) return EXIT.cut
  const { value, lines, exit } = other ? await part(io, log, other) : await done(options, io, log, glance)
  const code = exit === EXIT.agrees && (log.cut ?? other?.cut) ? EXIT.cut : exit
  const cuts = { cut: log.cut, ...(other ? { otherCut: other.cut } : {}) }
  if (options.json) io.say(harmless(JSON.stringify({ file: options.file, ...cuts, exit: code, ...value })))
  else for (const line of lines) io.say(harmless(line))
  return code
}

async function done(options: Options, io: Io, log: ReadLog, glance: Glance): Promise<Answer> {
  const { task, path } = options
  switch (task.kind) {
    case 'check':
      return check(io, log)
    case 'events':
      return list(io, log, task.filter, options.json)
    case 'at':
      return path === null ? at(io, log, task.seq) : standing(io, log, path, task.seq)
    case 'state':
      return standing(io, log, path ?? '', null)
    case 'touching':
      return touched(io, log, task.changed)
    case 'diff':
      return diff(io, log, task.from, task.to)
    case 'until':
    case 'bisect':
    case 'minimise':
      return look(io, log, task, options)
    default:
      return summary(io, log, glance)
  }
}

/** What says itself which events are not applied, or looks at no state. */
const TOLD: readonly Options['task']['kind'][] = ['summary', 'check', 'events']

/** @returns null when it is no log, which was said */
async function opened(
  { json, task }: Options,
  file: string,
  io: Io,
  note: (text: string) => void,
  followers: readonly Follower[] = [],
): Promise<ReadLog | null> {
  try {
    const log = await openLog(io, file, undefined, undefined, followers)
    if (log.cut)
      note(
        `${file}: cut at line ${log.cut.line}: ${oneLine(log.cut.reason)}; ${count(log.events.length)} events before it are kept`,
      )
    const [skipped] = log.skipped
    if (skipped && !TOLD.includes(task.kind))
      note(
        `${file}: ${count(log.skipped.size)} of ${count(log.events.length)} events not applied, the first event ${skipped[0]}: ${oneLine(skipped[1])}`,
      )
    return log
  } catch (error) {
    if (error instanceof Stopped) throw error
    if (!(error instanceof EventError) && (error as NodeJS.ErrnoException).code === undefined) throw error
    note(`${file} cannot be replayed: ${oneLine(messageOf(error))}`)
    if (json) io.say(harmless(JSON.stringify({ file, error: messageOf(error), exit: EXIT.cut })))
    return null
  }
}
