/**
 * Where wishes and platform facts leave the main thread. The entry sets what really happens:
 * the live bridge, a replay, a test.
 */
import type { AppDraft, Source } from '#core/events/index.ts'

export type Dispatch = (draft: AppDraft, source: Source) => void

let send: Dispatch = () => {
  throw new Error('dispatch is used before the bridge was opened')
}

export function setDispatch(dispatch: Dispatch): void {
  send = dispatch
}

/** Makes a wish of a person. Returns at once; state says what became of it. */
export function wish(draft: AppDraft): void {
  send(draft, 'person')
}

/** Reports what a browser ability observed. */
export function observe(draft: AppDraft): void {
  send(draft, 'platform')
}
