// Finds what to import: audio files below a folder, without leaving it.
import type { Dirent } from 'node:fs'
import { lstat, readdir, realpath } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'
import { reasonOf } from './refusal.ts'

/** What is tried; formats that are then refused are among them, so that the person reads why. */
const AUDIO =
  /^\.(?:wav|wave|bwf|rf64|mp3|mp2|flac|fla|aif|aiff|aifc|m4a|m4p|m4b|mp4|aac|alac|ogg|oga|opus|wma|ape|wv|tta|dsf|dff|ac3|amr|caf|au|snd)$/i

/** What a Mac leaves beside the files of others, under their names. */
const LEFT_BY_MACS = new Set(['__MACOSX', '.AppleDouble'])
/** `...Baby One More Time` and `.38 Special` are names. */
const HIDDEN = /^\.(?![.\d])/

export interface Found {
  /** Absolute paths, in the order of their names. */
  files: string[]
  refused: { file: string; reason: string }[]
  /** Hidden files and folders that were passed over; whether music is in them, `holdsAudio` tells. */
  hidden: string[]
  /** What links lead to that are taken for files. */
  linked: Set<string>
}

/**
 * Walks `root` (an absolute path without links in it). Hidden files and folders are passed over, and so is
 * everything below `except`. Links that stay inside lead to what is found anyway, or are taken for the file they lead
 * to, as git-annex lays them out; those that leave are refused.
 */
export async function findAudio(root: string, except: string): Promise<Found> {
  const found: Found = { files: [], refused: [], hidden: [], linked: new Set() }
  /** Where a link leads that may be a file. */
  const targets = new Map<string, string>()
  await walk(root)
  const itself = new Set(found.files.filter((path) => !targets.has(path)))
  found.files = found.files.filter((path) => {
    const target = targets.get(path)
    return target === undefined || (!itself.has(target) && !found.linked.has(target) && found.linked.add(target))
  })
  return found

  async function walk(folder: string): Promise<void> {
    for (const entry of await list(folder)) {
      const path = join(folder, entry.name)
      if (isLeftByMacs(entry.name) || path === except) continue
      if (HIDDEN.test(entry.name)) found.hidden.push(path)
      else if (entry.isDirectory()) await walk(path)
      else if (entry.isSymbolicLink()) await link(path)
      else if (entry.isFile() && AUDIO.test(extname(entry.name))) found.files.push(path)
    }
  }

  async function link(path: string): Promise<void> {
    const target = await realpath(path).catch(() => null)
    if (target === null) {
      if (AUDIO.test(extname(path))) found.refused.push({ file: path, reason: 'a link that leads nowhere' })
    } else if (target !== root && !target.startsWith(root + sep)) {
      found.refused.push({ file: path, reason: 'a link that leads outside the folder' })
    } else if (AUDIO.test(extname(path)) && !target.startsWith(except + sep) && (await isFile(target))) {
      targets.set(path, target)
      found.files.push(path)
    }
  }

  async function list(folder: string): Promise<Dirent[]> {
    try {
      const entries = await readdir(folder, { withFileTypes: true })
      return entries.sort((a, b) => natural.compare(a.name, b.name) || (a.name < b.name ? -1 : 1))
    } catch (error) {
      const reason = reasonOf(error, folder)
      if (reason === null) throw error
      found.refused.push({ file: folder, reason })
      return []
    }
  }
}

/**
 * Whether a hidden file is audio by its name, or a hidden folder holds such a one. What cannot be read does not.
 * @param path absolute
 * @param but files and folders that do not count
 */
export async function holdsAudio(path: string, but: ReadonlySet<string>): Promise<boolean> {
  const facts = await lstat(path).catch(() => null)
  return facts !== null && holds(path, facts)

  async function holds(here: string, entry: Pick<Dirent, 'isFile' | 'isDirectory'>): Promise<boolean> {
    if (but.has(here)) return false
    if (entry.isFile()) return AUDIO.test(extname(here))
    if (!entry.isDirectory()) return false
    for (const inner of await readdir(here, { withFileTypes: true }).catch(() => []))
      if (!isLeftByMacs(inner.name) && (await holds(join(here, inner.name), inner))) return true
    return false
  }
}

const isLeftByMacs = (name: string) => LEFT_BY_MACS.has(name) || name.startsWith('._')
const isFile = (path: string) =>
  lstat(path).then(
    (facts) => facts.isFile(),
    () => false,
  )

/** `2` before `10`, the same on every machine. */
export const natural = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })
