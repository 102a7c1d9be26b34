// Play next and play later: once per opening, with a mark when done (RELEASE-021, RELEASE-022), as buttons and in a menu.

import { Check, ChevronDown, ListEnd, ListPlus, ListStart } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReleaseCard } from '#core/model/catalogue/release.ts'
import { Button, IconButton } from '../../kit/controls/Button.tsx'
import { Menu, MenuItem } from '../../kit/overlays/Popover.tsx'
import { PlaylistCommands } from '../../music/playlists/PlaylistChoices.tsx'
import { useQueueing } from '../../music/useQueueing.ts'
import { useRefusal } from '../../music/useRefusal.ts'
import { isPlayable, playOf } from '../../music/verbs.ts'
import { cx } from '../../theme/cx.ts'
import * as css from './release.css.ts'

type QueueSlot = 'next' | 'bottom'

interface Props {
  card: Readonly<ReleaseCard>
  /** Only the glyphs; their names are tooltips. */
  glyph?: boolean
}

const PLACES = [
  ['next', 'playNext', ListStart],
  ['bottom', 'playLater', ListEnd],
] as const

/** The two buttons and the `Add to` menu, which know of each other. */
export function QueueActions({ card, glyph = false }: Props) {
  const { t } = useTranslation('releases')
  const [done, setDone] = useState<ReadonlySet<QueueSlot>>(new Set())
  const queueIt = useQueueing()
  const nothing = useRefusal()(playOf(card).reason)
  const add = (place: QueueSlot) => {
    if (done.has(place) || !isPlayable(card)) return
    setDone(new Set([...done, place]))
    queueIt({ releaseid: card.releaseid, title: card.title }, place)
  }
  return (
    <>
      {PLACES.map(([place, name, Icon]) => {
        const used = done.has(place)
        const props = {
          'data-done': used || undefined,
          className: cx(used && css.done),
          reason: used ? t('queued') : nothing,
          icon: used ? <Check size={18} aria-hidden="true" /> : <Icon size={18} strokeWidth={1.75} />,
          onClick: () => add(place),
        }
        return glyph ? (
          <IconButton key={place} size={36} label={t(name)} {...props} />
        ) : (
          <Button key={place} variant="quiet" size={32} {...props}>
            {t(name)}
          </Button>
        )
      })}
      {isPlayable(card) && <AddTo releaseid={card.releaseid} glyph={glyph} done={done} onAdd={add} />}
    </>
  )
}

interface AddToProps {
  releaseid: string
  glyph: boolean
  done: ReadonlySet<QueueSlot>
  onAdd: (place: QueueSlot) => void
}

/** The add-to menu (RELEASE-026): it holds what there is to add to. */
function AddTo({ releaseid, glyph, done, onAdd }: AddToProps) {
  const { t } = useTranslation('releases')
  const [open, setOpen] = useState(false)
  const anchor = useRef<HTMLButtonElement>(null)
  const props = {
    ref: anchor,
    'aria-haspopup': 'menu' as const,
    'aria-expanded': open,
    icon: <ListPlus size={18} strokeWidth={1.75} />,
    onClick: () => setOpen(!open),
  }
  return (
    <>
      {glyph ? (
        <IconButton size={36} label={t('addTo')} {...props} />
      ) : (
        <Button variant="quiet" size={32} {...props}>
          <span className={css.withSign}>
            {t('addTo')}
            <ChevronDown size={14} aria-hidden="true" />
          </span>
        </Button>
      )}
      {open && (
        <Menu anchor={anchor} label={t('addTo')} onClose={() => setOpen(false)}>
          <PlaylistCommands sources={() => ({ releases: [releaseid] })} onDone={() => setOpen(false)}>
            {PLACES.map(([place, name, Icon]) => (
              <MenuItem
                key={place}
                icon={done.has(place) ? <Check size={18} /> : <Icon size={18} strokeWidth={1.75} />}
                onSelect={() => {
                  setOpen(false)
                  onAdd(place)
                }}
              >
                {t(done.has(place) ? 'queued' : name)}
              </MenuItem>
            ))}
          </PlaylistCommands>
        </Menu>
      )}
    </>
  )
}
