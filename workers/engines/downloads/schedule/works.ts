// What is under way for which job, and how it ends.

import { type Fetched, letGo } from '../transfer/transfer.ts'
import { Cancelled } from '../trouble/waiting.ts'
import type { Stage } from './plan.ts'

interface Work {
  stage: Stage
  readonly stop: AbortController
  /** What arrived, from the last byte until the file is stored. */
  fetched: Fetched | null
  /** It found no room in the memory of the window, and asks again. */
  isTurnedBack?: boolean
  done: Promise<void>
}

export class Works {
  readonly #works = new Map<string, Work>()
  readonly #ending = new Map<string, Promise<void>>()

  /** @param failed gets what a task threw, unless its job was cancelled */
  constructor(readonly failed: (id: string, error: unknown) => void) {}

  stages(): Map<string, Stage> {
    return new Map([...this.#works].map(([id, work]) => [id, work.stage]))
  }

  /** How many hold a slot. */
  get loading(): number {
    return [...this.stages().values()].filter((stage) => stage === 'network').length
  }

  /** Something whole is on its way out of the storage. */
  get isLeaving(): boolean {
    return [...this.#works.values()].some(({ stage }) => stage === 'verify' || stage === 'bundle')
  }

  /** Somebody waits for room that whoever began now would take. */
  get isCrowded(): boolean {
    return [...this.#works.values()].some(({ isTurnedBack }) => isTurnedBack === true)
  }

  turnedBack(id: string, is: boolean): void {
    const work = this.#works.get(id)
    if (work) work.isTurnedBack = is
  }

  stage(id: string): Stage | undefined {
    return this.#works.get(id)?.stage
  }

  fetched(id: string): Fetched | null {
    return this.#works.get(id)?.fetched ?? null
  }

  /** The job goes on to a stage that needs nobody, or leaves the list with null. */
  rest(id: string, stage: Stage | null, fetched: Fetched | null = null): void {
    const work = this.#works.get(id)
    if (!work) return
    if (stage === null) this.#works.delete(id)
    else Object.assign(work, { stage, fetched })
  }

  /** Starts a task for a job, after an earlier one of the same job let go. Nothing of it is heard once its signal aborted. */
  begin(id: string, stage: Stage, task: (signal: AbortSignal) => Promise<void>): void {
    const stop = new AbortController()
    const earlier = this.#ending.get(id)
    const work: Work = { stage, stop, fetched: this.fetched(id), done: Promise.resolve() }
    this.#works.set(id, work)
    const run = async () => {
      if (earlier) await earlier
      stop.signal.throwIfAborted()
      await task(stop.signal)
    }
    work.done = run().catch((error: unknown) => {
      if (stop.signal.aborted) return
      this.#works.delete(id)
      if (work.fetched) letGo(work.fetched.part, error)
      this.failed(id, error)
    })
  }

  /** Ends what is done for a job. Its part is let go when `released` settles. */
  cancel(id: string): void {
    const work = this.#works.get(id)
    if (!work) return
    this.#works.delete(id)
    work.stop.abort(new Cancelled('cancelled'))
    work.fetched?.part.close()
    const ended = work.done.finally(() => {
      if (this.#ending.get(id) === ended) this.#ending.delete(id)
    })
    this.#ending.set(id, ended)
  }

  cancelAll(): void {
    for (const id of [...this.#works.keys()]) this.cancel(id)
  }

  released(id: string): Promise<void> {
    return this.#ending.get(id) ?? this.#works.get(id)?.done ?? Promise.resolve()
  }

  async allReleased(): Promise<void> {
    await Promise.all(this.#ending.values())
  }
}
