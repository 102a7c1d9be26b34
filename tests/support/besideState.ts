/** An engine beside the state, as the state worker has it, and a server that answers when the test says so. */
import type { AppDraft, AppEvent, Source } from '#core/events/index.ts'
import type { Fetch } from '#workers/api/transport/client.ts'
import type { Engine } from '#workers/engines/engine.ts'
import { settle } from './fakeClock.ts'
import { Story } from './story.ts'

/**
 * Every event that happens reaches the engine after it was applied, and so does what the engine reports.
 * @param start makes the engine, which reports by what it is given
 * @param source what it reports as, where that is looked at
 */
export function besideState(
  start: (report: (draft: AppDraft) => void) => Engine,
  story = new Story(),
  source?: Source,
) {
  const beside = {
    /** Another one is another log: the state worker begins one with each session. */
    story,
    /** All the engine reported, in order. */
    reported: [] as AppDraft[],
    happensNow(...drafts: AppDraft[]): void {
      for (const draft of drafts) {
        beside.story.happens(draft)
        engine.accept(beside.story.events.at(-1) as AppEvent, beside.story.state)
      }
    },
    /** Lets calls go out, and answers come, that follow from what happened. */
    async happens(...drafts: AppDraft[]): Promise<void> {
      beside.happensNow(...drafts)
      await settle()
    },
  }
  const engine = start((draft) => {
    beside.reported.push(draft)
    if (source === undefined) return beside.happensNow(draft)
    beside.story.says(source, draft)
    engine.accept(beside.story.events.at(-1) as AppEvent, beside.story.state)
  })
  return beside
}

/** A call a server was asked for, and has not answered yet. */
export interface HeldCall {
  /** Behind the base of the API, with its query. */
  readonly address: string
  /** The same without its query. */
  readonly path: string
  readonly query: URLSearchParams
  /** `GET /releases/r1` */
  readonly line: string
  /** What was sent as JSON; undefined: nothing. */
  readonly body: unknown
  readonly signal: AbortSignal
  answer(status: number, body?: unknown, headers?: Record<string, string>): void
  /** The connection fails. */
  break(): void
}

export function heldServer(): { readonly fetch: Fetch; readonly calls: HeldCall[] } {
  const calls: HeldCall[] = []
  const fetch: Fetch = (input, init) =>
    new Promise((resolve, reject) => {
      const signal = init?.signal as AbortSignal
      signal.addEventListener('abort', () => reject(signal.reason))
      const address = input.replace('/api', '')
      const [path = '', query] = address.split('?')
      calls.push({
        address,
        path,
        query: new URLSearchParams(query),
        line: `${init?.method} ${address}`,
        body: typeof init?.body === 'string' ? JSON.parse(init.body) : undefined,
        signal,
        answer: (status, body = {}, headers = {}) =>
          resolve(new Response(status === 204 ? null : JSON.stringify(body), { status, headers })),
        break: () => reject(new TypeError('Failed to fetch')),
      })
    })
  return { fetch, calls }
}
