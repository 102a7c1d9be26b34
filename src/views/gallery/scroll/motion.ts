/** How fast the grid moves, and when it has come to rest. */
import { COVER_SPEED_MAX } from '../slots/covers.ts'

/** Scrolling counts as ended when no scroll event came for this long, and a frame after it brought none either, in ms. */
const SETTLE_MS = 60
/** After a pause this long a far move is a jump, not a fling: its covers are asked for at once. In ms. */
const JUMP_AFTER_MS = 150
/** Share of the speed that one scroll event leaves to the next. */
const SPEED_KEPT = 0.6

export class Motion {
  readonly #settled: () => void
  /** Faster than any cover could arrive. */
  fast = false
  /** px per ms. */
  #speed = 0
  #isUp = false
  #last = Number.NEGATIVE_INFINITY
  #timer: ReturnType<typeof setTimeout> | null = null
  #frame: number | null = null
  /** It moved since that frame was asked for. */
  #hasMoved = false

  constructor(settled: () => void) {
    this.#settled = settled
  }

  /** True from a scroll event until shortly after the last. */
  get isMoving(): boolean {
    return this.#timer !== null || this.#frame !== null
  }

  /** px per ms, negative upward; 0 at rest. */
  get velocity(): number {
    return this.#isUp ? -this.#speed : this.#speed
  }

  /** Called in every scroll event. @param px moved since the one before @returns whether a fling has just slowed down */
  moved(px: number): boolean {
    const now = performance.now()
    const elapsed = now - this.#last
    const speed = Math.abs(px) / Math.max(1, elapsed)
    const wasFast = this.fast
    // Events do not come evenly: one short step does not end a fling.
    this.#speed = elapsed > JUMP_AFTER_MS ? 0 : Math.max(speed, this.#speed * SPEED_KEPT)
    this.fast = this.#speed > COVER_SPEED_MAX
    this.#last = now
    this.#hasMoved = true
    if (px !== 0) this.#isUp = px < 0
    return wasFast && !this.fast
  }

  /** Has what can wait done once nothing moves. */
  awaitRest(): void {
    if (!this.isMoving) this.#timer = setTimeout(this.#whenQuiet, SETTLE_MS)
  }

  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    if (this.#frame !== null) cancelAnimationFrame(this.#frame)
    this.#timer = this.#frame = null
  }

  readonly #whenQuiet = (): void => {
    const rest = SETTLE_MS - (performance.now() - this.#last)
    this.#timer = rest > 1 ? setTimeout(this.#whenQuiet, rest) : null
    // Scroll events come with frames: where one takes longer than the pause, its silence says nothing. What rest
    // brings, done between the frames of a scroll, cost a quarter of it.
    if (this.#timer !== null) return
    this.#hasMoved = false
    this.#frame = requestAnimationFrame(this.#whenStill)
  }

  readonly #whenStill = (): void => {
    this.#frame = null
    if (this.#hasMoved) return this.#whenQuiet()
    this.fast = false
    this.#speed = 0
    this.#settled()
  }
}
