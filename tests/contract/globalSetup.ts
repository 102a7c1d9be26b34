// Before all contract tests: the server is built, and one PostgreSQL server runs where that is possible.
import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startPostgres } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Empty when there is none. */
    postgresUrl: string
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const root = resolve(import.meta.dirname, '../..')
  const built = spawnSync(process.execPath, ['scripts/build.mjs', 'server'], { cwd: root, stdio: 'inherit' })
  if (built.status !== 0) throw new Error('the server could not be built')
  const postgres = await startPostgres()
  if (typeof postgres === 'string') console.log(`contract tests on a PostgreSQL server are skipped: ${postgres}`)
  project.provide('postgresUrl', typeof postgres === 'string' ? '' : postgres.url)
  return async () => {
    if (typeof postgres !== 'string') await postgres.stop()
  }
}
