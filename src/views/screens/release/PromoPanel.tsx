import '../../i18n/releasePage.ts'
import { Image as ImageIcon, PanelRightClose, PanelRightOpen } from 'lucide-react'
import { useCallback, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { promoAddress } from '#actions/resources.ts'
import type { PromoAddress } from '#core/model/catalogue/media.ts'
import type { ReleaseDetail } from '#core/model/catalogue/release.ts'
import { mailText } from '#core/model/text/mailText.ts'
import { Button, IconButton } from '../../kit/controls/Button.tsx'
import { LeavingButton } from '../../kit/overlays/LeavingButton.tsx'
import { cx } from '../../theme/cx.ts'
import * as css from './PromoPanel.css.ts'

interface Props {
  release: Pick<ReleaseDetail, 'releaseid' | 'title' | 'promoinfo'>
}

/**
 * The promotional e-mail beside the release (RELEASE-030). It is foreign: it lies in a sandboxed frame without
 * scripts and without our origin, under a policy of its own, on a sheet of its own in both themes. Pictures from
 * elsewhere would tell their server who reads; they load when the reader asks, for this release (D-088). Of a server
 * that has no such page its words are shown.
 */
export function PromoPanel({ release: { releaseid, title, promoinfo } }: Props) {
  const { t } = useTranslation('releasePage')
  const [open, setOpen] = useState(true)
  const [withImages, setWithImages] = useState(false)
  const [page, setPage] = useState<PromoAddress | 'absent' | 'loading' | 'failed'>('loading')
  const [round, setRound] = useState(0)
  const id = useId()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another round asks again
  useEffect(() => {
    if (!open) return
    let gone = false
    setPage('loading')
    void promoAddress(releaseid, withImages).then((answer) => {
      if (!gone) setPage(answer ?? 'failed')
    })
    return () => {
      gone = true
    }
  }, [releaseid, withImages, round, open])
  const fold = () => {
    // An address is good once: the one that was shown is not opened again, for not even a frame.
    setPage('loading')
    setOpen(!open)
  }
  const foldButton = useRef<HTMLButtonElement>(null)
  const showImages = () => {
    // The button goes with its press.
    foldButton.current?.focus()
    setWithImages(true)
  }
  const pictures = typeof page === 'object' ? page.remoteimages : 0
  return (
    <section aria-labelledby={id} className={cx(css.panel, !open && css.folded)}>
      <div className={css.head}>
        <h2 id={id} className={cx(css.title, !open && css.titleFolded)}>
          {t('promo.label')}
        </h2>
        {open && pictures > 0 && !withImages && (
          <Button size={32} icon={<ImageIcon size={16} />} onClick={showImages}>
            {t('promo.showImages', { count: pictures })}
          </Button>
        )}
        <IconButton
          ref={foldButton}
          size={36}
          label={t(open ? 'promo.hide' : 'promo.show')}
          aria-expanded={open}
          icon={
            open ? <PanelRightClose size={18} strokeWidth={1.75} /> : <PanelRightOpen size={18} strokeWidth={1.75} />
          }
          className={css.foldButton}
          onClick={fold}
        />
      </div>
      {open && (
        <div className={css.sheet} aria-busy={page === 'loading'}>
          {page === 'failed' && (
            <div className={css.failed}>
              <p>{t('promo.failed')}</p>
              <LeavingButton onClick={() => setRound(round + 1)}>{t('promo.again')}</LeavingButton>
            </div>
          )}
          {page === 'absent' && <Words html={promoinfo} />}
          {typeof page === 'object' && (
            <Frame key={page.address} address={page.address} name={t('promo.frame', { title })} />
          )}
        </div>
      )}
    </section>
  )
}

const ADDRESS = /(https?:\/\/[^\s()<>"]+)/

/** The mail without its markup; its links open in a window of their own. */
function Words({ html }: { html: string }) {
  const parts = useMemo(() => mailText(html).split(ADDRESS), [html])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
    <div className={css.words} tabIndex={0}>
      {parts.map((part, at) =>
        at % 2 === 0 ? (
          part
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the text is one and stays
          <a key={at} href={part} target="_blank" rel="noreferrer">
            {part}
          </a>
        ),
      )}
    </div>
  )
}

/** The address is good once and for a minute, so a frame is made anew for each. */
function Frame({ address, name }: { address: string; name: string }) {
  const [ready, setReady] = useState(false)
  const onLoad = useCallback(() => setReady(true), [])
  return (
    <iframe
      className={cx(css.frame, ready && css.ready)}
      title={name}
      src={address}
      sandbox="allow-popups allow-popups-to-escape-sandbox"
      referrerPolicy="no-referrer"
      onLoad={onLoad}
    />
  )
}
