/**
 * Replays an exported log without a browser: the same reducers, the engines silent, the state hash
 * compared at every checkpoint. A log that came with a bug report is held against this build by it.
 */
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type { AppEvent } from '#core/events/index.ts'
import { hashState } from '#core/log/hash.ts'
import { parseLog, type ReadLog } from '#core/log/read.ts'
import { type ReplayResult, replay } from '#core/log/replay.ts'

export const USAGE = `usage: npm run replay -- FILE [--to N] [--verify] [--print]
  FILE      an exported log (.jsonl.gz, or its text)
  --to N    stop after the event with this sequence number
  --verify  also demand that the log ends with a checkpoint and that the hash kept on the way is the hash of the whole state
  --print   list the events`

/** A log of a long session is some ten MB of text; more than this is no log of ours. */
const MAX_TEXT_BYTES = 512 * 1024 * 1024

interface Options {
  readonly file: string
  readonly to: number | null
  readonly verify: boolean
  readonly print: boolean
}

/**
 * @param args command line, without node and script
 * @param say prints a line
 * @returns exit code: 0 when every checkpoint agrees, 1 for a difference, a bad log or a bad command line
 */
export function replayCommand(args: readonly string[], say: (line: string) => void): number {
  const options = parseArguments(args)
  if (typeof options === 'string') {
    say(options)
    say(USAGE)
    return 1
  }
  let log: ReadLog
  try {
    log = parseLog(readText(options.file))
  } catch (error) {
    say(`${options.file} cannot be replayed: ${error instanceof Error ? error.message : String(error)}`)
    return 1
  }
  const { header } = log
  say(`log         ${header.logId}`)
  say(`build       ${header.build}`)
  say(`started     ${new Date(header.startedAt).toISOString()}`)
  const print = options.print ? (event: AppEvent) => say(lineOf(event)) : undefined
  const result = replay(log, options.to ?? undefined, print)
  say(`events      ${result.seq} of ${lastSeq(log)}`)
  say(`checkpoints ${result.checkpoints}`)
  say(`state       ${result.state}`)
  const wrong = faults(log, result, options)
  for (const fault of wrong) say(fault)
  if (wrong.length === 0) say(`agrees with every checkpoint it holds`)
  return wrong.length === 0 ? 0 : 1
}

function faults(log: ReadLog, result: ReplayResult, { verify, to }: Options): string[] {
  const found: string[] = []
  if (result.difference) {
    const { seq, recorded, replayed } = result.difference
    const before = lastGoodCheckpoint(log, seq)
    found.push(
      `DIFFERENCE  at event ${seq}: recorded ${recorded}, replayed ${replayed}; the events that led there begin at ${before + 1}`,
    )
  }
  if (!verify) return found
  if (to === null) {
    if (log.checkpoints.at(-1)?.seq !== lastSeq(log)) found.push('UNVERIFIED  the log does not end with a checkpoint')
  }
  const whole = hashState(result.store)
  if (whole !== result.state) found.push(`BROKEN HASH kept on the way ${result.state}, of the whole state ${whole}`)
  return found
}

/** Sequence number of the last checkpoint before this one; 0 when it is the first. */
function lastGoodCheckpoint(log: ReadLog, seq: number): number {
  let last = 0
  for (const checkpoint of log.checkpoints) if (checkpoint.seq < seq) last = checkpoint.seq
  return last
}

function lastSeq(log: ReadLog): number {
  return log.start + log.events.length
}

function lineOf({ seq, t, source, cause, type, payload }: AppEvent): string {
  return `${String(seq).padStart(6)} ${(t / 1000).toFixed(3).padStart(9)} s  ${source.padEnd(9)} ${type}${cause === null ? '' : ` <- ${cause}`} ${JSON.stringify(payload)}`
}

function readText(file: string): string {
  const bytes = readFileSync(file)
  const gzipped = bytes[0] === 0x1f && bytes[1] === 0x8b
  return (gzipped ? gunzipSync(bytes, { maxOutputLength: MAX_TEXT_BYTES }) : bytes).toString('utf8')
}

function parseArguments(args: readonly string[]): Options | string {
  let file: string | null = null
  let to: number | null = null
  const flags = new Set<string>()
  for (let i = 0; i < args.length; i++) {
    const arg = args[i] ?? ''
    if (arg === '--verify' || arg === '--print') flags.add(arg)
    else if (arg === '--to') {
      const text = args[++i] ?? ''
      if (!/^\d+$/.test(text)) return '--to needs a sequence number'
      to = Number(text)
    } else if (arg.startsWith('-')) return `unknown option ${arg}`
    else if (file !== null) return 'one FILE, please'
    else file = arg
  }
  if (file === null) return 'which FILE?'
  return { file, to, verify: flags.has('--verify'), print: flags.has('--print') }
}
