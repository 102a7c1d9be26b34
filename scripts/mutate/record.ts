// What a run has found so far, a line each, so that a run that was cut short goes on where it was.
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Mutant } from './operators.ts'
import type { Outcome } from './report.ts'

/** @returns the part of a mutant that says which one it is; a file that changed meanwhile may have others */
export function keyOf(file: string, { start, end, text }: Pick<Mutant, 'start' | 'end' | 'text'>): string {
  return JSON.stringify([file, start, end, text])
}

export class Record {
  readonly #path: string
  readonly #known = new Map<string, Outcome>()

  /** @param isResumed whether what the file holds is taken over; else it is begun anew */
  constructor(path: string, isResumed: boolean) {
    this.#path = path
    mkdirSync(dirname(path), { recursive: true })
    if (!isResumed || !existsSync(path)) writeFileSync(path, '')
    for (const line of readFileSync(path, 'utf8').split('\n')) {
      const outcome = parsed(line)
      if (outcome) this.#known.set(keyOf(outcome.file, outcome.mutant), outcome)
    }
  }

  find(file: string, mutant: Mutant): Outcome | null {
    return this.#known.get(keyOf(file, mutant)) ?? null
  }

  add(outcome: Outcome): void {
    appendFileSync(this.#path, `${JSON.stringify(outcome)}\n`)
  }
}

/** The last line may be half a one. */
function parsed(line: string): Outcome | null {
  try {
    return JSON.parse(line) as Outcome
  } catch {
    return null
  }
}
