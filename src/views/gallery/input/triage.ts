/**
 * Triage: going through the releases by keys, each heard from the hook that was used last. What has the focus is what
 * sounds. A decision leads on to the next release, taking it back leads back to its own; a release that leaves the
 * list does so when its call is answered (D-117), and the focus stays with the release it was on.
 */

import { effect, untracked } from '@preact/signals-react'
import { beginTriage, endTriage } from '#actions/decisions.ts'
import { hearRelease, togglePlay } from '#actions/player.ts'
import { openRelease } from '#actions/releases.ts'
import { whenShown } from '#actions/shown.ts'
import type { ReleaseCard } from '#core/model/catalogue/release.ts'
import { isCurrent, isLeaving, peekPlaceOf, triage } from '#projections/decisions.ts'
import { isMarking } from '#projections/library.ts'
import { player } from '#projections/player.ts'
import { releaseCard, releaseDetail } from '#projections/releases.ts'
import { settings } from '#projections/settings.ts'
import { isPlayable } from '../../music/verbs.ts'

/** A key that is held moves without sound; this long after the last move the release is heard, in ms. */
const REST_MS = 250

interface Parts {
  readonly queryId: string
  /** Places in the list. */
  count(): number
  /** The release at a place that is mounted; null while it is not there. */
  releaseAt(index: number): Readonly<ReleaseCard> | null
  /** The place that has the focus, or null. */
  focused(): number | null
  focusPlace(index: number): void
  /** Does what a key does on the release that has the focus. */
  press(key: string): void
}

const toggles = new Set<() => void>()

/** Begins or ends a round in the gallery that is shown. */
export function toggleTriage(): void {
  for (const toggle of toggles) toggle()
}

export class Triage {
  readonly #parts: Parts
  readonly #stops: (() => void)[]
  /** Place that shall be heard once its release is there. */
  #awaited: number | null = null
  /** The release of a decision that is being taken back: it may have to come back into the list first. */
  #returning: { readonly releaseid: string; readonly keys: string[]; readonly stop: () => void } | null = null
  #rest: ReturnType<typeof setTimeout> | null = null

  /** @param reachable the place a round begins with when none has the focus */
  constructor(parts: Parts, reachable: () => number) {
    this.#parts = parts
    const toggle = () => this.toggle(parts.focused() ?? reachable())
    toggles.add(toggle)
    let known = triage.peek().back?.requestId
    const stop = effect(() => {
      const { on, back } = triage.value
      // However it was left: what was still to be heard in it no longer is.
      if (!on) untracked(() => this.#cancel())
      if (back?.requestId === known) return
      known = back?.requestId
      if (back) untracked(() => this.#takenBack(back.releaseid))
    })
    this.#stops = [() => toggles.delete(toggle), stop, () => this.#cancel()]
  }

  stop(): void {
    for (const stop of this.#stops) stop()
  }

  /** Ends the round, or begins one at this place. */
  toggle(index: number): void {
    this.#cancel()
    whenShown(() => {
      if (triage.peek().on) return endTriage()
      this.#parts.focusPlace(index)
      const release = this.#parts.releaseAt(index)
      const sounds = release && isCurrent(release.releaseid) && player.peek().isPlaying ? release.releaseid : null
      beginTriage(sounds)
      if (sounds === null) this.#hear(index)
    })
  }

  /** The focus moves on, by whatever key: what was waited for no longer is. */
  leave(): void {
    this.#cancel()
  }

  /** J or K led to another place. @param isHeld the key is held down */
  moved(index: number, isHeld: boolean): void {
    if (!triage.peek().on) return
    if (!isHeld) return this.#hear(index)
    this.#rest = setTimeout(() => this.#hear(index), REST_MS)
  }

  /** What had the focus has left the list, and this place has it now. */
  landed(index: number): void {
    if (triage.peek().on && this.#returning === null) this.#hear(index)
  }

  /** Something was decided of the release at this place. */
  decided(index: number): void {
    if (!triage.peek().on || index + 1 >= this.#parts.count()) return
    this.#cancel()
    this.#parts.focusPlace(index + 1)
    this.#hear(index + 1)
  }

  /**
   * Until the release of what is taken back is there and has the focus, keys are meant for it and wait.
   * @param decides the key decides something, for which the release must be free as well (D-117)
   * @returns whether the key waits
   */
  defers(key: string, decides: boolean): boolean {
    if (this.#returning === null) return false
    const { releaseid, keys } = this.#returning
    if (!decides && keys.length === 0 && peekPlaceOf(this.#parts.queryId, releaseid) !== null) return false
    keys.push(key)
    return true
  }

  /** Releases came, or the list changed. */
  listChanged(): void {
    if (this.#returning !== null || this.#awaited !== null) queueMicrotask(this.#catchUp)
  }

  /** Called once the grid shows all that the same facts made of the list. */
  readonly #catchUp = (): void => {
    this.#return()
    if (this.#awaited === null) return
    if (this.#parts.focused() === this.#awaited) this.#hear(this.#awaited)
    else this.#awaited = null
  }

  #takenBack(releaseid: string): void {
    this.#cancel()
    hear(releaseid)
    const [isBusy, isOnItsWay] = [isMarking(releaseid), isLeaving(releaseid)]
    const stop = effect(() => {
      void isBusy.value
      void isOnItsWay.value
      queueMicrotask(this.#catchUp)
    })
    this.#returning = { releaseid, keys: [], stop }
  }

  /** Taken back before it was answered, a release may leave the list and come again. */
  #return(): void {
    if (this.#returning === null) return
    const { releaseid, keys, stop } = this.#returning
    const index = peekPlaceOf(this.#parts.queryId, releaseid)
    if (index !== null && index !== this.#parts.focused()) this.#parts.focusPlace(index)
    if (isLeaving(releaseid).peek() || isMarking(releaseid).peek()) return
    stop()
    this.#returning = null
    if (index !== null) for (const key of keys) this.#parts.press(key)
  }

  #hear(index: number): void {
    const release = this.#parts.releaseAt(index)
    this.#awaited = release ? null : index
    if (!release) return
    hear(release.releaseid)
    // Most likely it is heard next: its songs are known by then.
    const next = this.#parts.releaseAt(index + 1)
    if (next && releaseDetail(next.releaseid).peek() === undefined) openRelease(next.releaseid)
  }

  #cancel(): void {
    if (this.#rest !== null) clearTimeout(this.#rest)
    this.#returning?.stop()
    this.#rest = this.#awaited = this.#returning = null
  }
}

/** Plays it from the hook that was used last, unless it does so already. */
function hear(releaseid: string): void {
  const release = releaseCard(releaseid).peek()
  const { isPlaying } = player.peek()
  // Nothing to play: what was heard before is not what has the focus.
  if (release && !isPlayable(release)) return isPlaying ? togglePlay() : undefined
  if (isCurrent(releaseid) && isPlaying) return
  hearRelease(releaseid, settings.peek().hook)
}
