import { ChevronDown, FileArchive, Files } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { gatherSelection } from '#actions/selection.ts'
import { AUDIO_FORMATS, type AudioFormat } from '#core/model/catalogue/release.ts'
import { BUNDLE_MAX_BYTES, fitsOneZip, foreseenBytes } from '#core/model/downloads/bundle.ts'
import type { Gather } from '#core/model/downloads/bundleWish.ts'
import { readableBytes } from '#core/model/text/formats.ts'
import { peekSelectedSeconds, selectedCount } from '#projections/selection.ts'
import { settings } from '#projections/settings.ts'
import { IconButton } from '../../kit/controls/Button.tsx'
import { grouped } from '../../kit/numbers.ts'
import { Menu, MenuItem, MenuRule } from '../../kit/overlays/Popover.tsx'
import { useSignalValue } from '../../kit/useSignalValue.ts'
import * as css from './SelectionToolbar.css.ts'

/** Downloads all that is selected in one: as one zip made on this machine, or as single files. */
export function GatherMenu({ disabled }: { disabled: boolean }) {
  const { t } = useTranslation('gallery')
  const [open, setOpen] = useState(false)
  const anchor = useRef<HTMLButtonElement>(null)
  return (
    <>
      <IconButton
        ref={anchor}
        size={36}
        label={t('selection.gather.menu')}
        icon={<ChevronDown size={16} strokeWidth={1.75} />}
        disabled={disabled}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      />
      {open && (
        <Menu
          anchor={anchor}
          align="left"
          label={t('selection.gather.menu')}
          onClose={() => setOpen(false)}
          className={css.gather}
        >
          <Choices onDone={() => setOpen(false)} />
        </Menu>
      )}
    </>
  )
}

function Choices({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('gallery')
  const title = useZipTitle()
  const oneZip = useSignalValue(settings, ({ downloads }) => downloads.oneZip)
  const seconds = peekSelectedSeconds()
  const item = (gather: Gather, format: AudioFormat) => {
    const bytes = seconds === null ? null : foreseenBytes(seconds, format)
    const isTooLarge = gather === 'zip' && bytes !== null && !fitsOneZip(bytes)
    const hint = isTooLarge
      ? t('selection.gather.tooLarge', { size: readableBytes(BUNDLE_MAX_BYTES) })
      : bytes !== null && t(`selection.gather.size.${format}`, { size: readableBytes(bytes) })
    const Icon = gather === 'zip' ? FileArchive : Files
    return (
      <MenuItem
        key={format}
        icon={<Icon size={18} strokeWidth={1.75} />}
        disabled={isTooLarge}
        onSelect={() => {
          onDone()
          gatherSelection(format, gather, title)
        }}
      >
        <span className={css.gatherName}>{t(`selection.gather.${gather}`, { format: format.toUpperCase() })}</span>
        {hint && <span className={css.gatherHint}>{hint}</span>}
      </MenuItem>
    )
  }
  return (
    <>
      {AUDIO_FORMATS.map((format) => item('zip', format))}
      <MenuRule />
      {AUDIO_FORMATS.map((format) => item('files', format))}
      <p className={css.gatherNote}>
        {t('selection.gather.note')} {!oneZip && t('selection.gather.plain')}
      </p>
    </>
  )
}

/** What the zip of all that is selected is called. */
export function useZipTitle(): string {
  const { t } = useTranslation('gallery')
  const count = useSignalValue(selectedCount)
  return t('selection.gather.title', { count, shown: grouped(count) })
}
