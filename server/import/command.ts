// The import command without a process around it: arguments in, sentences and an exit code out.
import { realpath, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { messageOf } from '#core/model/text/messageOf.ts'
import type { ObjectStore } from '../media/objects/objectStore.ts'
import { MediaError } from '../media/protocol.ts'
import { StartProblem } from '../problem.ts'
import { picturesBeside } from './cover.ts'
import { type ImportTarget, importFolder } from './importFolder.ts'
import { errorCode } from './refusal.ts'
import { handled, progressLine, summary, timesLine } from './summary.ts'
import { clean } from './tags/titles.ts'
import { createTimes } from './times.ts'
import { findAudio } from './walk.ts'

export interface ImportCommand {
  /** The command line after the script's name. */
  args: readonly string[]
  /** What npm keeps of a command line for itself, among others. */
  env?: Record<string, string | undefined>
  /** Where relative paths start: the folder the person stands in. */
  cwd: string
  dataDir: string
  /** Where what is imported lies; the data folder's own when left out. */
  media?: ObjectStore
  /** Opened only after the folder was found; closed in any case. With `--watch` once for each import. */
  openTarget(): Promise<ImportTarget & { close(): Promise<void> }>
  print(line: string): void
  /** The time, ms since 1970. */
  now(): number
  /** Ends it: an import between two files, watching at once. */
  signal?: AbortSignal
  /** Awaited between two looks of `--watch` at the folder. */
  pause?(): Promise<void>
}

/** What scripts can tell apart. A fault of the machine or a wrong command line is `nothing` as well. */
const EXIT = { all: 0, nothing: 1, part: 2 } as const

const USAGE =
  'Name one folder with music: npm run import -- FOLDER [--dry-run] [--prune] [--watch] (in quotes when its name has spaces).'

/**
 * Runs one import, or with `--watch` one after each change of the folder, and prints what became of it.
 * @returns exit code: 0 when all that was found is in the catalogue, 2 when a part was refused, 1 when nothing is in
 * @throws StartProblem with one sentence that says what to do
 */
export async function runImport(command: ImportCommand): Promise<number> {
  const { folder, flags } = await readArgs(command)
  const seen = new Map<string, string>()
  if (!flags.has('--watch')) return importOnce(command, folder, flags, seen)
  let code: number = EXIT.nothing
  let last = ''
  let pending = ''
  let trouble = ''
  while (!command.signal?.aborted) {
    // A share that is away or a server that starts anew comes back: whoever watches waits for it, told once.
    try {
      const now = await sight(folder, command.dataDir)
      // Twice the same: what is being copied there has arrived.
      if (now !== last && now === pending) {
        code = await importOnce(command, folder, flags, seen)
        command.print(`Watching ${folder} for more; Ctrl+C ends it.`)
        last = now
      }
      pending = now
      trouble = ''
    } catch (error) {
      const said = messageOf(error)
      if (said !== trouble) command.print(`${said}\nWatching ${folder} goes on; Ctrl+C ends it.`)
      trouble = said
    }
    await command.pause?.()
  }
  return code
}

/** What lies in the folder, as one text: other files or covers, sizes or times of change, another text. */
async function sight(folder: string, dataDir: string): Promise<string> {
  const root = await realpath(folder)
  const found = await findAudio(root, dataDir)
  const covers = await Promise.all([...new Set(found.files.map(dirname))].map(picturesBeside))
  const files = [...found.files, ...covers.flat()]
  const facts = await Promise.all(files.map((path) => stat(path).catch(() => null)))
  return files.map((path, n) => `${path} ${facts[n]?.size} ${facts[n]?.mtimeMs}`).join('\n')
}

async function importOnce(
  command: ImportCommand,
  folder: string,
  flags: ReadonlySet<string>,
  seen: Map<string, string>,
): Promise<number> {
  const dryRun = flags.has('--dry-run')
  const target = await command.openTarget()
  const times = createTimes(() => performance.now())
  const begun = performance.now()
  try {
    const report = await importFolder(folder, {
      dataDir: command.dataDir,
      ...(command.media ? { media: command.media } : {}),
      ...(command.signal ? { signal: command.signal } : {}),
      target,
      now: command.now(),
      times,
      seen,
      dryRun,
      prune: flags.has('--prune'),
      onFile: (file, index, total, done) =>
        command.print(progressLine(file, index, total, done, performance.now() - begun)),
    })
    for (const line of summary(report, folder, dryRun)) command.print(line)
    if (report.seconds > 0) command.print(timesLine(times, report.seconds, performance.now() - begun))
    if (dryRun) command.print('This was a dry run: nothing was kept.')
    return handled(report) === 0 ? EXIT.nothing : report.refused.length > 0 ? EXIT.part : EXIT.all
  } catch (error) {
    if (command.signal?.aborted) {
      command.print('Ended. What was read is kept, and the next import goes on from there.')
      return EXIT.nothing
    }
    throw problemOf(error, command)
  } finally {
    await target.close()
  }
}

const FLAGS: ReadonlySet<string> = new Set(['--dry-run', '--prune', '--watch'])

async function readArgs(command: ImportCommand): Promise<{ folder: string; flags: ReadonlySet<string> }> {
  const given = command.args.filter((arg) => arg !== '--')
  const flags = new Set(given.filter((arg) => arg.startsWith('--')))
  const unknown = [...flags].find((flag) => !FLAGS.has(flag))
  if (unknown) throw new StartProblem(`There is no ${clean(unknown)}. ${USAGE}`)
  // npm has a switch of that name, and takes it off what stands before the dashes.
  if (command.env?.npm_config_dry_run === 'true' && !flags.has('--dry-run'))
    throw new StartProblem(
      'npm kept --dry-run for itself. Put -- before the folder: npm run import -- FOLDER --dry-run. Nothing was imported.',
    )
  const [name, ...more] = given.filter((arg) => !arg.startsWith('--'))
  if (name === undefined || more.length > 0) throw new StartProblem(USAGE)
  const folder = resolve(command.cwd, name)
  const facts = await stat(folder).catch(() => null)
  if (!facts) throw new StartProblem(`There is no folder ${folder}. Check its name and run the import again.`)
  if (!facts.isDirectory()) throw new StartProblem(`${folder} is a file: name the folder it lies in.`)
  return { folder, flags }
}

/** What a person can do about a fault of the machine; anything unknown goes on as it is. */
function problemOf(error: unknown, { dataDir, media }: ImportCommand): unknown {
  if (error instanceof MediaError && media)
    return new StartProblem(
      `The media store ${media.place} cannot be used: ${error.message}. Check MEDIA_URL and run the import again: what was finished stays and is not done twice.`,
    )
  switch (errorCode(error)) {
    case 'ENOSPC':
    case 'EDQUOT':
      return new StartProblem(
        `The disk of ${dataDir} is full. Free some space and run the import again: what was finished stays and is not done twice.`,
      )
    case 'EROFS':
    case 'EACCES':
    case 'EPERM':
      return new StartProblem(
        `The data folder ${dataDir} cannot be written. Make it writable, or choose another with DATA_DIR.`,
      )
    default:
      return error
  }
}
