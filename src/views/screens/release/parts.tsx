// What the release modal and the release page have in common.

import { ArrowRight, Download, Pause, Play } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ReleaseCard, ReleaseDetail } from '#core/model/catalogue/release.ts'
import { unavailable } from '#core/model/downloads/bundle.ts'
import { clock } from '#core/model/text/formats.ts'
import { firstGraphemes } from '#core/model/text/graphemes.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { ButtonLink } from '../../kit/controls/ButtonLink.tsx'
import { Picture } from '../../kit/graphics/Picture.tsx'
import { Markets } from '../../music/Markets.tsx'
import { Explicit } from '../../music/marks.tsx'
import { usePlay } from '../../music/usePlay.ts'
import { useRefusal } from '../../music/useRefusal.ts'
import { useTitled } from '../../music/useTitled.ts'
import { downloadOf, playOf } from '../../music/verbs.ts'
import { cx } from '../../theme/cx.ts'
import * as css from './release.css.ts'

type Card = Readonly<ReleaseCard>

/** Kind, title and artist. */
export function Headline({ card, id, level: Title }: { card: Card; id?: string; level: 'h1' | 'h2' }) {
  const { t } = useTranslation('releases')
  const title = useTitled()(card.title)
  const inDialog = Title === 'h2'
  return (
    <>
      <p className={css.kind}>{t(`type.${card.release_type}`)}</p>
      <Title className={cx(css.title, inDialog && css.titleCut)} title={inDialog ? title : undefined}>
        <span id={id} dir="auto">
          {title}
        </span>
        {card.explicit && (
          <span className={css.titleMark}>
            <Explicit />
          </span>
        )}
      </Title>
      <p className={css.artist}>
        <bdi>{card.artist}</bdi>
      </p>
    </>
  )
}

/** `12 songs : 40:24` (FORMAT-005). */
export function useSummary(card: Card | undefined): string {
  const { t } = useTranslation('releases')
  return card ? t('summary', { count: card.trackcount, duration: clock(card.duration) }) : ''
}

/** Label, markets and the song summary in one line (RELEASE-018). */
export function LabelLine({ card }: { card: Card }) {
  const summary = useSummary(card)
  const label = card.labels[0]
  return (
    <div className={css.labelLine}>
      {label && (
        <span className={css.label}>
          <Picture
            className={css.labelLogo}
            src={label.logo ?? ''}
            alt=""
            width={20}
            height={20}
            instead={
              <span className={css.labelMark} aria-hidden="true">
                {firstGraphemes(label.name, 1)}
              </span>
            }
          />
          <bdi className={css.labelName}>{label.name}</bdi>
        </span>
      )}
      <Markets markets={card.markettags} size={20} max={6} />
      <span>{summary}</span>
    </div>
  )
}

/** Plays the release from the top; while it plays the same button pauses it (PLAYER-022). */
export function PlayButton({ card }: { card: Card }) {
  const { t } = useTranslation('releases')
  const { sounding, press } = usePlay(card.releaseid, null)
  const nothing = useRefusal()(playOf(card).reason)
  const Icon = sounding ? Pause : Play
  return (
    <Button
      variant="play"
      className={css.grow}
      reason={nothing}
      icon={<Icon size={16} fill="currentColor" strokeWidth={sounding ? 0 : 2} aria-hidden="true" />}
      onClick={press}
    >
      <span className={css.playWords}>
        {t(sounding ? 'pause' : 'play')}
        {/* Both words have their room, so that a press moves nothing. */}
        {(['play', 'pause'] as const).map((word) => (
          <span key={word} className={css.playRoom} data-word={t(word)} />
        ))}
      </span>
    </Button>
  )
}

interface DownloadProps {
  card: Card
  detail: Readonly<ReleaseDetail> | null
  /** In the modal what cannot be downloaded is absent, on the page it is disabled and says why (D-078). */
  hideForbidden: boolean
}

/** `Download all` in both formats (RELEASE-019, RELEASE-046, RELEASE-047). */
export function DownloadAll({ card, detail, hideForbidden }: DownloadProps) {
  const { t } = useTranslation('releases')
  const refused = useRefusal()
  const wav = downloadOf(card, 'wav', detail)
  const mp3 = downloadOf(card, 'mp3', detail)
  return (
    <>
      {(!hideForbidden || wav.reason === null) && (
        <Button
          className={css.grow}
          icon={hideForbidden ? undefined : <Download size={16} aria-hidden="true" />}
          reason={refused(wav.reason)}
          onClick={wav.act}
        >
          {t('downloadAllWav')}
        </Button>
      )}
      {(!hideForbidden || mp3.reason === null) && (
        <Button className={css.grow} reason={refused(mp3.reason)} onClick={mp3.act}>
          {t('downloadAllMp3')}
        </Button>
      )}
      {wav.reason === null && detail && <NotAsWav detail={detail} />}
    </>
  )
}

/** Before somebody asks for it: what a zip of the release would lack. */
function NotAsWav({ detail }: { detail: Readonly<ReleaseDetail> }) {
  const { t } = useTranslation('releases')
  const count = unavailable(detail.songs, 'wav').filter(({ why }) => why === 'format').length
  return count === 0 ? null : <p className={css.notAsWav}>{t('notAsWav', { count })}</p>
}

/** Leads to the release's own page (RELEASE-023). */
export function InfoLink({ releaseid }: { releaseid: string }) {
  const { t } = useTranslation('releases')
  return (
    <ButtonLink size={32} to={`/releases/releaseInfo/${encodeURIComponent(releaseid)}`} className={css.push}>
      {t('info')}
      <ArrowRight size={16} aria-hidden="true" />
    </ButtonLink>
  )
}
