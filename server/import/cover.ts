// Covers: embedded pictures and the pictures that lie beside the files.
import { createHash } from 'node:crypto'
import { lstat, readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pictureSize, scaleToJpeg } from '../media/scale.ts'
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

/**
 * Stores a picture under its digest, as it came; one that is larger than a cover is ever shown is scaled before. One
 * that cannot be decoded to its end is left out, and said.
 */
export async function keepCover(picture: Picture, vault: Vault): Promise<KeptCover> {
  const data = Buffer.from(picture.data.buffer, picture.data.byteOffset, picture.data.byteLength)
  const size = await pictureSize(data).catch(() => null)
  if (!size) return { path: null, notes: ['its cover is no picture that can be read, and is left out'] }
  const isLarge = Math.max(size.width, size.height) > SIDE_MAX_PX || data.length > KEPT_MAX_BYTES
  if (!isLarge) {
    const path = pathOf(picture.data, picture.extension)
    // The cover of an album stands in each of its songs: it is looked at once.
    if (!(await vault.has(path)) && !(await scaleToJpeg(data, 64).catch(() => null)))
      return { path: null, notes: ['its cover is damaged, and is left out'] }
    return { path: await store(picture.data, path, vault), notes: [] }
  }
  const scaled = await scaleToJpeg(data, SIDE_MAX_PX).catch(() => null)
  if (!scaled) return { path: null, notes: ['its cover is damaged or far too large, and is left out'] }
  const note = `its cover of ${size.width} x ${size.height} px (${(data.length / 1e6).toFixed(1)} MB) is kept at ${SIDE_MAX_PX} px at most`
  return { path: await store(scaled, pathOf(scaled, 'jpg'), vault), notes: [note] }
}

const pathOf = (data: Uint8Array, extension: string) =>
  coverPath(`${createHash('sha256').update(data).digest('hex')}.${extension}`)

async function store(data: Uint8Array, path: string, vault: Vault): Promise<string> {
  await vault.keep(path, (temporary) => writeFile(temporary, data))
  return path
}

/**
 * The cover.jpg, folder.jpg or front.png (any of the names with jpg, jpeg or png) of a folder, or of
 * the one above when the folder is one disc of several; null when there is none. Links are not followed.
 */
export async function folderCover(folder: string, vault: Vault): Promise<string | null> {
  const names = await readdir(folder).catch(() => [])
  const wanted = names
    .map((name) => ({ name, rank: NAMES.indexOf(name.replace(/\.(?:jpe?g|png)$/i, '').toLowerCase()) }))
    .filter(({ name, rank }) => rank >= 0 && /\.(?:jpe?g|png)$/i.test(name))
    .sort((a, b) => a.rank - b.rank || (a.name < b.name ? -1 : 1))
  for (const { name } of wanted) {
    const path = join(folder, name)
    const facts = await lstat(path).catch(() => null)
    if (!facts?.isFile() || facts.size > FILE_MAX_BYTES) continue
    const picture = pictureOf(await readFile(path))
    const kept = picture ? await keepCover(picture, vault) : null
    if (kept?.path) return kept.path
  }
  return discOfFolder(basename(folder)) === null ? null : folderCover(dirname(folder), vault)
}
