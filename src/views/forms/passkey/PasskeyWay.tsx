import '../../i18n/security.ts'
import { KeyRound } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { passkeyPlace } from '#actions/people/passkeys.ts'
import { session } from '#projections/session.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { useSignalValue } from '../../kit/useSignalValue.ts'
import { timeWords } from '../form/timeWords.ts'
import * as css from './passkey.css.ts'
import { type PasskeyFault, usePasskeyWay } from './usePasskeyWay.ts'

const SAYS = {
  cancelled: 'left',
  known: 'left',
  aborted: 'left',
  host: 'off',
  failed: 'left',
  away: 'away',
  off: 'off',
  later: 'later',
  wrong: 'wrong',
} as const
/** Where no time was named, ms. */
const WAIT_MS = 60_000

/** The way in with a passkey, where this browser and this address have one (H-019). */
export function PasskeyWay({ publicDevice }: { publicDevice: boolean }) {
  const { t } = useTranslation('security')
  const place = passkeyPlace()
  if (place === 'none') return null
  if (place === 'address') return <p className={css.line}>{t('passkeys.addressSignIn')}</p>
  return <Offered publicDevice={publicDevice} />
}

function Offered({ publicDevice }: { publicDevice: boolean }) {
  const { t } = useTranslation('security')
  const { loading } = useSignalValue(session)
  const { isOff, busy, fault, press } = usePasskeyWay(publicDevice)
  if (isOff) return <p className={css.line}>{t('passkeys.off')}</p>
  return (
    <>
      <Button
        wide
        busy={busy && !loading}
        aria-disabled={loading || undefined}
        icon={<KeyRound size={18} strokeWidth={1.75} aria-hidden="true" />}
        onClick={() => loading || void press()}
      >
        {t('passkeys.signIn')}
      </Button>
      <p role="status" className={css.line}>
        {fault && <Said fault={fault} />}
      </p>
    </>
  )
}

function Said({ fault: { why, waitMs = WAIT_MS } }: { fault: PasskeyFault }) {
  const { t, i18n } = useTranslation('security')
  return t(`passkeys.${SAYS[why]}`, { time: timeWords(Math.ceil(waitMs / 1000), i18n.language) })
}
