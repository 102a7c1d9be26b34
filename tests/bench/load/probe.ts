/** Runs in the page before anything of it and notes what a person could see and do, and when. */

/** Times in ms since the navigation began; null: not yet, or never. */
export interface Seen {
  /** When the navigation began, ms since 1970. */
  readonly origin: number
  firstPaint: number | null
  /** The largest thing that was painted before anybody pressed anything. */
  largest: number | null
  /** What that was. */
  largestOf: string
  /** The form stands, with a field one can write in. */
  form: number | null
  /** The application answers in it: until then a press waits. */
  answers: number | null
  /** First cover, covers of the first row, and all in sight. */
  cover: number | null
  row: number | null
  covers: number | null
  /** Shift of the layout that nobody caused, summed. */
  shift: number
  /** Tasks of more than 50 ms: when they began and how long they took. */
  readonly tasks: { readonly at: number; readonly ms: number }[]
}

declare global {
  interface Window {
    seen: Seen
  }
}

/** Given to the page as text: it may use nothing from outside. */
export function probe(): void {
  const seen: Seen = {
    origin: performance.timeOrigin,
    firstPaint: null,
    largest: null,
    largestOf: '',
    form: null,
    answers: null,
    cover: null,
    row: null,
    covers: null,
    shift: 0,
    tasks: [],
  }
  window.seen = seen
  const watch = (type: string, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true })
  watch('paint', (entry) => {
    if (entry.name === 'first-contentful-paint') seen.firstPaint = entry.startTime
  })
  watch('largest-contentful-paint', (entry) => {
    const { element, url } = entry as PerformanceEntry & { element: Element | null; url: string }
    seen.largest = entry.startTime
    seen.largestOf = url ? new URL(url).pathname : (element?.tagName.toLowerCase() ?? '')
  })
  watch('layout-shift', (entry) => {
    const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean }
    if (!hadRecentInput) seen.shift += value
  })
  watch('longtask', (entry) => seen.tasks.push({ at: entry.startTime, ms: entry.duration }))

  const { port1, port2 } = new MessageChannel()
  let calls: (() => void)[] = []
  port1.onmessage = () => {
    const due = calls
    calls = []
    for (const call of due) call()
  }
  /** Calls in the first task after the next frame. */
  const afterFrame = (call: () => void) => {
    requestAnimationFrame(() => {
      if (calls.push(call) === 1) port2.postMessage(null)
    })
  }
  /** Notes a thing in the first task after the frame that shows it. */
  const shown = (what: 'form' | 'answers' | 'cover' | 'row' | 'covers') => {
    if (seen[what] !== null) return
    seen[what] = -1
    afterFrame(() => {
      seen[what] = performance.now()
      // Told to the line, not to the console: to listen there has errors note where they were made.
      navigator.sendBeacon(`/.seen/${what}`)
    })
  }
  const isDrawn = (card: Element) => {
    const cover = card.querySelector('img')
    return cover?.complete === true && cover.naturalWidth > 0
  }
  const look = () => {
    isLooking = false
    const field = document.querySelector<HTMLInputElement>('form input[name=email]')
    if (field !== null && !field.disabled && !field.readOnly) {
      shown('form')
      // What React has taken over carries its marks.
      if (Object.keys(field).some((name) => name.startsWith('__reactProps'))) shown('answers')
    }
    const cards = [...document.querySelectorAll('[data-release-id]')].filter((card) => {
      const { top, bottom, width } = card.getBoundingClientRect()
      return width > 0 && bottom > 0 && top < innerHeight
    })
    if (cards.some(isDrawn)) shown('cover')
    const top = Math.min(...cards.map((card) => card.getBoundingClientRect().top))
    const first = cards.filter((card) => card.getBoundingClientRect().top === top)
    if (first.length > 0 && first.every(isDrawn)) shown('row')
    if (cards.length > 0 && cards.every(isDrawn)) shown('covers')
    // That it answers changes nothing in the document.
    if (field !== null && seen.answers === null) lookSoon()
    if (seen.answers === null || seen.covers === null) return
    changes.disconnect()
    document.removeEventListener('load', lookSoon, true)
  }
  // It looks only when something has changed, and when a frame has just been laid out: in every frame and before it, it
  // took 600 ms of the main thread of a load at a quarter of the speed (measured).
  let isLooking = false
  const lookSoon = () => {
    if (isLooking) return
    isLooking = true
    afterFrame(look)
  }
  const changes = new MutationObserver(lookSoon)
  changes.observe(document, { childList: true, subtree: true })
  // Pictures and styles that come.
  document.addEventListener('load', lookSoon, true)
}
