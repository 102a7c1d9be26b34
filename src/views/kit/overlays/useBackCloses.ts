import { useEffect, useRef } from 'react'
import { covered } from '../routing/covers.ts'

/**
 * For what covers the page and is no layer: on a phone Back closes it.
 * @param close takes away what covers the page; once it is no longer rendered, Back leads where it led before
 */
export function useBackCloses(close: () => void, covering: boolean): void {
  const latest = useRef(close)
  latest.current = close
  useEffect(() => (covering ? covered(() => latest.current()) : undefined), [covering])
}
