// Loaded before every test file: collects what its probes say, for the survey.
import { afterAll } from 'vitest'
import { REACHED } from './reached.ts'

const reached = new Set<string>()
;(globalThis as Record<string, unknown>)[REACHED] = (ids: readonly string[]) => {
  for (const id of ids) reached.add(id)
}
// biome-ignore lint/correctness/noEmptyPattern: vitest gives the file to a second parameter, and insists on the first.
afterAll(({}, file) => {
  ;(file.meta as { reached?: string[] }).reached = [...reached]
})
