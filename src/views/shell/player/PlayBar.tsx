import { useTranslation } from 'react-i18next'
import type { QueueSong } from '#core/model/entities.ts'
import { shortTitleOf } from '#core/model/text/songTitle.ts'
import { versions } from '#projections/player.ts'
import { PaintedTime } from '../../kit/graphics/PaintedTime.tsx'
import { WithScript } from '../../kit/overlays/WithScript.tsx'
import { useScript } from '../../kit/script.ts'
import { Ticking } from '../../kit/Ticking.tsx'
import { useMedia } from '../../kit/useMedia.ts'
import { useSetsVolume } from '../../kit/useSetsVolume.ts'
import { useSignalValue } from '../../kit/useSignalValue.ts'
import { Cover } from '../../music/Cover.tsx'
import { cx } from '../../theme/cx.ts'
import { media } from '../../theme/tokens.css.ts'
import { QueueButton } from '../queue/QueueButton.tsx'
import * as scripts from '../scripts.ts'
import { closeNowPlaying, nowPlayingOpen } from '../shell.state.ts'
import { AutoplaySwitch, NextButton, PlayButton, PreviousButton } from './controls.tsx'
import { MiniPlayer } from './MiniPlayer.tsx'
import * as css from './PlayBar.css.ts'
import { elapsedText, totalText } from './position.state.ts'
import { ScrollingText } from './ScrollingText.tsx'
import { Scrubber } from './Scrubber.tsx'
import { SecondLine, SkippedStatus } from './SecondLine.tsx'
import { AddToPlaylistButton, InfoLink } from './side.tsx'
import { Volume } from './Volume.tsx'

export { SkippedAlone } from './SkippedAlone.tsx'

/** The play bar and, on the phone, its small twin. Offline only pause, volume and mute answer (D-145). */
export function PlayBar({ song, offline }: { song: QueueSong; offline: boolean }) {
  const { t } = useTranslation('player')
  const phone = useMedia(media.phone)
  const desktop = useMedia(media.desktop)
  const narrow = useMedia(css.narrow)
  const all = useSignalValue(versions)
  const expanded = useSignalValue(nowPlayingOpen)
  const setsVolume = useSetsVolume()
  if (phone)
    return (
      <>
        <MiniPlayer song={song} offline={offline} />
        {expanded && (
          <WithScript script={scripts.nowPlaying} onClose={closeNowPlaying}>
            {({ NowPlaying }) => <NowPlaying song={song} offline={offline} />}
          </WithScript>
        )}
      </>
    )
  return (
    <section aria-label={t('region')} className={css.bar}>
      <div className={css.now} inert={offline}>
        <Cover src={song.coverart} size={56} radius={8} />
        <div className={css.words}>
          <ScrollingText className={css.title} text={shortTitleOf(song, all)} />
          <SecondLine className={css.artist} song={song} />
          <SkippedStatus />
        </div>
        {all.length > 0 && <LateVersions song={song} compact={!desktop} />}
      </div>
      <div className={css.centre}>
        <div className={css.transport}>
          <span className={css.slot} inert={offline}>
            <PreviousButton />
          </span>
          <PlayButton />
          <span className={css.slot} inert={offline}>
            <NextButton />
          </span>
        </div>
        <div className={css.scrub} inert={offline}>
          <PaintedTime text={elapsedText} className={cx(css.time, css.elapsed)} />
          <Scrubber />
          <Ticking text={totalText} className={css.time} />
        </div>
      </div>
      <div className={css.right}>
        <div className={css.right} inert={offline}>
          <span className={css.autoplay}>
            <AutoplaySwitch nameless={narrow} />
          </span>
          <AddToPlaylistButton trackid={song.trackid} />
          <InfoLink releaseid={song.releaseid} />
          <QueueButton />
        </div>
        <Volume rail={setsVolume} />
      </div>
    </section>
  )
}

/** Few songs have versions: what switches between them comes with the first that has. */
function LateVersions(props: { song: QueueSong; compact: boolean }) {
  const { module } = useScript(scripts.songVersions)
  return module && <module.Versions {...props} />
}
