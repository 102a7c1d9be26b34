import { Clock, X } from 'lucide-react'
import { memo, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { closeVerificationBanner, verificationBannerDue } from '#actions/people/verification.ts'
import { claims } from '#projections/session.ts'
import { IconButton } from '../kit/controls/Button.tsx'
import { pageMain } from '../kit/pageMain.ts'
import { useFocusOnLeave } from '../kit/useFocusOnLeave.ts'
import { useSignalValue } from '../kit/useSignalValue.ts'
import * as css from './Shell.css.ts'

const ASK_MS = 60_000

/** Shown to who is neither label staff nor verified (SHELL-048). */
export const VerificationBanner = memo(function VerificationBanner() {
  const who = useSignalValue(claims)
  return who && !who.verified && !who.label_staff ? <WhenDue key={who.playerid} playerid={who.playerid} /> : null
})

function WhenDue({ playerid }: { playerid: string }) {
  const [due, setDue] = useState(() => verificationBannerDue(playerid))
  useEffect(() => {
    // A page may stay open for days.
    const ask = () => setDue(verificationBannerDue(playerid))
    const timer = setInterval(ask, ASK_MS)
    document.addEventListener('visibilitychange', ask)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', ask)
    }
  }, [playerid])
  if (!due) return null
  const close = () => {
    closeVerificationBanner(playerid)
    setDue(false)
  }
  return <Banner onClose={close} />
}

function Banner({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('session')
  const { t: common } = useTranslation()
  const box = useRef<HTMLElement>(null)
  useFocusOnLeave(box, pageMain)
  return (
    <section ref={box} aria-label={t('verification.label')} className={css.verification}>
      <Clock size={20} strokeWidth={1.75} className={css.verificationIcon} aria-hidden="true" />
      <div className={css.verificationText}>
        <p className={css.verificationTitle}>{t('verification.title')}</p>
        <p className={css.verificationMore}>{t('verification.text')}</p>
      </div>
      <IconButton label={common('close')} icon={<X size={18} />} size={36} onClick={onClose} />
    </section>
  )
}
