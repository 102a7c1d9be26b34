// Finds what to import: audio files below a folder, without leaving it.
import type { Dirent } from 'node:fs'
import { readdir, realpath } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'
import { reasonOf } from './refusal.ts'

/** What is tried; formats that are then refused are among them, so that the person reads why. */
const AUDIO =
  /^\.(?:wav|wave|bwf|rf64|mp3|mp2|flac|fla|aif|aiff|aifc|m4a|m4p|m4b|mp4|aac|alac|ogg|oga|opus|wma|ape|wv|tta|dsf|dff|ac3|amr|caf|au|snd)$/i

export interface Found {
  /** Absolute paths, in the order of their names. */
  files: string[]
  refused: { file: string; reason: string }[]
}

/**
 * Walks `root` (an absolute path without links in it). Hidden files and folders are passed over, and so is
 * everything below `except`. Links that stay inside lead to what is found anyway; those that leave are refused.
 */
export async function findAudio(root: string, except: string): Promise<Found> {
  const found: Found = { files: [], refused: [] }
  await walk(root)
  return found

  async function walk(folder: string): Promise<void> {
    for (const entry of await list(folder)) {
      const path = join(folder, entry.name)
      if (entry.name.startsWith('.') || entry.name === '__MACOSX' || path === except) continue
      if (entry.isDirectory()) await walk(path)
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

/** `2` before `10`, the same on every machine. */
export const natural = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })
