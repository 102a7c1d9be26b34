// What the player offers besides playing and the queue: the release's page and the playlists.
import { Info, ListPlus } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { square } from '../../kit/controls/Button.css.ts'
import { IconButton } from '../../kit/controls/Button.tsx'
import { ButtonLink } from '../../kit/controls/ButtonLink.tsx'
import { Tooltip } from '../../kit/controls/Tooltip.tsx'
import { isPlainPress } from '../../kit/keys.ts'
import { Menu } from '../../kit/overlays/Popover.tsx'
import { WithScript } from '../../kit/overlays/WithScript.tsx'
import { playlistChoices } from '../../music/scripts.ts'

interface InfoProps {
  releaseid: string
  /** This tab goes there. */
  onFollow?: () => void
}

export function InfoLink({ releaseid, onFollow }: InfoProps) {
  const { t } = useTranslation('player')
  return (
    <Tooltip text={t('info')}>
      <ButtonLink
        variant="quiet"
        to={`/releases/releaseInfo/${encodeURIComponent(releaseid)}`}
        aria-label={t('info')}
        className={square[40]}
        onClick={(event) => isPlainPress(event) && onFollow?.()}
      >
        <Info size={20} strokeWidth={1.75} aria-hidden="true" />
      </ButtonLink>
    </Tooltip>
  )
}

/** Puts the song that plays into a playlist; the one that did when it was pressed, where another plays meanwhile. */
export function AddToPlaylistButton({ trackid }: { trackid: string }) {
  const { t } = useTranslation('playlists')
  const [opened, setOpened] = useState<string | null>(null)
  const anchor = useRef<HTMLButtonElement>(null)
  const close = () => setOpened(null)
  return (
    <>
      <IconButton
        ref={anchor}
        label={t('add.to')}
        aria-haspopup="menu"
        aria-expanded={opened !== null}
        icon={<ListPlus size={20} strokeWidth={1.75} />}
        onClick={() => setOpened(opened === null ? trackid : null)}
      />
      {opened !== null && (
        <WithScript script={playlistChoices} onClose={close} quiet>
          {({ PlaylistChoices }) => (
            <Menu anchor={anchor} label={t('add.to')} onClose={close}>
              <PlaylistChoices sources={() => ({ tracks: [opened] })} onDone={close} />
            </Menu>
          )}
        </WithScript>
      )}
    </>
  )
}
