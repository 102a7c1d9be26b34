import '../../i18n/releasePage.ts'
import { X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReleaseCard } from '#core/model/catalogue/release.ts'
import { IconButton } from '../../kit/controls/Button.tsx'
import { Dialog } from '../../kit/overlays/Dialog.tsx'
import { Cover } from '../../music/Cover.tsx'
import { useTitled } from '../../music/useTitled.ts'
import * as css from './Lightbox.css.ts'

interface Props {
  card: Readonly<ReleaseCard>
  /** What stands on the page. */
  src: string
}

/** The cover; a press shows it as large as the screen takes it. */
export function CoverButton({ card, src }: Props) {
  const { t } = useTranslation('releasePage')
  const { t: common } = useTranslation()
  const [open, setOpen] = useState(false)
  const title = useTitled()(card.title)
  const name = t('cover.large', { title })
  return (
    <>
      <button
        type="button"
        className={css.button}
        aria-label={name}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Cover src={src} radius={10} colour={card.colour} />
      </button>
      {open && (
        <Dialog label={t('cover.label', { title })} onClose={() => setOpen(false)} className={css.panel}>
          <Cover src={card.coverart} radius={10} colour={card.colour} className={css.large} />
          <div className={css.close}>
            <IconButton
              label={common('close')}
              data-autofocus=""
              icon={<X size={20} strokeWidth={1.75} />}
              className={css.closeButton}
              onClick={() => setOpen(false)}
            />
          </div>
        </Dialog>
      )}
    </>
  )
}
