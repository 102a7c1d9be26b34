import { useTranslation } from 'react-i18next'
import { queueRelease, queueSong } from '#actions/player.ts'
import { whenShown } from '#actions/shown.ts'
import { NOT_QUEUED } from '#core/model/playback/notQueued.ts'
import { peekState } from '#projections/entity.ts'
import { say } from '../kit/said.ts'

/** What shall be queued: a release, or one song of it. */
interface Wanted {
  readonly releaseid: string
  readonly trackid?: string
  readonly title: string
}

/** @returns queues behind the current item or at the end, and says so: the queue shows it, if it is open at all */
export function useQueueing(): (wanted: Wanted, place: 'next' | 'bottom') => void {
  const { t } = useTranslation('releases')
  return ({ releaseid, trackid, title }, place) => {
    const refused = () => peekState().get('notice', NOT_QUEUED)
    const before = refused()
    if (trackid === undefined) queueRelease(releaseid, place)
    else queueSong(releaseid, trackid, place)
    whenShown(() => {
      // A notice says it, where its release is known not to hold it.
      if (refused() === before) say(t(place === 'next' ? 'saidNext' : 'saidLater', { title }))
    })
  }
}
