import { useEffect, useMemo, useState } from 'react'
import { peekTrack } from '#projections/playlists.ts'
import { nextTask } from '../../kit/nextTask.ts'

/** So many tracks are read at a time: each may have to be parsed when it is read first. */
const AT_ONCE = 200

const countIn = (ids: readonly string[]) => ids.filter((id) => peekTrack(id)?.mp3Only).length

/** How many of these tracks have no WAV. Of many it is said once they are counted, in tasks of their own. */
export function useMp3Only(ids: readonly string[] | null): number {
  const few = ids !== null && ids.length <= AT_ONCE
  const now = useMemo(() => (few ? countIn(ids) : 0), [ids, few])
  const [later, setLater] = useState(0)
  useEffect(() => {
    if (ids === null || few) return setLater(0)
    let isOver = false
    const count = async () => {
      let sum = 0
      for (let at = 0; at < ids.length; at += AT_ONCE) {
        await nextTask()
        if (isOver) return
        sum += countIn(ids.slice(at, at + AT_ONCE))
      }
      setLater(sum)
    }
    void count()
    return () => {
      isOver = true
    }
  }, [ids, few])
  return few ? now : later
}
