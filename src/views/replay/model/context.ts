import { createContext, useContext } from 'react'
import type { Replay } from './replay.ts'

export const ReplayContext = createContext<Replay | null>(null)

/** The replay this page is of. */
export function useReplay(): Replay {
  const replay = useContext(ReplayContext)
  if (!replay) throw new Error('there is no replay around this view')
  return replay
}
