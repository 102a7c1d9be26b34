/**
 * The import: finds, checks and stores the audio of a folder, groups it into releases and gives
 * those to the catalogue. One file at a time; the catalogue is written last, release by release, so
 * a run that is cut off is completed by the next.
 */
import { createHash } from 'node:crypto'
import { lstat, realpath, stat } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import type { CatalogueRelease } from '../catalogue/contract.ts'
import { flawOf } from '../catalogue/readable.ts'
import { createFolderStore } from '../media/objects/folderStore.ts'
import type { ObjectStore } from '../media/objects/objectStore.ts'
import { mediaRootOf } from '../media/objects/open.ts'
import { StartProblem } from '../problem.ts'
import { buildRelease } from './buildRelease.ts'
import { changesOf } from './changes.ts'
import { type Beside, type FolderCover, folderCover } from './cover.ts'
import { groupFiles, orderedSongs, resolve } from './grouping.ts'
import { type ReleaseRecord, readLedger, writeRecord } from './ledger.ts'
import { type Planned, planReleases } from './plan.ts'
import { digestOf, isOfThisBuild, readTrack } from './readTrack.ts'
import { isGone, reasonOf } from './refusal.ts'
import type { TrackFacts } from './tags/facts.ts'
import { createTimes, type Times } from './times.ts'
import { dryVault, openVault, type Vault } from './vault.ts'
import { findAudio, holdsAudio, natural } from './walk.ts'

/** Where releases go: the server's store, or a list in a test. */
export interface ImportTarget {
  /** Which of these ids are there. */
  has(ids: string[]): Promise<Set<string>>
  insert(releases: CatalogueRelease[]): Promise<void>
  /** Puts a release in the place of the one with its id. */
  replace(release: CatalogueRelease): Promise<void>
}

export interface ImportOptions {
  /** Absolute path; files on their way lie in `media/imported` below it. */
  dataDir: string
  /** Where what is imported lies; the folder `media` below the data folder when left out. */
  media?: ObjectStore
  target: ImportTarget
  /** ms since 1970. Its day is the date of releases whose tags name none. */
  now: number
  /** Called before each file is read; `file` is relative to the folder. */
  onFile?: (file: string, index: number, total: number, done: Done) => void
  /** Where the time of the stages is counted; nowhere when left out. */
  times?: Times
  /** Takes away what earlier imports took from this folder and is no longer in it; not where nothing is in it at all. */
  prune?: boolean
  /** Says what would become of it, and keeps nothing. */
  dryRun?: boolean
  /** Digests of files by path, size and time of change; one map for many imports of one folder spares reading them again. */
  seen?: Map<string, string>
  /** Ends the import after the file that is being read; what was read is not lost, and nothing goes to the catalogue. */
  signal?: AbortSignal
}

/** What was read so far. */
export interface Done {
  /** Bytes of files that lie behind, and of all that were found. */
  bytes: number
  allBytes: number
  /** Seconds of audio that lie behind. */
  seconds: number
}

export interface ImportedRelease {
  releaseid: string
  artist: string
  title: string
  songs: number
  /** Of an update: what is other than before, in a few words each. */
  changes?: string[]
}

export interface ImportReport {
  added: ImportedRelease[]
  /** There before, with other tags, songs, order or cover. */
  updated: ImportedRelease[]
  /** Emptied, because all their songs now belong to other releases, or were pruned. */
  withdrawn: ImportedRelease[]
  unchanged: ImportedRelease[]
  /** Files that cannot be imported, relative to the folder. */
  refused: { file: string; reason: string }[]
  /** Second copies of a song that was taken in better quality, relative to the folder. */
  copies: { file: string; instead: string }[]
  /** What a person should know of files and covers that were read anew, relative to the folder. */
  notes: { file: string; note: string }[]
  /** Files of earlier imports that are no longer in the folder, relative to it; taken away only by `prune`. */
  gone: string[]
  /** Whether those were taken away, or would be. Never while the folder holds no audio at all. */
  isPruned: boolean
  /** Files and folders with audio that were passed over for the dot their names begin with, relative to the folder. */
  hidden: string[]
  /** Seconds of audio in the files that were found and taken. */
  seconds: number
}

/**
 * Imports every supported audio file below `folder`. Running it again changes nothing; running it
 * after tags were edited updates what was imported.
 * @throws StartProblem when the folder is the player's own
 * @throws Error when the folder cannot be read, or the disk or the catalogue does not take what is written
 */
export async function importFolder(folder: string, options: ImportOptions): Promise<ImportReport> {
  const root = await realpath(folder)
  const mediaRoot = mediaRootOf(options.dataDir)
  const store = options.media ?? createFolderStore(mediaRoot)
  const opened = await openVault(store, join(mediaRoot, 'imported', 'tmp'), options.now)
  const vault = options.dryRun ? dryVault(opened) : opened
  const target = options.dryRun
    ? { ...options.target, insert: async () => {}, replace: async () => {} }
    : options.target
  const dataDir = await realpath(options.dataDir)
  if (root === dataDir || root.startsWith(dataDir + sep))
    throw new StartProblem(`${folder} belongs to the player's own data folder. Name the folder your music lies in.`)
  const times = options.times ?? createTimes(() => 0)
  const { records, isWhole } = await readLedger(vault)
  const found = await findAudio(root, dataDir)
  const shown = (path: string) => relative(root, path) || '.'
  const report: ImportReport = { added: [], updated: [], withdrawn: [], unchanged: [], refused: [], copies: [], notes: [], gone: [], isPruned: false, hidden: [], seconds: 0 } // biome-ignore format: one line
  report.refused = found.refused.map(({ file, reason }) => ({ file: shown(file), reason }))
  const elsewhere = new Set([dataDir, ...found.linked])
  for (const path of found.hidden) if (await holdsAudio(path, elsewhere)) report.hidden.push(shown(path))

  const read = reader(vault, records, times, options.seen ?? new Map())
  const files: TrackFacts[] = []
  const sizes = await Promise.all(found.files.map((path) => sizeOf(path)))
  const allBytes = sizes.reduce((sum, bytes) => sum + bytes, 0)
  let bytes = 0
  for (const [index, path] of found.files.entries()) {
    options.onFile?.(shown(path), index, found.files.length, { bytes, allBytes, seconds: report.seconds })
    options.signal?.throwIfAborted()
    bytes += sizes[index] ?? 0
    try {
      const { facts, isNew, beside } = await read(path)
      files.push(facts)
      report.seconds += facts.duration
      if (isNew) report.notes.push(...facts.notes.map((note) => ({ file: shown(path), note })))
      report.notes.push(...beside.map(({ file, note }) => ({ file: shown(file), note })))
    } catch (error) {
      const reason = reasonOf(error, path)
      if (reason === null) throw error
      report.refused.push({ file: shown(path), reason })
    }
  }

  // A disk that went away, or an empty place where one was mounted, is no wish to take all of it out of the catalogue.
  await realpath(root).catch(() => {
    throw new StartProblem(
      `${folder} went away while it was read. Nothing was changed: run the import again when it is back.`,
    )
  })
  const prune = options.prune === true && found.files.length > 0
  const gone = await goneFrom(root, records, new Set(found.files))
  report.isPruned = prune
  report.gone = [...gone].map(shown).sort(natural.compare)
  const today = new Date(options.now).toISOString().slice(0, 10)
  const planned = planReleases(groupFiles(files), records, prune ? gone : new Set())
  const refused: TrackFacts[] = []
  const taken = records.flatMap((record) => record.files)
  await times.of('catalogue', async () => {
    const there = await target.has(planned.map((plan) => plan.releaseid))
    for (const plan of planned) {
      const fate = await settle(plan, there.has(plan.releaseid), today, target, vault)
      const { releaseid, artist, title, songs } = plan
      const changes = fate === 'updated' && plan.earlier ? { changes: changesOf(plan.earlier, plan) } : {}
      if (typeof fate !== 'string') {
        report.refused.push(...plan.files.map(({ source }) => ({ file: shown(source), reason: fate.refused })))
        // One that is there and has no record goes on with what it has, which may be these.
        const isKept = !plan.earlier && there.has(plan.releaseid)
        const those = isKept ? taken : refused
        those.push(...plan.files)
        continue
      }
      taken.push(...plan.files)
      report[fate].push({ releaseid, artist, title, songs: songs.length, ...changes })
      for (const twin of plan.twins) report.copies.push({ file: shown(twin.file), instead: shown(twin.instead) })
    }
  })
  // What a release has whose record cannot be read, nobody knows.
  if (isWhole) await dropStored(refused, taken, vault)
  return report
}

/** Takes away what was kept of files that came into no release, but for what others have as well. */
async function dropStored(gone: readonly TrackFacts[], others: readonly TrackFacts[], vault: Vault): Promise<void> {
  const stored = ({ files, cover, folderCover }: TrackFacts) => [files.wav?.path, files.mp3.path, cover, folderCover]
  const needed = new Set(others.flatMap(stored))
  for (const path of new Set(gone.flatMap(stored))) if (path && !needed.has(path)) await vault.remove(path)
}

const sizeOf = (path: string) =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  )

/**
 * Files that earlier imports took from below `root` and that are there no longer. One that is there and was not found
 * (it cannot be read just now) has not gone.
 */
async function goneFrom(root: string, records: readonly ReleaseRecord[], found: Set<string>): Promise<Set<string>> {
  const gone = new Set<string>()
  for (const { source } of records.flatMap((record) => record.files)) {
    if (!source.startsWith(root + sep) || found.has(source)) continue
    const isThere = await lstat(source).then(
      () => true,
      (error: unknown) => !isGone(error),
    )
    if (!isThere) gone.add(source)
  }
  return gone
}

/** Reads a file, or takes what an earlier run learned of the same bytes while their copies are still there. */
function reader(
  vault: Vault,
  records: readonly ReleaseRecord[],
  times: Times,
  seen: Map<string, string>,
): (path: string) => Promise<{ facts: TrackFacts; isNew: boolean; beside: FolderCover['notes'] }> {
  const known = new Map(records.flatMap((record) => record.files.map((facts) => [facts.file, facts])))
  const covers = new Map<string, Promise<FolderCover>>()
  const knownCovers = new Set(records.flatMap((record) => record.files.map((facts) => facts.folderCover)))
  const coversBefore = new Map<string, Beside>()
  for (const { source, folderCover: path, folderCoverOf: of } of records.flatMap((record) => record.files))
    if (path !== null) coversBefore.set(dirname(source), { path, of })
  const told = new Set<string>()
  // One that was left out is told of until it is mended, as nothing tells that it was before.
  const notesOf = ({ cover, isOfBefore, notes }: FolderCover) =>
    notes.filter(
      ({ file }) => (cover === null || isOfBefore || !knownCovers.has(cover.path)) && !told.has(file) && told.add(file),
    )
  const complete = async (facts: TrackFacts) => {
    const { wav, mp3 } = facts.files
    if (!isOfThisBuild(facts)) return false
    return (await vault.holds(mp3)) && (!wav || (await vault.holds(wav))) && (!facts.cover || vault.has(facts.cover))
  }
  return async (path) => {
    const { size, mtimeMs } = await stat(path)
    const about = `${path}\n${size} ${mtimeMs}`
    const file = seen.get(about) ?? (await times.of('read', () => digestOf(path)))
    seen.set(about, file)
    const earlier = known.get(file)
    const kept = earlier && (await complete(earlier)) ? earlier : null
    const facts = kept ?? (await readTrack(path, file, vault, times))
    const folder = dirname(path)
    const reading = covers.get(folder) ?? times.of('cover', () => folderCover(folder, vault, coversBefore.get(folder)))
    covers.set(folder, reading)
    const beside = await reading
    const all: TrackFacts = {
      ...facts,
      source: path,
      folderCover: beside.cover?.path ?? null,
      folderCoverOf: beside.cover?.of,
    }
    known.set(file, all)
    return { facts: all, isNew: kept === null, beside: notesOf(beside) }
  }
}

async function settle(
  plan: Planned,
  isThere: boolean,
  today: string,
  target: ImportTarget,
  vault: Vault,
): Promise<'added' | 'updated' | 'withdrawn' | 'unchanged' | { refused: string }> {
  const { releaseid, key, artist, title, earlier, files, songs } = plan
  const imported = earlier?.imported ?? today
  const withdrawn = songs.length === 0
  const release = buildRelease({
    releaseid,
    artist,
    title,
    // A withdrawn release keeps its last songs: old links say that it is gone, not that it never was.
    songs: withdrawn ? orderedSongs((earlier?.files ?? []).map(resolve)).songs : songs,
    imported,
    access: withdrawn ? 'withdrawn' : 'open',
  })
  const flaw = flawOf(release)
  if (flaw !== null) return { refused: `${artist} - ${title} cannot be kept: ${flaw}` }
  const digest = createHash('sha256').update(JSON.stringify(release)).digest('hex')
  if (isThere && earlier?.digest === digest && earlier.files.length === files.length) {
    if (moved(earlier, files)) await writeRecord({ ...earlier, files }, vault)
    return 'unchanged'
  }
  if (isThere) await target.replace(release)
  else if (!withdrawn) await target.insert([release])
  await writeRecord({ format: 1, releaseid, key, artist, title, imported, digest, files }, vault)
  return withdrawn ? 'withdrawn' : isThere ? 'updated' : 'added'
}

/** Whether the record's files lie elsewhere now. */
function moved(earlier: ReleaseRecord, files: readonly TrackFacts[]): boolean {
  return JSON.stringify(earlier.files) !== JSON.stringify(files)
}
