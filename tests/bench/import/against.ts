// The imports of two commits, each built out of its own tree and run in a process of its own over the same songs.
import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
// biome-ignore lint/correctness/useImportExtensions: its types stand beside it in a .d.mts, which misleads the rule
import { bundle } from '../../../scripts/bundle.mjs'

/** Imports a folder, as far as both know how, and prints the ms of processor that took. */
const CHILD = `
const [module, music, dataDir] = process.argv.slice(1)
const { importFolder } = await import(module)
const before = process.cpuUsage()
const target = { has: async () => new Set(), insert: async () => {}, replace: async () => {} }
await importFolder(music, { dataDir, target, now: Date.UTC(2026, 10, 20) })
const { user, system } = process.cpuUsage(before)
console.log((user + system) / 1000)
`

export interface Built {
  /** ms of processor for all songs of a folder. */
  imported(music: string): number
  remove(): void
}

/** @param work a folder for its files, which the caller removes; the commit's work tree goes with `remove` */
export async function importOf(commit: string | null, work: string): Promise<Built> {
  const tree = commit === null ? process.cwd() : join(work, 'tree')
  if (commit !== null) {
    execFileSync('git', ['worktree', 'add', '--detach', '--quiet', tree, commit], { stdio: 'inherit' })
    symlinkSync(join(process.cwd(), 'node_modules'), join(tree, 'node_modules'))
  }
  const remove = () => {
    if (commit !== null) execFileSync('git', ['worktree', 'remove', '--force', tree])
  }
  // Beside its tree's packages, where it finds them.
  const outDir = join(tree, 'dist', 'bench', 'import', 'alone')
  try {
    await bundle({ root: tree, name: 'alone', source: join(tree, 'server/import/importFolder.ts'), outDir })
  } catch (error) {
    remove()
    throw error
  }
  let runs = 0
  return {
    imported(music) {
      const dataDir = join(work, `data-${commit ?? 'this'}-${runs++}`.replaceAll(/[^-\w]/g, '_'))
      mkdirSync(dataDir)
      const module = pathToFileURL(join(outDir, 'alone.js')).href
      const said = execFileSync(process.execPath, ['--input-type=module', '-e', CHILD, module, music, dataDir])
      rmSync(dataDir, { recursive: true })
      return Number(said)
    },
    remove,
  }
}
