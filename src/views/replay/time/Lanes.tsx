import { Bookmark } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Lanes as Counts } from '#core/contracts/replay.ts'
import { useSignalValue } from '../../kit/useSignalValue.ts'
import { useNumber } from '../../stateTree/useNumber.ts'
import { useReplay } from '../model/context.ts'
import { newest } from '../model/newest.ts'
import { clock, mark, marksOf } from '../model/times.ts'
import { type Colours, drawLanes, LANES, STEP_PX } from './drawLanes.ts'
import * as css from './Lanes.css.ts'

/** What a mark of the scale takes at most, px. */
const MARK_PX = 60

/** Over the time of the log: what happened, and the playhead, which can be dragged. */
export function Lanes() {
  const { t } = useTranslation('replay')
  const replay = useReplay()
  const log = useSignalValue(replay.log)
  const seq = useSignalValue(replay.seq)
  const begins = useSignalValue(replay.begins)
  const span = useSignalValue(replay.ends) - begins
  const bookmarks = useSignalValue(replay.kept.bookmarks)
  const field = useRef<HTMLDivElement>(null)
  /** Left edge while the playhead is dragged, px. */
  const left = useRef(0)
  const [width, setWidth] = useState(0)
  const number = useNumber()
  useEffect(() => {
    const element = field.current
    if (!element) return
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  if (!log) return null
  const xOfTime = (t: number) => ((t - begins) / Math.max(1, span)) * width
  const xOf = (at: number) => xOfTime(replay.timeOf(at))
  const x = xOf(seq)

  const drag = (event: PointerEvent<HTMLDivElement>) => {
    const share = Math.max(0, Math.min(1, (event.clientX - left.current) / width))
    replay.go(replay.seqAt(begins + share * span))
  }
  const press = (event: KeyboardEvent) => {
    const page = Math.max(1, Math.round((log.last - log.first) / 100))
    const by = { PageUp: page, PageDown: -page, ArrowUp: 1, ArrowDown: -1 }[event.key]
    if (by !== undefined) replay.step(by)
    else if (event.key === 'Home') replay.go(log.first)
    else if (event.key === 'End') replay.go(log.last)
    else return
    event.preventDefault()
  }
  return (
    <div className={css.lanes}>
      <div className={css.names} aria-hidden="true">
        {LANES.map((name) => (
          <span key={name} className={css.name}>
            {t(`lanes.${name}`)}
          </span>
        ))}
      </div>
      <div
        ref={field}
        className={css.field}
        onPointerDown={(event) => {
          if (event.button !== 0) return
          event.currentTarget.setPointerCapture(event.pointerId)
          replay.pause()
          left.current = event.currentTarget.getBoundingClientRect().left
          drag(event)
        }}
        onPointerMove={(event) => event.currentTarget.hasPointerCapture(event.pointerId) && drag(event)}
      >
        <Pictures width={width} x={x} />
        {[...bookmarks]
          .filter((at) => at >= log.first && at <= log.last)
          .map((at) => (
            <button
              key={at}
              type="button"
              className={css.bookmark}
              style={{ left: xOf(at) }}
              aria-label={t('lanes.bookmark', { seq: number.format(at) })}
              onPointerDown={(event) => event.stopPropagation()}
              onClick={() => replay.go(at)}
            >
              <Bookmark size={12} aria-hidden="true" />
            </button>
          ))}
        <div
          role="slider"
          tabIndex={0}
          className={css.playhead}
          style={{ transform: `translateX(${x}px)` }}
          aria-label={t('lanes.playhead')}
          aria-valuemin={log.first}
          aria-valuemax={log.last}
          aria-valuenow={seq}
          aria-valuetext={t('lanes.at', {
            seq: number.format(seq),
            last: number.format(log.last),
            time: clock(replay.timeOf(seq), true),
          })}
          onKeyDown={press}
        >
          <span className={css.flag} style={{ translate: `${flagShift(x, width)}px` }}>
            {number.format(seq)}
          </span>
        </div>
        <div className={css.scale} aria-hidden="true">
          {marksOf(begins, begins + span, Math.max(2, Math.floor(width / 110)))
            .filter((at) => xOfTime(at) < width - MARK_PX)
            .map((at) => (
              <span key={at} className={css.mark} style={{ left: xOfTime(at) }}>
                {mark(at)}
              </span>
            ))}
        </div>
      </div>
    </div>
  )
}

/** The number stays within the lanes. */
function flagShift(x: number, width: number): number {
  const half = 34
  return x < half ? half - x : x > width - half ? width - half - x : 0
}

/** The lanes, twice: as they are, and paler behind the playhead's end. Drawn once, not with each move of it. */
function Pictures({ width, x }: { width: number; x: number }) {
  const replay = useReplay()
  const log = useSignalValue(replay.log)
  const [counts, setCounts] = useState<Counts | null>(null)
  const near = useRef<HTMLCanvasElement>(null)
  const far = useRef<HTMLCanvasElement>(null)
  const ask = useMemo(() => newest((bins: number) => replay.worker.lanes(bins), setCounts), [replay])
  const bins = Math.floor(width / STEP_PX)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another log has other lanes
  useEffect(() => {
    if (bins > 0) ask(bins)
  }, [ask, bins, log])
  useEffect(() => {
    if (!counts) return
    const draw = () => {
      for (const canvas of [near.current, far.current])
        if (canvas) drawLanes(canvas, counts, coloursOf(canvas), { width, ratio: devicePixelRatio })
    }
    draw()
    const scheme = matchMedia('(prefers-color-scheme: dark)')
    scheme.addEventListener('change', draw)
    return () => scheme.removeEventListener('change', draw)
  }, [counts, width])
  return (
    <>
      <canvas ref={far} className={css.far} style={{ width }} />
      <canvas ref={near} className={css.near} style={{ width, clipPath: `inset(0 ${Math.max(0, width - x)}px 0 0)` }} />
    </>
  )
}

/** The theme's colours as the canvas takes them: a token alone names two. */
function coloursOf(element: HTMLElement): Colours {
  const of = (token: string) => {
    element.style.color = `var(--${token})`
    return getComputedStyle(element).color
  }
  const colours = {
    failures: of('danger'),
    person: of('text'),
    engines: of('accent'),
    network: of('muted'),
    checkpoints: of('positive'),
    line: of('hairline'),
  }
  element.style.color = ''
  return colours
}
