// Covers: embedded pictures and the pictures that lie beside the files.
import { createHash } from 'node:crypto'
import { lstat, readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { type Picture, pictureOf } from './tags/tags.ts'
import { discOfFolder } from './tags/titles.ts'
import { coverPath, type Vault } from './vault.ts'

/** Best first. */
const NAMES = ['cover', 'folder', 'front']
const FILE_MAX_BYTES = 20_000_000

/** Stores a picture under its digest and answers its path below the media root. */
export async function keepPicture(picture: Picture, vault: Vault): Promise<string> {
  const path = coverPath(`${createHash('sha256').update(picture.data).digest('hex')}.${picture.extension}`)
  await vault.keep(path, (temporary) => writeFile(temporary, picture.data))
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
    if (picture) return keepPicture(picture, vault)
  }
  return discOfFolder(basename(folder)) === null ? null : folderCover(dirname(folder), vault)
}
