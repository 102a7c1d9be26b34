import { computed } from '@preact/signals-react'
import { type MouseEvent, type PointerEvent, useEffect, useMemo, useRef, useState } from 'react'
import { playRelease, seekTo, togglePlay } from '#actions/player.ts'
import type { Song } from '#core/model/catalogue/release.ts'
import { clock } from '#core/model/text/formats.ts'
import { isAwaiting, isPlaying, player, playheadSecond, playingTrack, standsAt } from '#projections/player.ts'
import { usePeaks } from '../../music/waves/usePeaks.ts'
import { WaveCanvas } from '../../music/waves/WaveCanvas.tsx'
import { cx } from '../../theme/cx.ts'
import * as css from './Waveform.css.ts'

/**
 * The outline of a song's loudness. A press plays the song from that second. It is fetched when its row comes
 * into view. With the keyboard the play button and the scrubber do the same, so it takes no focus and says nothing.
 */
export function Waveform({ song, className }: { song: Readonly<Song>; className?: string }) {
  const box = useRef<HTMLSpanElement>(null)
  const line = useRef<HTMLSpanElement>(null)
  const { trackid, releaseid, duration } = song
  const [near, setNear] = useState<string | null>(null)
  const peaks = usePeaks(trackid, near === trackid)
  const share = useMemo(
    () =>
      computed(() => {
        if (playingTrack.value !== trackid || duration === 0) return 0
        return standsAt(player.value, () => playheadSecond.value) / duration
      }),
    [trackid, duration],
  )
  useEffect(() => {
    const element = box.current
    if (!element) return
    const sight = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return
      sight.disconnect()
      setNear(trackid)
    })
    sight.observe(element)
    return () => sight.disconnect()
  }, [trackid])

  const shareAt = (event: MouseEvent) => {
    const rect = event.currentTarget.getBoundingClientRect()
    return rect.width === 0 ? 0 : Math.min(1, Math.max(0, (event.clientX - rect.left) / rect.width))
  }
  const move = (event: PointerEvent) => {
    const element = line.current
    if (!element || event.pointerType !== 'mouse') return
    element.style.left = `${shareAt(event) * 100}%`
    element.dataset.time = clock(shareAt(event) * duration)
  }
  const press = (event: MouseEvent) => {
    const seconds = shareAt(event) * duration
    if (playingTrack.peek() !== trackid || isAwaiting.peek()) return playRelease(releaseid, trackid, seconds)
    seekTo(seconds)
    if (!isPlaying.peek()) togglePlay()
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: with the keyboard the play button and the scrubber do the same
    // biome-ignore lint/a11y/noStaticElementInteractions: as above
    <span
      ref={box}
      className={cx(css.box, className)}
      aria-hidden="true"
      data-waveform={peaks ? 'loaded' : 'empty'}
      onPointerMove={peaks ? move : undefined}
      onClick={peaks ? press : undefined}
    >
      {peaks && (
        <>
          <WaveCanvas peaks={peaks} share={share} className={css.canvas} />
          <span ref={line} className={css.line} />
        </>
      )}
    </span>
  )
}
