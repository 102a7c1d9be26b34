import {
  Archive,
  ArchiveRestore,
  Download,
  Flag,
  FlagOff,
  Info,
  ListEnd,
  ListStart,
  Play,
  Send,
  Share2,
} from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { unflagRelease } from '#actions/library.ts'
import { releaseCard } from '#projections/releases.ts'
import { Menu, MenuItem, MenuRule } from '../kit/overlays/Popover.tsx'
import { useMedia } from '../kit/useMedia.ts'
import { useSignalValue } from '../kit/useSignalValue.ts'
import { useQueueing } from '../music/useQueueing.ts'
import { useTitled } from '../music/useTitled.ts'
import { archiveOf, contactOf, downloadOf, flagOf, playOf, shareOf, useVerbs } from '../music/verbs.ts'
import { media } from '../theme/tokens.css.ts'

interface Props {
  releaseid: string
  /** What opened it. */
  button: HTMLElement
  onInfo: (releaseid: string) => void
  onClose: () => void
}

/** Everything that can be done with a release of the list; what cannot be done with this one is absent. */
export function ReleaseMenu({ releaseid, button, onInfo, onClose }: Props) {
  const { t } = useTranslation('gallery')
  const anchor = useRef<HTMLElement | null>(button)
  const release = useSignalValue(releaseCard(releaseid))
  const phone = useMedia(media.phone)
  const titled = useTitled()
  useVerbs()
  const add = useQueueing()
  if (!release) return null
  const wanted = { releaseid, title: release.title }
  const item = (words: string, icon: ReactNode, act: () => void) => (
    <MenuItem
      icon={icon}
      onSelect={() => {
        onClose()
        act()
      }}
    >
      {words}
    </MenuItem>
  )
  const play = playOf(release)
  const [wav, mp3] = [downloadOf(release, 'wav'), downloadOf(release, 'mp3')]
  const [flag, archive] = [flagOf(release), archiveOf(release)]
  const [share, contact] = [shareOf(release), contactOf(release)]
  const hasAudio = play.reason === null
  const hasFiles = wav.reason === null || mp3.reason === null
  return (
    <Menu anchor={anchor} label={t('more', { title: titled(release.title) })} onClose={onClose}>
      {hasAudio && item(t('menu.play'), <Play {...ICON} />, play.act)}
      {hasAudio && item(t('menu.next'), <ListStart {...ICON} />, () => add(wanted, 'next'))}
      {hasAudio && item(t('menu.later'), <ListEnd {...ICON} />, () => add(wanted, 'bottom'))}
      {hasAudio && hasFiles && <MenuRule />}
      {wav.reason === null && item(t('menu.wav'), <Download {...ICON} />, wav.act)}
      {mp3.reason === null && item(t('menu.mp3'), <Download {...ICON} />, mp3.act)}
      {(hasAudio || hasFiles) && <MenuRule />}
      {release.flagged
        ? item(t('menu.unflag'), <FlagOff {...ICON} />, flag.act)
        : flag.reason !== 'flagArchived' && item(t('menu.flag'), <Flag {...ICON} />, flag.act)}
      {!release.flagged &&
        release.flaggedtrackcount > 0 &&
        item(t('menu.unflagSongs'), <FlagOff {...ICON} />, () => unflagRelease(releaseid))}
      {release.archived
        ? item(t('menu.restore'), <ArchiveRestore {...ICON} />, archive.act)
        : // On a phone the release itself offers it (RELEASE-048).
          !phone && item(t('menu.archive'), <Archive {...ICON} />, archive.act)}
      <MenuRule />
      {share.reason === null && item(t('menu.share'), <Share2 {...ICON} />, share.act)}
      {contact.reason === null && item(t('menu.contact'), <Send {...ICON} />, contact.act)}
      {item(t('menu.info'), <Info {...ICON} />, () => onInfo(releaseid))}
    </Menu>
  )
}

const ICON = { size: 18, strokeWidth: 1.75 } as const
