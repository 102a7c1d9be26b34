import { ChevronDown } from 'lucide-react'
import { useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { skipBack, skipForward } from '#actions/player.ts'
import type { QueueSong } from '#core/model/entities.ts'
import { shortTitleOf } from '#core/model/text/songTitle.ts'
import { hasNext, player, versions } from '#projections/player.ts'
import { releaseCard } from '#projections/releases.ts'
import { IconButton } from '../../kit/controls/Button.tsx'
import { Dialog } from '../../kit/overlays/Dialog.tsx'
import { Ticking } from '../../kit/Ticking.tsx'
import { useSetsVolume } from '../../kit/useSetsVolume.ts'
import { useSignalValue } from '../../kit/useSignalValue.ts'
import { Cover } from '../../music/Cover.tsx'
import { cx } from '../../theme/cx.ts'
import { QueueButton } from '../queue/QueueButton.tsx'
import { closeNowPlaying } from '../shell.state.ts'
import { AutoplaySwitch, NextButton, PlayButton, PreviousButton } from './controls.tsx'
import * as css from './PlayBar.css.ts'
import { elapsedText, position, totalText } from './position.state.ts'
import { ScrollingText } from './ScrollingText.tsx'
import { Scrubber } from './Scrubber.tsx'
import { SecondLine, SkippedStatus } from './SecondLine.tsx'
import { AddToPlaylistButton, InfoLink } from './side.tsx'
import { useSwipe } from './useSwipe.ts'
import { Versions } from './Versions.tsx'
import { Volume, VolumeRow } from './Volume.tsx'

/** The phone's full-screen player (PLAYER-013). */
export function NowPlaying({ song, offline }: { song: QueueSong; offline: boolean }) {
  const { t } = useTranslation('player')
  const release = useSignalValue(player, (state) => state.release)
  const card = useSignalValue(useMemo(() => releaseCard(song.releaseid), [song.releaseid]))
  const all = useSignalValue(versions)
  const sheet = useRef<HTMLDivElement>(null)
  const setsVolume = useSetsVolume()
  const skips = { left: () => hasNext.peek() && skipForward(), right: () => skipBack(position.peek()) }
  const swipe = useSwipe({ down: closeNowPlaying, ...(offline ? {} : skips) }, sheet)
  return (
    <Dialog
      label={t('nowPlaying')}
      onClose={closeNowPlaying}
      // Nobody may be left unable to silence the room (D-145).
      inert={false}
      className={css.full}
      layerClassName={css.fullLayer}
    >
      <div ref={sheet} className={css.sheet} {...swipe}>
        <div className={css.tint} style={{ backgroundColor: card?.colour }} />
        <div className={css.fullHead}>
          <IconButton
            label={t('collapse')}
            icon={<ChevronDown size={24} strokeWidth={1.75} />}
            onClick={closeNowPlaying}
          />
          <bdi className={css.fullFrom}>{release?.title}</bdi>
          <Volume rail={false} />
        </div>
        <Cover
          className={cx(css.fullArt, setsVolume && css.fullArtLess)}
          src={card?.coverart ?? song.coverart}
          radius={12}
          colour={card?.colour}
        />
        <div className={css.fullWords}>
          <div className={css.words}>
            <ScrollingText className={css.fullTitle} text={shortTitleOf(song, all)} />
            <SecondLine className={css.fullArtist} song={song} />
            <SkippedStatus />
          </div>
          <span inert={offline}>
            <Versions song={song} />
          </span>
        </div>
        <div className={css.fullScrub} inert={offline}>
          <Scrubber />
          <div className={css.fullTimes}>
            <Ticking text={elapsedText} />
            <Ticking text={totalText} />
          </div>
        </div>
        <div className={css.fullTransport}>
          <span className={css.slot} inert={offline}>
            <PreviousButton large />
          </span>
          <PlayButton large />
          <span className={css.slot} inert={offline}>
            <NextButton large />
          </span>
        </div>
        <div className={css.fullFoot}>
          <span className={css.slot} inert={offline}>
            <AutoplaySwitch />
          </span>
          {setsVolume && <VolumeRow />}
          <span className={css.fullFootRight} inert={offline}>
            <AddToPlaylistButton trackid={song.trackid} />
            <InfoLink releaseid={song.releaseid} onFollow={closeNowPlaying} />
            <QueueButton />
          </span>
        </div>
      </div>
    </Dialog>
  )
}
