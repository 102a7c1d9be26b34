// Before all contract tests: the server is built, one PostgreSQL server runs where that is possible, and each database
// is filled once, for servers that begin with a copy.
import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startPostgres } from './postgres.ts'
import { fillTemplates, type Templates } from './templates.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Empty when there is none. */
    postgresUrl: string
    templates: Templates
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const root = resolve(import.meta.dirname, '../..')
  const built = spawnSync(process.execPath, ['scripts/build.mjs', 'server'], { cwd: root, stdio: 'inherit' })
  if (built.status !== 0) throw new Error('the server could not be built')
  const postgres = await startPostgres()
  if (typeof postgres === 'string') console.log(`contract tests on a PostgreSQL server are skipped: ${postgres}`)
  project.provide('postgresUrl', typeof postgres === 'string' ? '' : postgres.url)
  const { templates, remove } = await fillTemplates(typeof postgres === 'string' ? '' : postgres.url).catch(
    async (error) => {
      if (typeof postgres !== 'string') await postgres.stop()
      throw error
    },
  )
  project.provide('templates', templates)
  return async () => {
    await remove()
    if (typeof postgres !== 'string') await postgres.stop()
  }
}
