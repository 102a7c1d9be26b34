import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../controls/Button.tsx'
import { Spinner } from '../graphics/Spinner.tsx'
import { type Script, useScript } from '../script.ts'
import { AlertDialog, Dialog } from './Dialog.tsx'
import { layerOpened } from './layers.state.ts'
import * as css from './WithScript.css.ts'

interface Props<M> {
  script: Script<M>
  /** Gives up what was to be shown, as Escape does. */
  onClose: () => void
  /** Nothing is said while the script is on its way: for what must leave the focus where it is. */
  quiet?: boolean
  /** It is a place of the history, by its address: Back leads from it without more. */
  isPlace?: boolean
  children: (module: M) => ReactNode
}

/**
 * What lies over a screen, and comes with a script of its own. When the script does not come it says so and offers
 * to try again; the screen beneath goes on.
 */
export function WithScript<M>({ script, onClose, quiet = false, isPlace = false, children }: Props<M>) {
  const { module, status, retry } = useScript(script)
  if (module !== null) return children(module)
  const way = { onClose, isPlace }
  if (status !== 'loading') return <Missing busy={status === 'again'} onRetry={retry} {...way} />
  return quiet ? null : <Coming {...way} />
}

interface Way {
  onClose: () => void
  isPlace: boolean
}

function Missing({ busy, onRetry, onClose, isPlace }: Way & { busy: boolean; onRetry: () => void }) {
  const { t } = useTranslation()
  return (
    <AlertDialog title={t('missing.title')} body={t('missing.text')} error isPlace={isPlace} onClose={onClose}>
      <Button onClick={onClose}>{t('close')}</Button>
      <Button variant="primary" data-autofocus="" busy={busy} onClick={onRetry}>
        {t('missing.action')}
      </Button>
    </AlertDialog>
  )
}

/** Before this nothing is shown: most scripts are faster, and a dialog that flashes is worse than none. */
const SAID_AFTER_MS = 250

function Coming({ onClose, isPlace }: Way) {
  const { t } = useTranslation()
  const [late, setLate] = useState(false)
  const close = useRef(onClose)
  close.current = onClose
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), SAID_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  // Back gives it up from the first moment on. In the task in which what is shown takes its place: it has one entry of the history.
  useLayoutEffect(() => (late ? undefined : layerOpened(() => close.current(), !isPlace)), [late, isPlace])
  if (!late) return null
  return (
    <Dialog label={t('loading')} isPlace={isPlace} onClose={onClose} className={css.coming}>
      <Spinner size={24} />
    </Dialog>
  )
}
