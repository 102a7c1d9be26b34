// The processes that run tests. One that does not answer in time, or dies, is replaced.
import { type ChildProcess, fork } from 'node:child_process'
import type { Answer, Order } from './wire.ts'

/** A runner that has not begun by then never will, ms. */
const START_MS = 120_000

/** One process; it takes one order at a time. */
export class Crew {
  readonly #root: string
  readonly #isSurvey: boolean
  #child: Promise<ChildProcess> | null = null

  constructor(root: string, isSurvey: boolean) {
    this.#root = root
    this.#isSurvey = isSurvey
  }

  /** @returns the answer, or null when none came in `ms` or the process died of it */
  async ask(order: Order, ms: number): Promise<Answer | null> {
    this.#child ??= this.#start()
    const child = await this.#child
    child.send(order)
    const answer = await next(child, ms)
    if (answer === null) this.end()
    return answer
  }

  end(): void {
    void this.#child?.then((child) => child.kill('SIGKILL')).catch(() => undefined)
    this.#child = null
  }

  async #start(): Promise<ChildProcess> {
    const args = ['--runner', this.#isSurvey ? 'survey' : 'mutants']
    // What the tests print is no part of the report.
    const child = fork(`${this.#root}/scripts/mutate.mjs`, args, { cwd: this.#root, stdio: ['ignore', 'ignore', 'pipe', 'ipc'] }) // biome-ignore format: one line
    let said = ''
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-4000)
    })
    if ((await next(child, START_MS))?.kind !== 'ready') throw new Error(`A runner did not start.\n${said}`)
    return child
  }
}

function next(child: ChildProcess, ms: number): Promise<Answer | null> {
  return new Promise((resolve) => {
    const timer = Number.isFinite(ms) ? setTimeout(() => done(null), ms) : null
    const done = (answer: Answer | null) => {
      if (timer !== null) clearTimeout(timer)
      child.off('message', heard)
      child.off('exit', died)
      resolve(answer)
    }
    const heard = (answer: unknown) => done(answer as Answer)
    const died = () => done(null)
    child.on('message', heard)
    child.on('exit', died)
  })
}
