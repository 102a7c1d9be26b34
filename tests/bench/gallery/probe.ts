/** Runs inside the harness page: frames, long tasks, and what is really there when a frame is about to be painted. */
export interface Probe {
  start(): void
  clearFrames(): void
  slowFrames(): number
  stop(): { longTasks: number; longAnimationFrames: number }
  elements(): number
  top(): number
  /** Jumps to a share of the height. @returns ms until every cell, the words of all and every cover in view was there; -1: never */
  jump(share: number): Promise<{ cells: number; texts: number; covers: number }>
  /** Begins to look at every frame. */
  look(): void
  /** What was seen since. Shares are 0 to 1. */
  seen(): { missing: number; missingFrames: number; pending: number; skeletons: number }
  stopLooking(): void
  /** Begins to note how long keys take to the paint after them. */
  watchKeys(): void
  /** ms of the slowest since, 16 when none took longer. */
  slowestKey(): number
  /** Place in the list of the first cell there is. */
  firstPlace(): number
  /** A point inside a card that can be seen whole. */
  someCard(): { x: number; y: number }
  /** Goes back in the history. @returns ms until the gallery stands where it was left, every cell there */
  back(): Promise<number>
}

declare global {
  interface Window {
    probe: Probe
  }
}

/** Self-contained: Playwright sends its text into the page. */
export function probe(): void {
  const SLOW_MS = 25
  let frames: number[] = []
  let running = false
  let long = 0
  let animation = 0
  const scroller = () => document.querySelector('[data-testid=gallery-scroller]') as HTMLElement
  const watch = (type: string, count: () => void) => {
    if (!PerformanceObserver.supportedEntryTypes.includes(type)) return
    new PerformanceObserver((list) => {
      if (running) for (const _ of list.getEntries()) count()
    }).observe({ type })
  }

  /** After style and layout of this very frame, before it is painted. */
  const beforePaint = () =>
    new Promise<void>((resolve) => {
      requestAnimationFrame(() => {
        const element = document.createElement('i')
        document.body.append(element)
        const observer = new ResizeObserver(() => {
          observer.disconnect()
          element.remove()
          resolve()
        })
        observer.observe(element)
      })
    })

  /** Twelve heights in the middle of each column: is there a cell, and is its cover there? */
  const sample = () => {
    const box = scroller().getBoundingClientRect()
    const first = scroller().querySelector('article:not([hidden])')
    const width = first ? first.getBoundingClientRect().width : 212
    let points = 0
    let missing = 0
    let pending = 0
    let skeletons = 0
    for (let x = box.left + 32 + width / 2; x < box.right - 32; x += width + 20)
      for (let i = 0; i < 12; i++) {
        const y = box.top + 30 + ((box.height - 60) * i) / 11
        const at = (dy: number) => document.elementFromPoint(x, y + dy)?.closest('article') ?? null
        const cell = at(0) ?? at(-24) ?? at(24)
        points++
        if (!cell) missing++
        else {
          if (cell.hasAttribute('data-skeleton')) skeletons++
          const image = cell.querySelector<HTMLImageElement>('img')
          if (!cell.hasAttribute('data-broken') && !image?.complete) pending++
        }
      }
    return { points, missing, pending, skeletons }
  }

  const forced = () => {
    if (document.getElementById('probe-points')) return
    // virtua switches pointer events off while it scrolls, which would hide its cells from the probe.
    const style = document.createElement('style')
    style.id = 'probe-points'
    style.textContent =
      'article, article * { pointer-events: auto !important } [style*=pointer-events] { pointer-events: auto !important }'
    document.head.append(style)
  }

  let looking = 0
  let slowest = 16
  let keysWatched = false
  let leftAt = 0
  const NOTHING = { points: 0, missing: 0, pending: 0, skeletons: 0, frames: 0, holed: 0 }
  let sums = { ...NOTHING }

  window.probe = {
    start: () => {
      running = true
      watch('longtask', () => long++)
      watch('long-animation-frame', () => animation++)
      const frame = (t: number) => {
        if (!running) return
        frames.push(t)
        requestAnimationFrame(frame)
      }
      requestAnimationFrame(frame)
    },
    clearFrames: () => {
      frames = []
    },
    slowFrames: () => {
      let slow = 0
      for (let i = 1; i < frames.length; i++) if ((frames[i] as number) - (frames[i - 1] as number) > SLOW_MS) slow++
      return slow / Math.max(1, frames.length - 1)
    },
    stop: () => {
      running = false
      return { longTasks: long, longAnimationFrames: animation }
    },
    elements: () => scroller().querySelectorAll('*').length + 1,
    top: () => scroller().scrollTop,
    jump: async (share) => {
      forced()
      const element = scroller()
      const start = performance.now()
      // The last row may be shorter: a jump to the end stops one row before it.
      element.scrollTop = share * (element.scrollHeight - element.clientHeight - 400)
      let cells = -1
      let texts = -1
      for (let i = 0; i < 200; i++) {
        await beforePaint()
        const { missing, pending, skeletons } = sample()
        if (missing === 0 && cells < 0) cells = performance.now() - start
        if (missing === 0 && skeletons === 0 && texts < 0) texts = performance.now() - start
        leftAt = element.scrollTop
        if (texts >= 0 && missing === 0 && pending === 0) return { cells, texts, covers: performance.now() - start }
      }
      return { cells, texts, covers: -1 }
    },
    look: () => {
      forced()
      sums = { ...NOTHING }
      const turn = ++looking
      const loop = async () => {
        while (turn === looking) {
          await beforePaint()
          const { points, missing, pending, skeletons } = sample()
          sums.points += points
          sums.missing += missing
          sums.pending += pending
          sums.skeletons += skeletons
          sums.frames++
          if (missing > 0) sums.holed++
        }
      }
      void loop()
    },
    seen: () => {
      const { points, missing, pending, skeletons, frames: seen, holed } = sums
      sums = { ...NOTHING }
      const share = (n: number, of: number) => n / Math.max(1, of)
      return {
        missing: share(missing, points),
        missingFrames: share(holed, seen),
        pending: share(pending, points),
        skeletons: share(skeletons, points - missing),
      }
    },
    stopLooking: () => {
      looking++
    },
    watchKeys: () => {
      slowest = 16
      if (keysWatched) return
      keysWatched = true
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          if (entry.name.startsWith('key')) slowest = Math.max(slowest, entry.duration)
      }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
    },
    slowestKey: () => slowest,
    firstPlace: () => {
      const places = [...scroller().querySelectorAll('article:not([hidden])')].map((cell) =>
        Number(cell.getAttribute('aria-posinset')),
      )
      return Math.min(...places)
    },
    someCard: () => {
      const box = scroller().getBoundingClientRect()
      const card = [...scroller().querySelectorAll('article[data-release-id]')]
        .map((cell) => cell.getBoundingClientRect())
        .find(({ top, bottom }) => top > box.top + 10 && bottom < box.bottom - 10)
      return { x: (card?.left ?? 0) + 60, y: (card?.top ?? 0) + 60 }
    },
    back: async () => {
      const start = performance.now()
      history.back()
      for (let i = 0; i < 300; i++) {
        await beforePaint()
        const there = document.querySelector('[data-testid=gallery-scroller]')
        if (there && Math.abs(there.scrollTop - leftAt) <= 2 && sample().missing === 0) return performance.now() - start
      }
      return -1
    },
  }
}
