// Covers: embedded pictures and the pictures that lie beside the files.
import { createHash } from 'node:crypto'
import { lstat, readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pictureSize, scaleToJpeg } from '../media/scale.ts'
import { isGone, reasonOf } from './refusal.ts'
import { type Picture, pictureOf } from './tags/tags.ts'
import { discOfFolder } from './tags/titles.ts'
import { coverPath, type Vault } from './vault.ts'

/** Best first. */
const NAMES = ['cover', 'folder', 'front']
const FILE_MAX_BYTES = 60_000_000
/** Nothing shows a cover larger than this, on the densest screen. */
const SIDE_MAX_PX = 3000
const KEPT_MAX_BYTES = 8_000_000

export interface KeptCover {
  /** Below the media root; null for a picture that cannot be read. */
  path: string | null
  /** What a person should know of it. */
  notes: string[]
}

/** A picture beside the files that is kept, and the absolute path it lies at. */
export interface Beside {
  path: string
  /** Left out where an earlier build took it, which did not note that. */
  of?: string | undefined
}

/** The cover of a folder, with what a person should know of the pictures that lie there, by their absolute paths. */
export interface FolderCover {
  cover: Beside | null
  /** The cover is the one of before, as its picture cannot be read now. */
  isOfBefore: boolean
  notes: { file: string; note: string }[]
}

/**
 * Stores a picture under its digest, as it came; one that is larger than a cover is ever shown is scaled before. One
 * that cannot be decoded to its end is left out, and said.
 * @param name what it is called in its notes
 */
export async function keepCover(picture: Picture, vault: Vault, name = 'its cover'): Promise<KeptCover> {
  const data = Buffer.from(picture.data.buffer, picture.data.byteOffset, picture.data.byteLength)
  const size = await pictureSize(data).catch(() => null)
  if (!size) return { path: null, notes: [`${name} is no picture that can be read, and is left out`] }
  const isLarge = Math.max(size.width, size.height) > SIDE_MAX_PX || data.length > KEPT_MAX_BYTES
  if (!isLarge) {
    const path = pathOf(picture.data, picture.extension)
    // The cover of an album stands in each of its songs: it is looked at once.
    if (!(await vault.has(path)) && !(await scaleToJpeg(data, 64).catch(() => null)))
      return { path: null, notes: [`${name} is damaged, and is left out`] }
    return { path: await store(picture.data, path, vault), notes: [] }
  }
  const scaled = await scaleToJpeg(data, SIDE_MAX_PX).catch(() => null)
  if (!scaled) return { path: null, notes: [`${name} is damaged or far too large, and is left out`] }
  const note = `${name} of ${size.width} x ${size.height} px (${(data.length / 1e6).toFixed(1)} MB) is kept at ${SIDE_MAX_PX} px at most`
  return { path: await store(scaled, pathOf(scaled, 'jpg'), vault), notes: [note] }
}

const pathOf = (data: Uint8Array, extension: string) =>
  coverPath(`${createHash('sha256').update(data).digest('hex')}.${extension}`)

async function store(data: Uint8Array, path: string, vault: Vault): Promise<string> {
  await vault.keep(path, (temporary) => writeFile(temporary, data))
  return path
}

/**
 * The pictures that may be the cover of a folder, best first, absolute: cover.jpg, folder.jpg or front.png (any of the
 * names with jpg, jpeg or png) in it, then those of the one above when the folder is one disc of several.
 */
export async function picturesBeside(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  const wanted = names
    .map((name) => ({ name, rank: NAMES.indexOf(name.replace(/\.(?:jpe?g|png)$/i, '').toLowerCase()) }))
    .filter(({ name, rank }) => rank >= 0 && /\.(?:jpe?g|png)$/i.test(name))
    .sort((a, b) => a.rank - b.rank || (a.name < b.name ? -1 : 1))
    .map(({ name }) => join(folder, name))
  return discOfFolder(basename(folder)) === null ? wanted : [...wanted, ...(await picturesBeside(dirname(folder)))]
}

/**
 * The best picture beside the files of a folder that can be read, kept; null when there is none. Links are not followed.
 * @param before what an earlier import took: it stays while its picture is there and cannot be read (H-547)
 */
export async function folderCover(folder: string, vault: Vault, before: Beside | null = null): Promise<FolderCover> {
  const notes: FolderCover['notes'] = []
  const pictures = await picturesBeside(folder)
  const held = before && (await vault.has(before.path)) ? before : null
  let of: string | null = null
  for (const file of pictures) {
    const kept = await keepFile(file, vault)
    if (!kept) continue
    notes.push(...kept.notes.map((note) => ({ file, note })))
    if (kept.path) return { cover: { path: kept.path, of: file }, isOfBefore: false, notes }
    // What the vault has lost cannot stay: another picture is better than none.
    if (held && (held.of ?? file) === file) {
      of = file
      break
    }
  }
  // A folder that cannot be listed has it still.
  if (held?.of && !pictures.includes(held.of) && (await isThere(held.of))) of = held.of
  if (!held || of === null) return { cover: null, isOfBefore: false, notes }
  const said = notes.map(({ file, note }) => ({ file, note: `${note}; the one of before stays` }))
  return { cover: { path: held.path, of }, isOfBefore: true, notes: said }
}

const isThere = (file: string) =>
  lstat(file).then(
    () => true,
    (error: unknown) => !isGone(error),
  )

/** Null where there is no file any more. */
async function keepFile(file: string, vault: Vault): Promise<KeptCover | null> {
  let data: Buffer
  try {
    const facts = await lstat(file)
    if (!facts.isFile()) return null
    if (facts.size > FILE_MAX_BYTES) return leftOut('it is far too large')
    data = await readFile(file)
  } catch (error) {
    if (isGone(error)) return null
    const reason = reasonOf(error, file)
    if (reason === null) throw error
    return leftOut(reason)
  }
  const picture = pictureOf(data)
  return picture ? keepCover(picture, vault, 'this cover') : leftOut('it is neither a JPEG nor a PNG inside')
}

const leftOut = (reason: string): KeptCover => ({ path: null, notes: [`this cover is left out: ${reason}`] })
