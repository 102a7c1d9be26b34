/**
 * Where wishes and platform facts leave the main thread. The entry sets what really happens:
 * the live bridge, a replay, a test.
 */
import type { AppDraft, Source } from '#core/events/index.ts'

export type Dispatch = (draft: AppDraft, source: Source) => void
/** Calls it once all that was wished so far shows. */
export type WhenShown = (call: () => void) => void

let send: Dispatch = () => {
  throw new Error('dispatch is used before the bridge was opened')
}

const atOnce: WhenShown = (call) => call()
let wait = atOnce

/** @param when how one waits until a wish shows; without it one shows at once */
export function setDispatch(dispatch: Dispatch, when: WhenShown = atOnce): void {
  send = dispatch
  wait = when
}

/** Makes a wish of a person. Returns at once; state says what became of it, once it shows (`whenShown`). */
export function wish(draft: AppDraft): void {
  send(draft, 'person')
}

/**
 * Calls it once all that was wished so far shows in the state: before this returns, unless the reducers have not come.
 * For whoever reads what became of a wish, or decides by what an earlier one may change.
 */
export function whenShown(call: () => void): void {
  wait(call)
}

/** Reports what a browser ability observed. */
export function observe(draft: AppDraft): void {
  send(draft, 'platform')
}
