/**
 * Leads back to the releases a visit was left at. Places alone do not: releases may have come before them or left
 * meanwhile, and a key would act on whatever has the focus then.
 */
import type { KeptPlace } from '#core/model/places.ts'
import { peekPlaceOf } from '#projections/decisions.ts'
import { peekReleaseAt } from '#projections/releases.ts'

/** A release that is looked for, and the place it had. */
interface Sought {
  readonly index: number
  /** Not known of a place whose page was not there: then the place is all there is. */
  readonly releaseid: string | undefined
}

/** Where what is looked for stands; `elsewhere`: not at its place, nor anywhere that is known; null: not known yet. */
export type Found = number | 'elsewhere' | null

export class Homecoming {
  readonly #queryId: string
  #top: Sought | null
  #focus: Sought | null

  constructor(queryId: string, from: KeptPlace | null) {
    this.#queryId = queryId
    // Who stands at the start sees what came before it.
    this.#top = from && from.anchor.index > 0 ? { index: from.anchor.index, releaseid: from.top } : null
    this.#focus = from && from.focus !== null ? { index: from.focus, releaseid: from.held } : null
  }

  /** The place that shall have the focus, where it was left; null: none, or it has been given. */
  get focus(): number | null {
    return this.#focus?.index ?? null
  }

  /** The release that shall have the focus. */
  get held(): string | undefined {
    return this.#focus?.releaseid
  }

  /** The release that is looked for to stand at the top, if this is the place it had. */
  topAt(index: number): string | undefined {
    return this.#top?.index === index ? this.#top.releaseid : undefined
  }

  /** By how many places the release at the top has moved, said once. */
  takeShift(): number {
    const found = this.#top && this.#find(this.#top)
    if (!this.#top || found === null) return 0
    const shift = found === 'elsewhere' ? 0 : found - this.#top.index
    this.#top = null
    return shift
  }

  /** Where the release that had the focus stands now. What is said to be somewhere is forgotten. */
  takeFocus(): Found {
    const found = this.#focus && this.#find(this.#focus)
    if (found !== null) this.#focus = null
    return found
  }

  /** Another list begins. */
  forget(): void {
    this.#top = this.#focus = null
  }

  /** Somebody has scrolled on. */
  forgetTop(): void {
    this.#top = null
  }

  /** Somebody has put the focus elsewhere. */
  forgetFocus(): void {
    this.#focus = null
  }

  #find({ index, releaseid }: Sought): Found {
    if (releaseid === undefined) return index
    const here = peekReleaseAt(this.#queryId, index)?.releaseid
    if (here === releaseid) return index
    return peekPlaceOf(this.#queryId, releaseid) ?? (here === undefined ? null : 'elsewhere')
  }
}
