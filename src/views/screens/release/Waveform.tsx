import { useSignalEffect } from '@preact/signals-react'
import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { playRelease, seekTo } from '#actions/player.ts'
import { peaksOf } from '#actions/resources.ts'
import { clock } from '#core/model/formats.ts'
import type { Song } from '#core/model/release.ts'
import { playhead, playingTrack } from '#projections/player.ts'
import { barCount, levels, paint, playedBars } from '../../parts/waveform.ts'
import { cx } from '../../theme/cx.ts'
import * as css from './Waveform.css.ts'

/**
 * The outline of a song's loudness. A press plays the song from that second. It is fetched when its row comes
 * into view and painted once; of the song that plays, again whenever the playhead passes a bar. With the keyboard
 * the play button and the scrubber do the same, so it takes no focus and says nothing.
 */
export function Waveform({ song, className }: { song: Readonly<Song>; className?: string }) {
  const box = useRef<HTMLSpanElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const line = useRef<HTMLSpanElement>(null)
  const shown = useRef({
    peaks: new Uint8Array() as Uint8Array,
    levels: new Float32Array() as Float32Array,
    played: -1,
    width: 0,
    height: 0,
  })
  const [loaded, setLoaded] = useState(false)
  const { trackid, duration } = song

  const draw = (anew: boolean) => {
    const element = canvas.current
    const state = shown.current
    if (!element || state.width === 0 || state.peaks.length === 0) return
    const share = playingTrack.peek() === trackid && duration > 0 ? playhead.peek() / duration : 0
    const played = playedBars(share, state.levels.length)
    if (!anew && played === state.played) return
    state.played = played
    const style = getComputedStyle(element)
    paint(element, state, { rest: style.color, played: style.accentColor })
  }
  const latest = useRef(draw)
  latest.current = draw

  useEffect(() => {
    const element = box.current
    if (!element) return
    let gone = false
    const near = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return
      near.disconnect()
      void peaksOf(trackid).then((peaks) => {
        if (gone || !peaks) return
        shown.current.peaks = peaks
        setLoaded(true)
      })
    })
    near.observe(element)
    return () => {
      gone = true
      near.disconnect()
    }
  }, [trackid])

  useEffect(() => {
    const element = box.current
    if (!element || !loaded) return
    const sized = new ResizeObserver(([entry]) => {
      const state = shown.current
      state.width = entry?.contentRect.width ?? 0
      state.height = entry?.contentRect.height ?? 0
      state.levels = levels(state.peaks, barCount(state.width))
      latest.current(true)
    })
    sized.observe(element)
    const theme = matchMedia('(prefers-color-scheme: light)')
    const onTheme = () => latest.current(true)
    theme.addEventListener('change', onTheme)
    return () => {
      sized.disconnect()
      theme.removeEventListener('change', onTheme)
    }
  }, [loaded])

  useSignalEffect(() => {
    if (playingTrack.value === trackid) void playhead.value
    latest.current(false)
  })

  const shareAt = (event: PointerEvent) => {
    const rect = event.currentTarget.getBoundingClientRect()
    return rect.width === 0 ? 0 : Math.min(1, Math.max(0, (event.clientX - rect.left) / rect.width))
  }
  const move = (event: PointerEvent) => {
    const element = line.current
    if (!element || event.pointerType !== 'mouse') return
    const share = shareAt(event)
    element.style.left = `${share * 100}%`
    element.dataset.time = clock(share * duration)
  }
  const press = (event: PointerEvent) => {
    if (event.button !== 0) return
    const seconds = shareAt(event) * duration
    if (playingTrack.peek() === trackid) seekTo(seconds)
    else playRelease(song.releaseid, trackid, seconds)
  }
  return (
    <span
      ref={box}
      className={cx(css.box, className)}
      aria-hidden="true"
      data-waveform={loaded ? 'loaded' : 'empty'}
      onPointerMove={loaded ? move : undefined}
      onPointerUp={loaded ? press : undefined}
    >
      {loaded && (
        <>
          <canvas ref={canvas} className={css.canvas} />
          <span ref={line} className={css.line} />
        </>
      )}
    </span>
  )
}
