// The processes that run tests. One that dies is replaced.
import { type ChildProcess, fork } from 'node:child_process'
import type { Answer, Begin, News, Order } from './wire.ts'

/** One process; it takes one order at a time. */
export class Crew {
  readonly #root: string
  readonly #begin: Begin
  /** What its processes have used of the processor, as far as they have said, ms. */
  used = 0
  #usedNow = 0
  #child: Promise<ChildProcess> | null = null

  constructor(root: string, begin: Begin) {
    this.#root = root
    this.#begin = begin
  }

  /**
   * @param heard what the process says before its answer
   * @returns the answer, or null when the process died of the order
   */
  async ask(order: Order, heard: (news: News) => void = () => undefined): Promise<Answer | null> {
    this.#child ??= this.#start()
    const answer = await say(await this.#child, order, heard)
    if (answer === null) this.end()
    else this.#count(answer.used)
    return answer
  }

  end(): void {
    void this.#child?.then((child) => child.kill('SIGKILL')).catch(() => undefined)
    this.#child = null
  }

  #count(used: number): void {
    this.used += used - this.#usedNow
    this.#usedNow = used
  }

  async #start(): Promise<ChildProcess> {
    // What the tests print is no part of the report.
    const child = fork(`${this.#root}/scripts/mutate.mjs`, ['--runner'], { cwd: this.#root, stdio: ['ignore', 'ignore', 'pipe', 'ipc'] }) // biome-ignore format: one line
    let said = ''
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-4000)
    })
    const ready = await say(child, this.#begin)
    if (ready?.kind !== 'ready') throw new Error(`A runner did not start.\n${said}`)
    this.#usedNow = 0
    this.#count(ready.used)
    return child
  }
}

function say(child: ChildProcess, order: Order, heard?: (news: News) => void): Promise<Answer | null> {
  return new Promise((resolve) => {
    const done = (answer: Answer | null) => {
      child.off('message', hear)
      child.off('exit', died)
      resolve(answer)
    }
    const hear = (message: unknown) => {
      const said = message as Answer | News
      if (said.kind === 'ready' || said.kind === 'files' || said.kind === 'done') done(said)
      else heard?.(said)
    }
    const died = () => done(null)
    child.on('message', hear)
    child.on('exit', died)
    child.send(order)
  })
}
