/**
 * The import: finds, checks and stores the audio of a folder, groups it into releases and gives
 * those to the catalogue. One file at a time; the catalogue is written last, release by release, so
 * a run that is cut off is completed by the next.
 */
import { createHash } from 'node:crypto'
import { realpath } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import type { CatalogueRelease } from '../catalogue/contract.ts'
import { createFolderStore } from '../media/objects/folderStore.ts'
import type { ObjectStore } from '../media/objects/objectStore.ts'
import { mediaRootOf } from '../media/objects/open.ts'
import { StartProblem } from '../problem.ts'
import { buildRelease } from './buildRelease.ts'
import { folderCover } from './cover.ts'
import { groupFiles, resolve } from './grouping.ts'
import { type ReleaseRecord, readLedger, writeRecord } from './ledger.ts'
import { type Planned, planReleases } from './plan.ts'
import { digestOf, readTrack } from './readTrack.ts'
import { reasonOf } from './refusal.ts'
import type { TrackFacts } from './tags/facts.ts'
import { openVault, type Vault } from './vault.ts'
import { findAudio } from './walk.ts'

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
  onFile?: (file: string, index: number, total: number) => void
}

export interface ImportedRelease {
  releaseid: string
  artist: string
  title: string
  songs: number
}

export interface ImportReport {
  added: ImportedRelease[]
  /** There before, with other tags, songs, order or cover. */
  updated: ImportedRelease[]
  /** Emptied, because all their songs now belong to other releases. */
  withdrawn: ImportedRelease[]
  unchanged: ImportedRelease[]
  /** Files that cannot be imported, relative to the folder. */
  refused: { file: string; reason: string }[]
  /** Second copies of a song that was taken in better quality, relative to the folder. */
  copies: { file: string; instead: string }[]
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
  const vault = await openVault(store, join(mediaRoot, 'imported', 'tmp'), options.now)
  const dataDir = await realpath(options.dataDir)
  if (root === dataDir || root.startsWith(dataDir + sep))
    throw new StartProblem(`${folder} belongs to the player's own data folder. Name the folder your music lies in.`)
  const records = await readLedger(vault)
  const found = await findAudio(root, dataDir)
  const shown = (path: string) => relative(root, path) || '.'
  const report: ImportReport = { added: [], updated: [], withdrawn: [], unchanged: [], refused: [], copies: [] }
  report.refused = found.refused.map(({ file, reason }) => ({ file: shown(file), reason }))

  const read = reader(vault, records)
  const files: TrackFacts[] = []
  for (const [index, path] of found.files.entries()) {
    options.onFile?.(shown(path), index, found.files.length)
    try {
      files.push(await read(path))
    } catch (error) {
      const reason = reasonOf(error, path)
      if (reason === null) throw error
      report.refused.push({ file: shown(path), reason })
    }
  }

  const today = new Date(options.now).toISOString().slice(0, 10)
  const planned = planReleases(groupFiles(files), records)
  const there = await options.target.has(planned.map((plan) => plan.releaseid))
  for (const plan of planned) {
    const fate = await settle(plan, there.has(plan.releaseid), today, options.target, vault)
    const { releaseid, artist, title, songs } = plan
    report[fate].push({ releaseid, artist, title, songs: songs.length })
    for (const twin of plan.twins) report.copies.push({ file: shown(twin.file), instead: shown(twin.instead) })
  }
  return report
}

/** Reads a file, or takes what an earlier run learned of the same bytes while their copies are still there. */
function reader(vault: Vault, records: readonly ReleaseRecord[]): (path: string) => Promise<TrackFacts> {
  const known = new Map(records.flatMap((record) => record.files.map((facts) => [facts.file, facts])))
  const covers = new Map<string, Promise<string | null>>()
  const complete = async (facts: TrackFacts) => {
    const { wav, mp3 } = facts.files
    return (await vault.holds(mp3)) && (!wav || (await vault.holds(wav))) && (!facts.cover || vault.has(facts.cover))
  }
  return async (path) => {
    const file = await digestOf(path)
    const earlier = known.get(file)
    const facts = earlier && (await complete(earlier)) ? earlier : await readTrack(path, file, vault)
    const folder = dirname(path)
    const cover = covers.get(folder) ?? folderCover(folder, vault)
    covers.set(folder, cover)
    const all: TrackFacts = { ...facts, source: path, folderCover: await cover }
    known.set(file, all)
    return all
  }
}

async function settle(
  plan: Planned,
  isThere: boolean,
  today: string,
  target: ImportTarget,
  vault: Vault,
): Promise<'added' | 'updated' | 'withdrawn' | 'unchanged'> {
  const { releaseid, key, artist, title, earlier, files, songs } = plan
  const imported = earlier?.imported ?? today
  const withdrawn = songs.length === 0
  const release = buildRelease({
    releaseid,
    artist,
    title,
    // A withdrawn release keeps its last songs: old links say that it is gone, not that it never was.
    songs: withdrawn ? (earlier?.files ?? []).map(resolve) : songs,
    imported,
    access: withdrawn ? 'withdrawn' : 'open',
  })
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
