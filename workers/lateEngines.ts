/**
 * Engines whose script comes once it is needed: nothing of it answers the form to sign in. The first event that they may
 * have to hear waits for the script, and so does everything behind it: they see each event with the state it led to, as
 * if they had been there. What came before they are told when they begin.
 */
import type { AppEvent, EventType } from '#core/events/index.ts'
import { PAGES } from '#core/model/pages.ts'
import type { ReadonlyStore } from '#core/reducers/store.ts'
import type { Engine } from './engines/engine.ts'

/** What happens before anybody is signed in, and asks nothing of those engines. */
const EARLY: ReadonlySet<unknown> = new Set<EventType>([
  'app.opened', 'app.wentOffline', 'app.wentOnline', 'app.shown', 'app.hidden', 'app.clockPutBack',
  'app.workerFailed', 'app.workerRestarted', 'app.logLost',
  'session.absent', 'session.signInRequested', 'session.signInFailed', 'session.messageCleared',
  'session.unreachable', 'session.retryRequested', 'access.cleared',
  'setting.restored', 'setting.themeChosen', 'setting.themeFollowed',
]) // biome-ignore format: one list of names

/** What is told, as far as it is looked into here: it is parsed where it is applied. */
export interface Told {
  readonly draft?: { readonly type?: unknown; readonly payload?: unknown } | null
}

const isNavigation = ({ draft }: Told): boolean => draft?.type === 'app.navigated'

/** To a page that is more than the form: they will be needed there, and do not decide where the page is. */
const isFurther = ({ draft }: Told): boolean => {
  const payload = draft?.payload
  return !(typeof payload === 'object' && payload !== null && 'path' in payload && payload.path === PAGES.start)
}

export class LateEngines implements Engine {
  readonly #load: () => Promise<readonly Engine[]>
  #engines: readonly Engine[] | null = null
  #coming: Promise<void> | null = null
  #seen: AppEvent[] = []
  /** What waits for them; null: nothing has to. */
  #waiting: (() => void)[] | null = null
  #state: ReadonlyStore | null = null

  /** @param load resolves with the engines once their script is here; when it rejects, so does whoever wanted them */
  constructor(load: () => Promise<readonly Engine[]>) {
    this.#load = load
  }

  before(event: AppEvent, state: ReadonlyStore): void {
    for (const engine of this.#engines ?? []) engine.before?.(event, state)
  }

  accept(event: AppEvent, state: ReadonlyStore): void {
    for (const engine of this.#engines ?? []) engine.accept(event, state)
    if (this.#engines) return
    this.#seen.push(event)
    this.#state = state
  }

  /** Asks for their script, if nobody did. @throws what `load` rejects with */
  async want(): Promise<void> {
    this.#coming ??= this.#load().then(
      (engines) => this.#begin(engines),
      (error: unknown) => {
        this.#coming = null
        throw error
      },
    )
    await this.#coming
  }

  /**
   * Lets in what was told, now or behind the script, in the order in which it came.
   * @param told what it is
   * @throws what `load` rejects with, in a promise nobody awaits: without them this worker is none
   */
  pass(told: readonly Told[], enter: () => void): void {
    if (this.#engines) return enter()
    if (!this.#waiting && told.every((one) => EARLY.has(one.draft?.type) || isNavigation(one))) {
      // Without them nothing is lost yet: whatever needs them asks again.
      if (told.some((one) => isNavigation(one) && isFurther(one))) this.want().catch(() => {})
      return enter()
    }
    this.#waiting ??= []
    this.#waiting.push(enter)
    void this.want()
  }

  #begin(engines: readonly Engine[]): void {
    this.#engines = engines
    const [seen, waiting, state] = [this.#seen, this.#waiting ?? [], this.#state]
    this.#seen = []
    this.#waiting = null
    for (const event of state ? seen : []) for (const engine of engines) engine.accept(event, state as ReadonlyStore)
    for (const enter of waiting) enter()
  }
}
