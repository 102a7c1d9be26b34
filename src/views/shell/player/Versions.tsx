import { Check, ChevronsUpDown } from 'lucide-react'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { chooseVersion } from '#actions/player.ts'
import { learnLoudness, versionGain } from '#actions/resources.ts'
import type { QueueSong } from '#core/model/entities.ts'
import { clock } from '#core/model/text/formats.ts'
import { measuredOf, player, versions } from '#projections/player.ts'
import { Menu } from '../../kit/overlays/Popover.tsx'
import { useSignalValue } from '../../kit/useSignalValue.ts'
import { Explicit } from '../../music/marks.tsx'
import { cx } from '../../theme/cx.ts'
import { position } from './position.state.ts'
import * as css from './Versions.css.ts'

type Song = Omit<QueueSong, 'uuid'>

const levelled = (song: Song) => ({ trackid: song.trackid, measured: measuredOf(song) })

interface Props {
  song: QueueSong
  compact?: boolean
}

/** Goes from one version of the song to another at the same second, as loud as before; not there for a song of one. */
export function Versions(props: Props) {
  const all = useSignalValue(versions)
  useEffect(() => {
    // Known before it is needed: the switch is made in the press itself.
    if (all.length > 0) void learnLoudness(all.map(levelled))
  }, [all])
  return all.length > 0 && <Switcher all={all} {...props} />
}

function Switcher({ all, song, compact = false }: Props & { all: readonly Song[] }) {
  const { t } = useTranslation('player')
  const [opened, setOpened] = useState<string | null>(null)
  const name = `${song.releaseid} ${song.title} ${song.artist}`
  const open = opened === name
  // With another song they are others: none is to come under a press that was meant for one of before.
  if (opened !== null && !open) setOpened(null)
  const anchor = useRef<HTMLButtonElement>(null)
  useLeavesToPlay(anchor)
  const nameOf = ({ version, explicit }: Pick<QueueSong, 'version' | 'explicit'>) =>
    version || t(explicit ? 'versions.explicit' : 'versions.original')
  const close = () => setOpened(null)
  const choose = (version: Song) => {
    close()
    const { gain, volume, previousVolume } = player.peek()
    // Muted it is chosen for the volume that comes back.
    const played = { gain, volume: (volume || previousVolume) / 100 }
    chooseVersion(version.trackid, position.peek(), versionGain(levelled(song), levelled(version), played))
  }
  return (
    <>
      <button
        ref={anchor}
        type="button"
        className={cx(css.button, compact && css.compact)}
        aria-label={t('versions.of', { version: nameOf(song) })}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpened(open ? null : name)}
      >
        {!compact && <bdi className={css.name}>{nameOf(song)}</bdi>}
        <ChevronsUpDown size={14} strokeWidth={1.75} aria-hidden="true" />
      </button>
      {open && (
        <Menu anchor={anchor} label={t('versions.menu')} onClose={close}>
          {all.map((one) => (
            <button
              key={one.trackid}
              type="button"
              role="menuitemradio"
              aria-checked={one.trackid === song.trackid}
              tabIndex={-1}
              className={css.item}
              onClick={() => choose(one)}
            >
              <span className={css.tick}>{one.trackid === song.trackid && <Check size={16} aria-hidden="true" />}</span>
              <bdi className={css.itemName}>{nameOf(one)}</bdi>
              {one.explicit && <Explicit />}
              <span className={css.length}>{clock(one.duration)}</span>
            </button>
          ))}
        </Menu>
      )}
    </>
  )
}

/** The next song may have no versions: keys that were at the button, or in its menu, go on at what plays the song. */
function useLeavesToPlay(anchor: RefObject<HTMLButtonElement | null>): void {
  useLayoutEffect(() => {
    const button = anchor.current
    return () => {
      const holder = document.activeElement
      const isInMenu = button?.ariaExpanded === 'true' && holder?.closest('[role="menu"]')
      if (holder === button || isInMenu)
        button?.closest('dialog, section')?.querySelector<HTMLElement>('[data-plays]')?.focus({ preventScroll: true })
    }
  }, [anchor])
}
