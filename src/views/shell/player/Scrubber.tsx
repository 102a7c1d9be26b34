import { type ReadonlySignal, useSignal, useSignalEffect } from '@preact/signals-react'
import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { seekTo, startScrub } from '#actions/player.ts'
import { clock } from '#core/model/text/formats.ts'
import { currentSong, isPlaying, playingTrack } from '#projections/player.ts'
import { ahead, fill, range } from '../../kit/controls/Range.css.ts'
import { isCommand } from '../../kit/keys.ts'
import { useMedia } from '../../kit/useMedia.ts'
import { useSignalValue } from '../../kit/useSignalValue.ts'
import { usePeaks } from '../../music/waves/usePeaks.ts'
import { WaveCanvas } from '../../music/waves/WaveCanvas.tsx'
import { cx } from '../../theme/cx.ts'
import { media } from '../../theme/tokens.css.ts'
import { LEAP_S, STEP_S, seekBy } from './keys.ts'
import * as css from './PlayBar.css.ts'
import { bufferedShare, held, position, share, shownPosition, total } from './position.state.ts'
import { useSpokenPlace } from './useSpokenPlace.ts'

const STEPS: Record<string, number> = {
  ArrowLeft: -STEP_S,
  ArrowDown: -STEP_S,
  ArrowRight: STEP_S,
  ArrowUp: STEP_S,
  PageDown: -LEAP_S,
  PageUp: LEAP_S,
}

const LOOKS = ['pointerenter', 'pointerleave', 'focus', 'blur'] as const
/**
 * The knob is seen only under the pointer or the focus, and lays out the range with each move: unseen it comes along
 * every so many s. What a screen reader says of the place is a text of its own.
 */
const UNSEEN_S = 1

/** The custom property behind a `createVar` reference. */
const nameOf = (reference: string) => reference.slice(4, -1)

/** Seeks when it is released, never while it moves (PLAYER-026). Arrows step by 5 s. */
export function Scrubber() {
  const { t } = useTranslation('player')
  const input = useRef<HTMLInputElement>(null)
  const length = useSignalValue(total)
  const unknown = length === null
  const peaks = usePeaks(useSignalValue(playingTrack))
  // Each on its own: what changes once a second, or never, is not set at every time update.
  useSignalEffect(() => {
    if (input.current) input.current.max = String(total.value ?? 0)
  })
  useSpokenPlace(input)
  const knobSeen = useKnobSeen(input)
  useSignalEffect(() => {
    const at = shownPosition.value
    const late = at - Number(input.current?.value)
    if (input.current && (knobSeen.value || late < 0 || late >= UNSEEN_S)) input.current.value = String(at)
  })
  useEffect(() => {
    const element = input.current
    if (!element) return
    // React's onChange is the native input event; the native change event is the release.
    let song: string | undefined
    // Where the song stood when the hand came, s, and when that was, ms: the playhead waits meanwhile (PLAYER-023).
    let from = { seconds: 0, at: 0 }
    // The song it began in is over: what the hand still does is meant for nothing.
    let isOver = false
    const onInput = () => {
      if (isOver || total.peek() === null) return
      if (held.peek() === null) {
        from = { seconds: position.peek(), at: performance.now() }
        startScrub()
        song = currentSong.peek()?.uuid
      }
      held.value = Number(element.value)
    }
    const begin = () => {
      isOver = false
    }
    const release = () => {
      isOver = false
      const seconds = held.peek()
      if (seconds === null) return
      held.value = null
      seekTo(seconds)
    }
    // The system took the finger away: nobody let go, and the song goes on where it is.
    const takeBack = () => {
      if (held.peek() === null) return
      held.value = null
      isOver = true
      const gone = isPlaying.peek() ? (performance.now() - from.at) / 1000 : 0
      seekTo(Math.min(from.seconds + gone, total.peek() ?? from.seconds))
      element.value = String(shownPosition.peek())
    }
    const stopFollowing = currentSong.subscribe((next) => {
      if (held.peek() === null || next?.uuid === song) return
      held.value = null
      isOver = true
    })
    element.addEventListener('pointerdown', begin)
    element.addEventListener('input', onInput)
    element.addEventListener('pointercancel', takeBack)
    for (const type of ['change', 'pointerup', 'blur']) element.addEventListener(type, release)
    return () => {
      stopFollowing()
      element.removeEventListener('pointerdown', begin)
      element.removeEventListener('input', onInput)
      element.removeEventListener('pointercancel', takeBack)
      for (const type of ['change', 'pointerup', 'blur']) element.removeEventListener(type, release)
      release()
    }
  }, [])
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const way = STEPS[event.key]
    if (way === undefined || length === null || isCommand(event)) return
    event.preventDefault()
    seekBy(event.shiftKey ? Math.sign(way) * LEAP_S : way)
  }
  return (
    <div className={css.rail}>
      {peaks ? (
        <span aria-hidden="true">
          <WaveCanvas peaks={peaks} share={share} ahead={bufferedShare} className={css.wave} />
        </span>
      ) : (
        <Rail input={input} />
      )}
      <input
        ref={input}
        className={cx(range, peaks && css.overWave)}
        type="range"
        min={0}
        step="any"
        defaultValue={0}
        // It keeps the focus from song to song; without a length there is nowhere to move to.
        aria-disabled={unknown || undefined}
        aria-label={t('seek')}
        onKeyDown={onKeyDown}
      />
      {!unknown && <HoverTime input={input} />}
    </div>
  )
}

/** Whether the knob of the range is seen: under the pointer, with the focus, and always where there is only touch. */
function useKnobSeen(input: RefObject<HTMLInputElement | null>): ReadonlySignal<boolean> {
  const touch = useMedia(media.touch)
  const seen = useSignal(touch)
  useEffect(() => {
    const element = input.current
    if (!element) return
    const look = () => {
      seen.value = touch || element.matches(':hover, :focus')
    }
    look()
    for (const type of LOOKS) element.addEventListener(type, look)
    return () => {
      for (const type of LOOKS) element.removeEventListener(type, look)
    }
  }, [input, seen, touch])
  return seen
}

/** Fills the rail of the range. A waveform takes its place, so there it is not worked for. */
function Rail({ input }: { input: RefObject<HTMLInputElement | null> }) {
  useSignalEffect(() => {
    input.current?.style.setProperty(nameOf(ahead), percent(bufferedShare.value))
  })
  useSignalEffect(() => {
    input.current?.style.setProperty(nameOf(fill), percent(share.value))
  })
  return null
}

const percent = (part: number) => `${(part * 100).toFixed(2)}%`

/** A line under the pointer with the time it stands for. */
function HoverTime({ input }: { input: RefObject<HTMLInputElement | null> }) {
  const line = useRef<HTMLDivElement>(null)
  const [text, setText] = useState('')
  useEffect(() => {
    const element = input.current
    if (!element) return
    const move = (event: globalThis.PointerEvent | PointerEvent) => {
      if (event.pointerType !== 'mouse') return
      const box = element.getBoundingClientRect()
      const share = Math.min(1, Math.max(0, (event.clientX - box.left) / box.width))
      if (line.current) line.current.style.transform = `translateX(${share * box.width}px)`
      setText(clock(share * (total.peek() ?? 0)))
    }
    const leave = () => setText('')
    element.addEventListener('pointermove', move)
    element.addEventListener('pointerleave', leave)
    return () => {
      element.removeEventListener('pointermove', move)
      element.removeEventListener('pointerleave', leave)
    }
  }, [input])
  return (
    <div ref={line} className={css.hoverLine} aria-hidden="true">
      {text !== '' && <span className={css.hoverTime}>{text}</span>}
    </div>
  )
}
