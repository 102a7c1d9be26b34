import { Archive, ArchiveRestore, Download, Flag, FlagOff, Info, ListEnd, ListStart, Play } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { downloadRelease } from '#actions/downloads.ts'
import { archiveRelease, flagRelease, restoreRelease, unflagRelease } from '#actions/library.ts'
import { playRelease, queueRelease } from '#actions/player.ts'
import { canDownload, releaseCard } from '#projections/releases.ts'
import { Menu, MenuItem, MenuRule } from '../kit/Popover.tsx'
import { useSignalValue } from '../kit/useSignalValue.ts'

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
  const mayDownload = useSignalValue(canDownload)
  if (!release) return null
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
  const hasAudio = release.duration > 0
  const hasFiles = release.candownload && mayDownload
  return (
    <Menu anchor={anchor} label={t('more', { title: release.title })} onClose={onClose}>
      {hasAudio && item(t('menu.play'), <Play {...ICON} />, () => playRelease(releaseid))}
      {hasAudio && item(t('menu.next'), <ListStart {...ICON} />, () => queueRelease(releaseid, 'next'))}
      {hasAudio && item(t('menu.later'), <ListEnd {...ICON} />, () => queueRelease(releaseid, 'bottom'))}
      {hasAudio && hasFiles && <MenuRule />}
      {hasFiles && item(t('menu.wav'), <Download {...ICON} />, () => downloadRelease(release, 'wav'))}
      {hasFiles && item(t('menu.mp3'), <Download {...ICON} />, () => downloadRelease(release, 'mp3'))}
      {(hasAudio || hasFiles) && <MenuRule />}
      {release.flagged
        ? item(t('menu.unflag'), <FlagOff {...ICON} />, () => unflagRelease(releaseid))
        : !release.archived && item(t('menu.flag'), <Flag {...ICON} />, () => flagRelease(releaseid))}
      {!release.flagged &&
        release.flaggedtrackcount > 0 &&
        item(t('menu.unflagSongs'), <FlagOff {...ICON} />, () => unflagRelease(releaseid))}
      {release.archived
        ? item(t('menu.restore'), <ArchiveRestore {...ICON} />, () => restoreRelease(releaseid))
        : item(t('menu.archive'), <Archive {...ICON} />, () => archiveRelease(releaseid))}
      <MenuRule />
      {item(t('menu.info'), <Info {...ICON} />, () => onInfo(releaseid))}
    </Menu>
  )
}

const ICON = { size: 18, strokeWidth: 1.75 } as const
