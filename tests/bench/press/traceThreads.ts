/** Sorts what threads did in given spans of a trace. All times are µs of the trace's clock. */

export interface TraceEvent {
  readonly name: string
  readonly cat: string
  readonly ph: string
  readonly ts: number
  readonly dur?: number
  /** CPU the thread itself had. */
  readonly tdur?: number
  readonly pid: number
  readonly tid: number
  readonly id?: string
  readonly id2?: { readonly local?: string }
  readonly args?: { readonly name?: string }
}

export type Part =
  | 'script'
  | 'garbage'
  | 'style'
  | 'layout'
  | 'pre-paint'
  | 'paint'
  | 'commit'
  | 'other work'
  | 'no CPU'
  | 'wait: raster'
  | 'wait: compositor'
  | 'wait: drawing'
  | 'wait: nobody'

const PARTS: readonly Part[] = [
  'script', 'garbage', 'style', 'layout', 'pre-paint', 'paint', 'commit', 'other work', 'no CPU', 'wait: raster', 'wait: compositor', 'wait: drawing', 'wait: nobody',
] // biome-ignore format: one line of names

const KINDS: readonly [RegExp, Part][] = [
  [/^(V8\.GC|MinorGC|MajorGC|BlinkGC|CppGC)/, 'garbage'],
  [/^(UpdateLayoutTree|Document::updateStyle|ScheduleStyle|ParseAuthorStyleSheet)/, 'style'],
  [/^(Layout|ResizeObserver|IntersectionObserver)/, 'layout'],
  [/^(PrePaint|UpdateLayer)/, 'pre-paint'],
  [/^(Paint|Layerize|ImageUpdate|Decode)/, 'paint'],
  [/^(Commit|ProxyMain::BeginMainFrame::commit)/, 'commit'],
  [/^(FunctionCall|EvaluateScript|EventDispatch|TimerFire|FireAnimationFrame|RunMicrotasks|v8\.|V8\.|HandlePostMessage|FireIdle)/, 'script'],
] // biome-ignore format: a kind a line

interface Span {
  readonly from: number
  readonly to: number
}
interface Work extends Span {
  readonly name: string
  readonly cpu: number | undefined
}

export interface Threads {
  /** Main thread of each process. */
  readonly main: ReadonlyMap<number, readonly Work[]>
  /** Of the page's process: those that paint tiles, and the one that puts layers together. */
  readonly raster: ReadonlyMap<number, readonly Work[]>
  readonly compositor: ReadonlyMap<number, readonly Work[]>
  /** What draws the window from all processes. */
  readonly drawing: readonly Work[]
}

/** Sorts the whole trace once. */
export function threadsOf(events: readonly TraceEvent[]): Threads {
  const names = new Map<string, string>()
  for (const { name, ph, pid, tid, args } of events)
    if (ph === 'M' && name === 'thread_name') names.set(`${pid} ${tid}`, args?.name ?? '')
  const by = {
    main: new Map<number, Work[]>(),
    raster: new Map<number, Work[]>(),
    compositor: new Map<number, Work[]>(),
  }
  const drawing: Work[] = []
  for (const event of events) {
    if (event.ph !== 'X') continue
    const thread = names.get(`${event.pid} ${event.tid}`) ?? ''
    const work = { name: event.name, from: event.ts, to: event.ts + (event.dur ?? 0), cpu: event.tdur }
    if (thread === 'CrRendererMain') add(by.main, event.pid, work)
    else if (thread.startsWith('CompositorTileWorker')) add(by.raster, event.pid, work)
    else if (thread === 'Compositor') add(by.compositor, event.pid, work)
    else if (thread === 'VizCompositorThread' || thread === 'CrGpuMain') drawing.push(work)
  }
  const inOrder = (works: Work[]) => works.sort((a, b) => a.from - b.from || b.to - a.to)
  for (const map of Object.values(by)) for (const works of map.values()) inOrder(works)
  return { ...by, drawing: inOrder(drawing) }
}

/** What the spans were spent with altogether. */
export function sumOf(
  spans: readonly (Span & { readonly pid: number })[],
  threads: Threads,
): ReadonlyMap<Part, number> {
  const sums = new Map<Part, number>(PARTS.map((part) => [part, 0]))
  const more = (part: Part, micros: number) => sums.set(part, (sums.get(part) ?? 0) + micros)
  for (const span of spans) {
    const works = within(threads.main.get(span.pid) ?? [], span)
    for (const [part, micros] of selfTimes(works, span)) more(part, micros)
    const waiting = gaps(works, span)
    // Each moment of waiting is put down to one: to what the next frame waits for first.
    const busy: readonly [Part, readonly Work[]][] = [
      ['wait: raster', threads.raster.get(span.pid) ?? []],
      ['wait: compositor', threads.compositor.get(span.pid) ?? []],
      ['wait: drawing', threads.drawing],
    ]
    let left = waiting
    for (const [part, all] of busy) {
      const still = left.flatMap((gap) => gaps(within(all, gap), gap))
      more(part, length(left) - length(still))
      left = still
    }
    more('wait: nobody', length(left))
  }
  return sums
}

function add(map: Map<number, Work[]>, pid: number, work: Work): void {
  const works = map.get(pid)
  if (works) works.push(work)
  else map.set(pid, [work])
}

const within = (works: readonly Work[], { from, to }: Span) => works.filter((work) => work.from < to && work.to > from)
const length = (spans: readonly Span[]) => spans.reduce((sum, { from, to }) => sum + to - from, 0)

/** Where none of these works was done. @param works by their beginning */
function gaps(works: readonly Work[], { from, to }: Span): Span[] {
  const found: Span[] = []
  let at = from
  for (const work of works) {
    if (work.from > at) found.push({ from: at, to: Math.min(work.from, to) })
    at = Math.max(at, work.to)
  }
  if (at < to) found.push({ from: at, to })
  return found
}

/** Time of each kind without that of what it called; CPU the thread did not get is taken off and counted for itself. */
function selfTimes(works: readonly Work[], span: Span): Map<Part, number> {
  const sums = new Map<Part, number>()
  const more = (part: Part, micros: number) => sums.set(part, (sums.get(part) ?? 0) + micros)
  const open: { work: Work; part: Part }[] = []
  for (const work of works) {
    while (open.length > 0 && (open.at(-1)?.work.to ?? 0) <= work.from) open.pop()
    const outer = open.at(-1)
    const part = KINDS.find(([name]) => name.test(work.name))?.[1] ?? outer?.part ?? 'other work'
    const micros = Math.min(work.to, span.to) - Math.max(work.from, span.from)
    if (outer) more(outer.part, -micros)
    more(part, micros)
    if (!outer && work.cpu !== undefined && work.from >= span.from && work.to <= span.to) {
      const lost = Math.max(0, work.to - work.from - work.cpu)
      more('no CPU', lost)
    }
    open.push({ work, part })
  }
  return sums
}
