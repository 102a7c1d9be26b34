// What an import says: its progress, and what became of it. Pure.
import type { Done, ImportedRelease, ImportReport } from './importFolder.ts'
import { clean } from './tags/titles.ts'
import { STAGES, type Times } from './times.ts'

/** Progress says how long it will take from here on, ms. */
const ESTIMATE_FROM_MS = 2000

/** One line for the file that is read next. @param elapsedMs since the first was begun */
export function progressLine(file: string, index: number, total: number, done: Done, elapsedMs: number): string {
  const line = `[${index + 1}/${total}] ${clean(file)}`
  if (elapsedMs < ESTIMATE_FROM_MS || done.bytes === 0) return line
  const left = (elapsedMs / done.bytes) * (done.allBytes - done.bytes)
  return `${line} (${hours(done.seconds)} of audio so far, about ${spoken(left)} left)`
}

/** The report as lines for a terminal. @param dry whether nothing was kept */
export function summary(report: ImportReport, folder: string, dry = false): string[] {
  const lines = [
    ...releases(dry ? 'Would add' : 'Added', report.added),
    ...releases(dry ? 'Would update' : 'Updated', report.updated),
    ...releases('Withdrawn, because other releases have all their songs now or all were pruned:', report.withdrawn),
  ]
  if (report.unchanged.length > 0) lines.push(`Already there: ${count(report.unchanged.length, 'release')}.`)
  if (report.copies.length > 0) {
    lines.push(`Left out ${count(report.copies.length, 'file')}, because the same song is there already:`)
    lines.push(...report.copies.map((copy) => `  ${clean(copy.file)} (taken: ${clean(copy.instead)})`))
  }
  if (report.notes.length > 0) {
    lines.push('Taken, but look at:')
    lines.push(...report.notes.map(({ file, note }) => `  ${clean(file)}: ${clean(note)}`))
  }
  if (report.gone.length > 0) {
    const files = count(report.gone.length, 'file')
    const fate = !report.isPruned
      ? 'With --prune they are taken away:'
      : dry
        ? 'They would be taken away:'
        : 'Taken away:'
    lines.push(`No longer in the folder: ${files} of earlier imports. ${fate}`)
    lines.push(...report.gone.map((file) => `  ${clean(file)}`))
  }
  if (report.hidden.length > 0) {
    lines.push('Passed over with the audio in it, because its name begins with a dot:')
    lines.push(...report.hidden.map((file) => `  ${clean(file)}`))
  }
  if (report.refused.length > 0) {
    lines.push(`Could not import ${count(report.refused.length, 'file')}:`)
    lines.push(...report.refused.map((entry) => `  ${clean(entry.file)}: ${clean(entry.reason)}`))
  }
  if (handled(report) === 0) {
    lines.push(
      report.refused.length > 0
        ? `Nothing in ${folder} could be imported: see the reasons above.`
        : `There is no audio in ${folder}: WAV, FLAC, AIFF, MP3, Ogg Vorbis and Opus files are imported.`,
    )
  }
  return lines
}

/** Where the time went, and how much audio that was. */
export function timesLine({ ms }: Times, seconds: number, elapsedMs: number): string {
  const stages = STAGES.map((stage) => `${stage} ${(ms[stage] / 1000).toFixed(1)}`).join(', ')
  return `${hours(seconds)} of audio in ${(elapsedMs / 1000).toFixed(1)} s (${stages}).`
}

/** Releases that are in the catalogue because of this import. */
export const handled = (report: ImportReport) =>
  report.added.length + report.updated.length + report.unchanged.length + report.withdrawn.length

function releases(what: string, list: readonly ImportedRelease[]): string[] {
  if (list.length === 0) return []
  const head = what.endsWith(':') ? what : `${what} ${count(list.length, 'release')}:`
  return [
    head,
    ...list.map(({ artist, title, songs, changes = [] }) => {
      const about = [songs > 0 ? count(songs, 'song') : '', ...changes].filter((text) => text !== '')
      return `  ${artist} - ${title}${about.length > 0 ? ` (${about.join('; ')})` : ''}`
    }),
  ]
}

function count(n: number, what: string): string {
  return `${n} ${what}${n === 1 ? '' : 's'}`
}

/** `0:04 h` */
function hours(seconds: number): string {
  const minutes = Math.round(seconds / 60)
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')} h`
}

const spoken = (ms: number) => (ms < 90_000 ? `${Math.ceil(ms / 1000)} s` : `${Math.round(ms / 60_000)} min`)
