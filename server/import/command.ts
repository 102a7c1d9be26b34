// The import command without a process around it: arguments in, sentences and an exit code out.
import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { ObjectStore } from '../media/objects/objectStore.ts'
import { MediaError } from '../media/protocol.ts'
import { StartProblem } from '../problem.ts'
import { type ImportedRelease, type ImportReport, type ImportTarget, importFolder } from './importFolder.ts'
import { errorCode } from './refusal.ts'
import { clean } from './tags/titles.ts'

export interface ImportCommand {
  /** The command line after the script's name. */
  args: readonly string[]
  /** Where relative paths start: the folder the person stands in. */
  cwd: string
  dataDir: string
  /** Where what is imported lies; the data folder's own when left out. */
  media?: ObjectStore
  /** Opened only after the folder was found; closed in any case. */
  openTarget(): Promise<ImportTarget & { close(): Promise<void> }>
  print(line: string): void
  /** ms since 1970. */
  now: number
}

/**
 * Runs one import and prints what became of it.
 * @returns exit code: 0 when a release was added, updated or already there, 1 when nothing could be read
 * @throws StartProblem with one sentence that says what to do
 */
export async function runImport(command: ImportCommand): Promise<number> {
  const folder = await folderOf(command)
  const target = await command.openTarget()
  try {
    const report = await importFolder(folder, {
      dataDir: command.dataDir,
      ...(command.media ? { media: command.media } : {}),
      target,
      now: command.now,
      onFile: (file, index, total) => command.print(`[${index + 1}/${total}] ${clean(file)}`),
    })
    for (const line of summary(report, folder)) command.print(line)
    return handled(report) > 0 ? 0 : 1
  } catch (error) {
    throw problemOf(error, command)
  } finally {
    await target.close()
  }
}

async function folderOf(command: ImportCommand): Promise<string> {
  const [given, ...more] = command.args.filter((arg) => arg !== '--')
  if (given === undefined || given.startsWith('--') || more.length > 0)
    throw new StartProblem('Name one folder with music: npm run import -- FOLDER (in quotes when its name has spaces).')
  const folder = resolve(command.cwd, given)
  const facts = await stat(folder).catch(() => null)
  if (!facts) throw new StartProblem(`There is no folder ${folder}. Check its name and run the import again.`)
  if (!facts.isDirectory()) throw new StartProblem(`${folder} is a file: name the folder it lies in.`)
  return folder
}

/** The report as lines for a terminal. */
export function summary(report: ImportReport, folder: string): string[] {
  const lines = [
    ...releases('Added', report.added),
    ...releases('Updated', report.updated),
    ...releases('Withdrawn, because other releases have all their songs now:', report.withdrawn),
  ]
  if (report.unchanged.length > 0) lines.push(`Already there: ${count(report.unchanged.length, 'release')}.`)
  if (report.copies.length > 0) {
    lines.push(`Left out ${count(report.copies.length, 'file')}, because the same song is there already:`)
    lines.push(...report.copies.map((copy) => `  ${clean(copy.file)} (taken: ${clean(copy.instead)})`))
  }
  if (report.refused.length > 0) {
    lines.push(`Could not import ${count(report.refused.length, 'file')}:`)
    lines.push(...report.refused.map((entry) => `  ${clean(entry.file)}: ${entry.reason}`))
  }
  if (handled(report) === 0) {
    lines.push(
      report.refused.length > 0
        ? `Nothing in ${folder} could be imported: see the reasons above.`
        : `There is no audio in ${folder}: WAV, MP3, FLAC and AIFF files are imported.`,
    )
  }
  return lines
}

function handled(report: ImportReport): number {
  return report.added.length + report.updated.length + report.unchanged.length
}

function releases(what: string, list: readonly ImportedRelease[]): string[] {
  if (list.length === 0) return []
  const head = what.endsWith(':') ? what : `${what} ${count(list.length, 'release')}:`
  return [
    head,
    ...list.map(({ artist, title, songs }) => `  ${artist} - ${title}${songs > 0 ? ` (${count(songs, 'song')})` : ''}`),
  ]
}

function count(n: number, what: string): string {
  return `${n} ${what}${n === 1 ? '' : 's'}`
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
