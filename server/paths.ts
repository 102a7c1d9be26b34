// Where things lie, from the bundle in dist/server and from the sources alike.
import { existsSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The project's root: the nearest folder above with a package.json. */
export function projectRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(folder, 'package.json')) && dirname(folder) !== folder) folder = dirname(folder)
  return folder
}

/**
 * The newest build of the client, by its own name (scripts/ownFolder.mjs): whoever asks serves it on when there is a
 * newer one. As it will be called where there is none yet.
 */
export function clientFolder(root = projectRoot()): string {
  const newest = join(root, 'dist', 'client')
  return existsSync(newest) ? realpathSync(newest) : newest
}

/** Script of a thread, which the build puts beside the entry that starts it. */
export function threadScript(name: 'db.worker' | 'media.worker'): URL {
  return new URL(`./${name}.js`, import.meta.url)
}
