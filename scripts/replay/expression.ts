/**
 * A JavaScript expression over `state` and `event`, run in a context of its own. Nothing of this process is in there:
 * what it sees is made there, of texts, so that no object leads out; code cannot be made of text; it can change nothing.
 */
import { createContext, Script } from 'node:vm'
import type { AppEvent } from '#core/events/index.ts'
import type { IsBad } from '#core/log/finding/bisect.ts'
import { KINDS, type Kind, SELF } from '#core/model/entities.ts'
import { messageOf } from '#core/model/text/messageOf.ts'
import type { ReadonlyStore } from '#core/reducers/store.ts'
import { VIEW } from './view.ts'

/** An expression that cannot be run; says why. */
export class ExpressionError extends Error {
  override name = 'ExpressionError'
}

/** So much of what an expression threw is told, UTF-16 units. */
const ERROR_SHOWN = 300
/** What would wait for something, or fetch it: nobody waits for its answer, and what it throws is an object from outside. */
const WAITING = /\b(?:import|async|await)\b/
const TEXTS = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/gs
/** Beside comments (also those that begin with `<!--` and end with the line), regular expressions and templates. */
const UNCLEAR = /[/`\n\r\u2028\u2029]/

/** The word for which an expression is refused; null: it has none. Words within texts are not meant. */
function waitingIn(text: string): string | null {
  // Where nobody can tell by a look where a text begins every word counts.
  const code = UNCLEAR.test(text) ? text : text.replace(TEXTS, "''")
  return WAITING.exec(code)?.[0] ?? null
}

type Evaluate = (hasEvent: boolean) => unknown

export class Expression {
  readonly text: string
  /** Whether it is true. What throws is not. */
  readonly isTrue: IsBad
  readonly #limit: number | null
  readonly #run: (work: () => void) => void
  /** Numbers of the events it was asked at: which one is asked first, and how often, is a matter of how one looks. */
  readonly #asked = new Set<number>()
  /** Those at which it threw, and the first of them with what it threw there. */
  readonly #threw = new Set<number>()
  #first = { seq: Number.POSITIVE_INFINITY, error: '' }
  #asking: number | null = null

  /** @param limit ms a slice of work may take. Default: any time @throws ExpressionError when it is none */
  constructor(text: string, limit: number | null = null) {
    this.text = text
    this.#limit = limit
    const word = waitingIn(text)
    if (word !== null)
      throw new ExpressionError(`an expression cannot import or wait, and "${word}" may stand in plain texts alone`)
    const seen: { state: ReadonlyStore | null; event: AppEvent | undefined } = { state: null, event: undefined }
    const global = Object.create(null) as { work?: () => void }
    const context = createContext(global, {
      codeGeneration: { strings: false, wasm: false },
      microtaskMode: 'afterEvaluate',
    })
    const make = new Script(VIEW, { filename: 'view' }).runInContext(context) as (
      expression: unknown,
      kinds: string,
      versionOf: (kind: Kind, id: string) => number,
      textOf: (kind: Kind, id: string) => string,
      idsOf: (kind: Kind) => string,
      fieldOf: (field: 'seq' | 't' | 'source' | 'cause' | 'type' | 'v') => unknown,
      payload: () => string,
    ) => { evaluate: Evaluate; call: (work: () => void) => () => void }
    const { evaluate, call } = make(
      compiled(text).runInContext(context),
      JSON.stringify({ kinds: KINDS, self: SELF }),
      (kind, id) => versionOf(seen.state?.get(kind, id)),
      (kind, id) => JSON.stringify(seen.state?.get(kind, id)),
      (kind) => JSON.stringify([...(seen.state?.ids(kind) ?? [])]),
      (field) => seen.event?.[field],
      () => JSON.stringify(seen.event?.payload),
    )
    this.isTrue = (state, event) => {
      seen.state = state
      seen.event = event
      // Before the first event there is none to be asked of: what throws there says nothing of the expression.
      if (event !== undefined) this.#asked.add(event.seq)
      this.#asking = event?.seq ?? 0
      const answer = evaluate(event !== undefined)
      this.#asking = null
      if (typeof answer === 'boolean') return answer
      if (event === undefined) return false
      const { seq } = event
      this.#threw.add(seq)
      if (seq < this.#first.seq)
        this.#first = { seq, error: typeof answer === 'string' ? answer.slice(0, ERROR_SHOWN) : '' }
      return false
    }
    const script = new Script('{ const work = globalThis.work; delete globalThis.work; work() }', { filename: 'limit' })
    this.#run = (work) => {
      global.work = call(work)
      script.runInContext(context, this.#limit === null ? {} : { timeout: this.#limit })
    }
  }

  /** Runs a slice of work that may ask the expression. @throws ExpressionError when it takes too long */
  within(work: () => void): void {
    let thrown: { error: unknown } | null = null
    try {
      this.#run(() => {
        try {
          work()
        } catch (error) {
          thrown = { error }
        }
      })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error
      const who = this.#asking === null ? 'the reducers take' : 'the expression takes'
      const where = this.#asking === null ? '' : ` at event ${this.#asking}`
      throw new ExpressionError(`${who} longer than ${(this.#limit ?? 0) / 1000} s${where}`)
    }
    if (thrown) throw (thrown as { error: unknown }).error
  }

  /**
   * How it fared; null when it never threw.
   * @throws ExpressionError when it threw whenever it was asked: that is no expression over this log
   */
  trouble(): string | null {
    const { seq, error } = this.#first
    const [threw, asked] = [this.#threw.size, this.#asked.size]
    if (threw === 0) return null
    if (threw === asked) throw new ExpressionError(`it threw after every event: ${error}`)
    return `it threw after ${threw} of ${asked} events, after event ${seq} first, and counts as not true there: ${error}`
  }
}

const versions = new WeakMap<object, number>()
let newest = 0

/** A number for each entity there ever was; 0 for none. What is the same is read once in the context. */
function versionOf(entity: object | undefined): number {
  if (entity === undefined) return 0
  const known = versions.get(entity)
  if (known !== undefined) return known
  versions.set(entity, ++newest)
  return newest
}

function compiled(text: string): Script {
  try {
    // On its own first, so that nothing closes the bracket it is put into.
    new Script(`(${text}\n)`, { filename: 'expression' })
    return new Script(`(state, event) => { 'use strict'; return (${text}\n) }`, { filename: 'expression' })
  } catch (error) {
    throw new ExpressionError(messageOf(error))
  }
}
