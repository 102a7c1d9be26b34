/**
 * What the file of a job is called where it leaves for a disk. A job keeps the name it began with, over updates of
 * the product too; only one that some disk would refuse is made to fit.
 */
import { isHeld, isZipped } from '#core/model/downloads/download.ts'
import {
  bytesUpTo,
  everyDiskTakes,
  NAME_BYTES,
  type NameLimit,
  releaseFileName,
  safeFileName,
  songFileName,
  templateFileName,
} from '#core/model/text/fileName.ts'
import {
  uniqueName,
  wholeName,
  wholeReleaseName,
  wholeSongName,
  wholeTemplateName,
} from '#core/model/text/wholeName.ts'
import type { Job } from './runnerParts.ts'

/** Bytes that a disk with a narrower limit holds: encrypted folders (eCryptfs) have 143, endings of open files go off. */
const NARROW = bytesUpTo(120)

/**
 * The name of a job's file, of at most `NAME_BYTES`. What is too long is cut in the title, wherever the name has it.
 * @param template the person's own; empty: the specified name
 */
export function diskName(job: Job, template: string): string {
  return everyDiskTakes(job.fileName) ? job.fileName : fitting(job, template, bytesUpTo(NAME_BYTES))
}

/** A shorter and plainer name, for a disk that refuses the other: letters, digits and what stands between them. */
export function plainName(job: Job, template: string): string {
  return plain(fitting(job, template, NARROW))
}

/** The same for a folder. */
export const plainFolder = (title: string): string => wholeName(letters(safeFileName(title, '', NARROW)))

/** The name of a song inside its bundle: no other song of its folder has it. */
export function nameInBundle(job: Job, songs: readonly Job[], template: string): string {
  // Whole names differ already, and the ones that are cut keep clear of them.
  if (everyDiskTakes(job.fileName)) return job.fileName
  const others = songs.filter((song) => song.place?.folder.toLowerCase() === job.place?.folder.toLowerCase())
  const taken = new Set<string>()
  for (const song of others) if (isHeld(song) || everyDiskTakes(song.fileName)) uniqueName(song.fileName, taken)
  for (const song of others) {
    if (isHeld(song) || everyDiskTakes(song.fileName)) continue
    const name = uniqueName(diskName(song, template), taken)
    if (song.downloadID === job.downloadID) return name
  }
  return uniqueName(diskName(job, template), taken)
}

function fitting(job: Job, template: string, limit: NameLimit): string {
  const began = wholeName(job.fileName)
  if (limit.length(began) <= limit.max) return began
  const { format } = job
  if (isZipped(job.type) || job.type === 'bundle') {
    if (began === wholeReleaseName(job, 'zip')) return releaseFileName(job, 'zip', limit)
  } else if (began === wholeSongName(job, format)) return songFileName(job, format, limit)
  else if (began === wholeTemplateName(template, { ...job, ...job.tags }, format))
    return templateFileName(template, job, job.tags ?? {}, format, limit)
  // Named after a template or a rule that is gone.
  const dot = began.lastIndexOf('.')
  return dot > 0 ? safeFileName(began.slice(0, dot), began.slice(dot + 1), limit) : safeFileName(began, '', limit)
}

function plain(name: string): string {
  const dot = name.lastIndexOf('.')
  const [stem, ext] = dot > 0 ? [name.slice(0, dot), name.slice(dot + 1)] : [name, '']
  return wholeName(letters(stem), ext)
}

const letters = (text: string) => text.replace(/[^\p{L}\p{M}\p{N} _()[\]-]/gu, '_')
