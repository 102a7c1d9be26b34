/** What a screen reader says of the place the scrubber stands at. */
import { effect } from '@preact/signals-react'
import { type RefObject, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { isPlaying } from '#projections/player.ts'
import { elapsed, elapsedText, held, totalText } from './position.state.ts'

/**
 * While the scrubber has the focus of somebody who goes by keys its words change with a move, or a pause, alone: those of
 * every second of a song that plays would be spoken over the song. The focus itself brings them up to date.
 */
export function useSpokenPlace(input: RefObject<HTMLInputElement | null>): void {
  const { t } = useTranslation('player')
  useEffect(() => {
    const element = input.current
    if (!element) return
    const tell = () => {
      const words = t('seekText', { elapsed: elapsedText.peek(), total: totalText.peek() })
      element.setAttribute('aria-valuetext', words)
    }
    let before = { second: Number.NaN, length: '' }
    const stop = effect(() => {
      const now = { second: Math.floor(elapsed.value), length: totalText.value }
      const goesOn =
        isPlaying.value && held.value === null && now.second === before.second + 1 && now.length === before.length
      before = now
      // After what paints with text: to do that the browser settles the page's styles, which this unsettles.
      queueMicrotask(() => {
        if (!goesOn || !element.matches(':focus-visible')) tell()
      })
    })
    for (const type of ['focus', 'blur']) element.addEventListener(type, tell)
    return () => {
      stop()
      for (const type of ['focus', 'blur']) element.removeEventListener(type, tell)
    }
  }, [input, t])
}
