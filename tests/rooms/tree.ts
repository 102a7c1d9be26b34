/** Reads the project's own tree for the checks that hold it against the table. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve, sep } from 'node:path'
import * as z from 'zod/mini'
import type { Aliases, Tree } from './check.ts'

export const ROOT = resolve(import.meta.dirname, '../..')
const FOLDERS = ['src', 'workers', 'server', 'tests', 'scripts', 'locales']

/** Sources of all modules; other files are there by name. */
export function readTree(): Tree {
  const tree = new Map<string, string>()
  for (const folder of FOLDERS)
    for (const entry of readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })) {
      const path = `${folder}/${entry.split(sep).join('/')}`
      tree.set(path, /\.tsx?$/.test(path) ? readFileSync(join(ROOT, path), 'utf8') : '')
    }
  return tree
}

export function readAliases(): Aliases {
  const file: unknown = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  return z.parse(z.object({ imports: z.record(z.string(), z.string()) }), file).imports
}
