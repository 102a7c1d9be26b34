import '../../i18n/shortcuts.ts'
import { X } from 'lucide-react'
import { Fragment, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { allowShortcuts } from '#actions/settings.ts'
import { settings } from '#projections/settings.ts'
import { IconButton } from '../../kit/controls/Button.tsx'
import { Switch } from '../../kit/controls/Switch.tsx'
import { Dialog } from '../../kit/overlays/Dialog.tsx'
import { useSignalValue } from '../../kit/useSignalValue.ts'
import { shortcutsOpen } from '../shell.state.ts'
import * as css from './ShortcutsDialog.css.ts'

/** Keys as they stand on a keyboard; what they do is said in the locale under the same id. */
const GROUPS = [
  {
    id: 'everywhere',
    keys: [
      { id: 'search', keys: ['/'] },
      { id: 'close', keys: ['Esc'] },
      { id: 'undo', keys: ['U'] },
      { id: 'help', keys: ['?'] },
    ],
  },
  {
    id: 'player',
    keys: [
      { id: 'playPause', keys: ['Space'] },
      { id: 'nextSong', keys: ['N'] },
      { id: 'previousSong', keys: ['P'] },
      { id: 'hook', keys: ['1', '2', '3', '4'] },
      { id: 'seek', keys: ['←', '→'] },
      { id: 'leap', keys: ['Shift', '← →'] },
      { id: 'volume', keys: ['↑', '↓'] },
      { id: 'mute', keys: ['M'] },
    ],
  },
  {
    id: 'gallery',
    keys: [
      { id: 'move', keys: ['←', '→', '↑', '↓'] },
      { id: 'step', keys: ['J', 'K'] },
      { id: 'ends', keys: ['Home', 'End'] },
      { id: 'pages', keys: ['PgUp', 'PgDn'] },
      { id: 'open', keys: ['Enter'] },
      { id: 'play', keys: ['Space'] },
      { id: 'hear', keys: ['1', '2', '3', '4'] },
      { id: 'download', keys: ['D'] },
      { id: 'flag', keys: ['F'] },
      { id: 'archive', keys: ['A'] },
      { id: 'triage', keys: ['T'] },
      { id: 'select', keys: ['X'] },
      { id: 'selectTo', keys: ['Shift', 'X'] },
      { id: 'selectAll', keys: ['Ctrl', 'A'] },
      { id: 'selectNone', keys: ['Esc'] },
    ],
  },
  { id: 'columns', keys: [{ id: 'resize', keys: ['←', '→'] }] },
] as const

/** Every key the player knows, by where it is pressed. */
export function ShortcutsDialog() {
  const { t } = useTranslation('shortcuts')
  const { t: common } = useTranslation()
  const id = useId()
  const { shortcuts } = useSignalValue(settings)
  const close = () => {
    shortcutsOpen.value = false
  }
  return (
    <Dialog labelledBy={id} onClose={close} className={css.panel}>
      <div className={css.head}>
        <h2 id={id} className={css.title}>
          {t('title')}
        </h2>
        <IconButton label={common('close')} icon={<X size={20} />} onClick={close} />
      </div>
      <div className={css.foot}>
        <Switch label={t('allow')} checked={shortcuts} onToggle={() => allowShortcuts(!shortcuts)} />
        <p className={css.hint}>{t('allowHint')}</p>
      </div>
      <div className={css.groups}>
        {GROUPS.map((group) => (
          <section key={group.id} aria-labelledby={`${id}-${group.id}`}>
            <h3 id={`${id}-${group.id}`} className={css.group}>
              {t(`group.${group.id}`)}
            </h3>
            <dl className={css.list}>
              {group.keys.map((one) => (
                <Fragment key={one.id}>
                  <dt className={css.what}>{t(`key.${one.id}`)}</dt>
                  <dd className={css.keys}>
                    {one.keys.map((key) => (
                      <kbd key={key} className={css.key}>
                        {key}
                      </kbd>
                    ))}
                  </dd>
                </Fragment>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
