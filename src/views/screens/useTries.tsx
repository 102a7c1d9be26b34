import { type ReactNode, useCallback, useState } from 'react'
import { MissingScreen } from './problems/MissingScreen.tsx'

/** What is done as soon as a page stands, and may break: it is done again by a press. */
export function useTries() {
  const [tries, setTries] = useState(0)
  /** The try that broke; null: none did. */
  const [broken, setBroken] = useState<number | null>(null)
  const screen: ReactNode = broken === tries ? <MissingScreen busy={false} onRetry={() => setTries(tries + 1)} /> : null
  return {
    /** In place of the page where the last try broke; null: it did not. */
    screen,
    /** Says that the try under way broke. It is another one with each try. */
    broke: useCallback(() => setBroken(tries), [tries]),
  }
}
