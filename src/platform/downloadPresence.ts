/**
 * What the browser shows of downloads outside the page: progress in title and icon, a question before the tab is
 * closed, a screen that stays awake, and a notification when everything is there.
 */
export interface DownloadStanding {
  /** Jobs that load, wait, failed, were paused, and were cut off. */
  readonly active: number
  readonly waiting: number
  readonly failed: number
  readonly paused: number
  readonly interrupted: number
  readonly finished: number
  /** 0-100 of what is under way. */
  readonly progress: number
}

export interface PresenceParts {
  readonly window: Window
  readonly document: Document
  /** ms of a clock that is never put back. */
  now(): number
  /** null where the browser has none. */
  readonly wakeLock: Pick<WakeLock, 'request'> | null
  /** Says it through the system, when the person wants that and the browser allows it. */
  notify(title: string, body: string): void
  /** The sentence for so many downloads that arrived, and so many that failed. */
  words(finished: number, failed: number): { title: string; body: string }
}

export interface DownloadPresence {
  /** To be called whenever the figures changed. */
  show(standing: DownloadStanding): void
  /** Bytes came. */
  moved(): void
  /** What the page is called; while something loads its progress stands before that. */
  title(words: string): void
}

/**
 * How often title and icon are written while something loads, ms. A browser with a window reads and draws the icon each
 * time, and a fast line is through a percent in a hundredth of a second.
 */
const WRITTEN_EVERY_MS = 1000

/** Nothing came for so long: the line is down, or nobody is there to allow the folder, ms. */
const STILL_MS = 60_000

/** Makes the presence of the page. */
export function createDownloadPresence(parts: PresenceParts): DownloadPresence {
  const { window, document } = parts
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  const plain = icon?.href ?? ''
  let words = document.title
  let before: DownloadStanding | null = null
  let wroteAt = Number.NEGATIVE_INFINITY
  /** The progress that title and icon show; null while nothing loads. */
  let written: number | null = null
  /** What had ended when the batch began. */
  let atStart = { finished: 0, failed: 0 }
  /** What stopped last was paused or cut off: its batch has not ended, and goes on with whatever loads next. */
  let isHeld = false
  let lock: Promise<WakeLockSentinel | null> | null = null
  /** Something loads, and bytes came within the last minute. */
  let isMoving = false
  let still: ReturnType<typeof setTimeout> | undefined
  /** Writes the last progress when the second is over in which it came. */
  let late: ReturnType<typeof setTimeout> | undefined

  const ask = (event: BeforeUnloadEvent) => event.preventDefault()

  function wake(): void {
    // The browser lets go of it when the page is hidden.
    if (!parts.wakeLock || !isMoving || document.visibilityState !== 'visible' || lock) return
    const mine: Promise<WakeLockSentinel | null> = parts.wakeLock.request('screen').catch(() => null)
    lock = mine
    const over = () => {
      if (lock === mine) lock = null
    }
    // Refused, as with a battery that is low: it is asked for again when the page is shown the next time.
    void mine.then((held) => (held ? held.addEventListener('release', over) : over()))
  }

  function sleep(): void {
    void lock?.then((held) => held?.release().catch(() => {}))
    lock = null
  }

  function rest(): void {
    clearTimeout(still)
    isMoving = false
    sleep()
  }

  function move(): void {
    clearTimeout(still)
    still = setTimeout(rest, STILL_MS)
    isMoving = true
    wake()
  }

  function begin(standing: DownloadStanding): void {
    if (!isHeld)
      atStart = { finished: before?.finished ?? standing.finished, failed: before?.failed ?? standing.failed }
    isHeld = false
    window.addEventListener('beforeunload', ask)
  }

  function end({ finished, failed, ...standing }: DownloadStanding): void {
    window.removeEventListener('beforeunload', ask)
    isHeld = standsStill(standing) > (before ? standsStill(before) : 0)
    if (isHeld) return
    // Of its own that were cleared meanwhile there is nothing to say.
    const arrived = Math.max(0, finished - atStart.finished)
    const lost = Math.max(0, failed - atStart.failed)
    if (arrived + lost === 0) return
    const { title, body } = parts.words(arrived, lost)
    parts.notify(title, body)
  }

  function entitle(): void {
    document.title = written === null ? words : `(${written}%) ${words}`
  }

  function write(progress: number | null): void {
    if (progress === written) return
    wroteAt = parts.now()
    written = progress
    entitle()
    if (icon) icon.href = progress === null ? plain : progressIcon(progress)
  }

  document.addEventListener('visibilitychange', wake)
  window.addEventListener('offline', rest)

  return {
    show(standing) {
      const isRunning = standing.active + standing.waiting > 0
      const wasRunning = before !== null && before.active + before.waiting > 0
      if (isRunning && !wasRunning) begin(standing)
      else if (!isRunning && wasRunning) end(standing)
      if (standsStill(standing) === 0) isHeld = false
      // What waits alone, for a line, for room or for a folder, keeps no screen awake.
      if (standing.active === 0) rest()
      else if (standing.active !== before?.active) move()
      // What had failed before and is tried again may fail again: that is of this batch.
      if (isRunning) atStart.failed = Math.min(atStart.failed, standing.failed)
      // What had been saved before and is cleared meanwhile is not taken from what this batch saves.
      if (isRunning) atStart.finished = Math.min(atStart.finished, standing.finished)
      const progress = isRunning ? standing.progress : null
      const left = isRunning === wasRunning ? wroteAt + WRITTEN_EVERY_MS - parts.now() : 0
      clearTimeout(late)
      if (left <= 0) write(progress)
      else if (isRunning) late = setTimeout(write, left, progress)
      before = standing
    },
    moved() {
      if (before !== null && before.active > 0) move()
    },
    title(now) {
      words = now
      entitle()
    },
  }
}

const standsStill = ({ paused, interrupted }: Pick<DownloadStanding, 'paused' | 'interrupted'>) => paused + interrupted

/** The page's icon with a ring that is drawn as far as `progress`, 0-100, as the address of an image. */
export function progressIcon(progress: number): string {
  const length = 2 * Math.PI * 13
  const drawn = (length * Math.min(100, Math.max(0, progress))) / 100
  const circle = (colour: string, dash: string) =>
    `<circle cx="16" cy="16" r="13" fill="none" stroke="${colour}" stroke-width="5"${dash}/>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${circle('#8C94A366', '')}${circle(
    '#729BFF',
    ` stroke-dasharray="${drawn.toFixed(1)} ${length.toFixed(1)}" transform="rotate(-90 16 16)"`,
  )}<path d="M16 10v11m-5-5 5 5 5-5" fill="none" stroke="#729BFF" stroke-width="3"/></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}
