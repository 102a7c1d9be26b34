/** A piece says so much of what is thought of the disk, 0 to 1. */
const WEIGHT = 0.2
/** From this share of the time on, 0 to 1, files wait for the disk more than for the line. */
const HELD_SHARE = 0.6

/** Whether files in the folder wait for the disk or for the line: what a further connection brought would wait as well. */
export class FolderPace {
  #share = 0

  get isHeld(): boolean {
    return this.#share > HELD_SHARE
  }

  /**
   * @param writing so long a piece took from being whole until it was written, ms
   * @param between so long it took to gather it, ms
   */
  wrote(writing: number, between: number): void {
    const all = writing + between
    if (all > 0) this.#share += WEIGHT * (writing / all - this.#share)
  }
}
