import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import { type LinkedEmailWay, openLink, useLink as postLink, wasAskedHere } from '#actions/people/linkedEmails.ts'
import { readProfile } from '#actions/people/profile.ts'
import { type CallRefusal, isUnanswered } from '#actions/people/security.ts'
import { endsLinkedEmail } from '#core/model/people/profile.ts'
import { outcomeOf } from '#core/model/people/refusal.ts'
import { LongWait } from '../../forms/form/LongWait.tsx'
import { useErrorText } from '../../forms/settings/useErrorText.ts'
import { Spinner } from '../../kit/graphics/Spinner.tsx'
import { LeavingButton } from '../../kit/overlays/LeavingButton.tsx'
import { useNavigate } from '../../kit/routing/RouterView.tsx'
import { Spoken } from '../../kit/time/Spoken.tsx'
import * as css from './settings.css.ts'

/** A mailed link, and how far it is. */
interface Landed {
  readonly way: LinkedEmailWay
  /** Null where nothing is left of it. */
  readonly handle: string | null
  readonly email: string | null
  readonly step: 'asking' | 'posting' | 'done' | 'failed'
  readonly refusal: CallRefusal | null
  /** What is done again where there was no vault to put it into. */
  readonly again?: () => void
}

/** Nothing was posted. */
const UNKEPT: CallRefusal = { status: 0, code: 'UNREACHABLE', message: '' }

/**
 * What a merge or split link leads to. The token goes into the vault and out of the address; it is posted once: at once
 * in the browser that asked for it, else by a press (D-044, D-162; SETTINGS-030 to SETTINGS-035).
 */
export function LinkedEmailLanding() {
  const { t } = useTranslation('settings')
  const { search, hash } = useLocation()
  const navigate = useNavigate()
  const [landed, setLanded] = useState<Landed | null>(null)
  const errorText = useErrorText(landed?.way === 'split' ? 'emailUnlinkingFailed' : 'emailLinkingFailed')
  const posted = useRef<string | null>(null)
  /**
   * The link that is used up where it is refused, and did its work perhaps: nobody said what came of it, or its time is
   * not over, whichever page posted it.
   */
  const usable = useRef<string | null>(null)
  const post = async (way: LinkedEmailWay, handle: string | null, email: string | null) => {
    if (handle !== null && posted.current === handle) return
    posted.current = handle
    setLanded({ way, handle, email, step: 'posting', refusal: null })
    const answer = await postLink(way, handle, email, handle !== null && usable.current === handle)
    if (answer.ok) {
      setLanded({ way, handle, email: answer.value, step: 'done', refusal: null })
      return readProfile()
    }
    posted.current = null
    setLanded({ way, handle, email, step: 'failed', refusal: answer.refusal })
    if (!isUnanswered(answer.refusal)) return
    usable.current = handle
    // It was done perhaps (H-037): the addresses beside it say so.
    readProfile()
  }
  const arrive = async (way: LinkedEmailWay, token: string, isHere: () => boolean) => {
    const link = await openLink(token).catch(() => undefined)
    if (link === undefined) {
      const again = () => void latest.current(way, token, isHere)
      if (isHere()) setLanded({ way, handle: null, email: null, step: 'failed', refusal: UNKEPT, again })
      return
    }
    const email = link?.facts.email ?? null
    const isOwn = link !== null && email !== null && (link.facts.isOwn || (await wasAskedHere(way, email)))
    if (!isHere()) return
    const rest = new URLSearchParams(search)
    rest.delete(way)
    navigate({ search: rest.toString(), hash }, { replace: true })
    if (link === null) return post(way, null, email)
    if (!link.facts.isOver) usable.current = link.handle
    if (isOwn && !link.facts.isOver) return post(way, link.handle, email)
    setLanded({ way, handle: link.handle, email, step: 'asking', refusal: null })
  }
  const latest = useRef(arrive)
  latest.current = arrive
  useEffect(() => {
    const params = new URLSearchParams(search)
    const way = params.has('merge') ? 'merge' : params.has('split') ? 'split' : null
    const token = way && params.get(way)
    if (!way || !token) return
    let here = true
    void latest.current(way, token, () => here)
    return () => {
      here = false
    }
  }, [search])
  if (landed === null) return null
  const { way, handle, email, step, refusal, again } = landed
  const named = email ?? t('landing.address')
  const isLost = refusal !== null && outcomeOf(refusal) === 'unknown'
  if (step === 'done')
    return (
      <div className={css.good}>
        <p className={css.toldTitle}>{t(`landing.${way}.done`, { email: named })}</p>
        <Spoken key="done" words={t(`landing.${way}.done`, { email: named })} />
      </div>
    )
  if (step === 'posting')
    return (
      <div className={css.asked}>
        <p className={css.waiting}>
          <Spinner />
          <span>{t(`landing.${way}.busy`)}</span>
          <Spoken key="busy" words={t(`landing.${way}.busy`)} />
        </p>
        <LongWait />
      </div>
    )
  if (step === 'failed')
    return (
      <div role="alert" className={css.bad}>
        <p className={css.toldTitle}>{isLost ? t('landing.unanswered') : t(`landing.${way}.failed`)}</p>
        <p className={css.toldText}>{isLost ? t('landing.unansweredText') : refusal && errorText(refusal)}</p>
        {(again || (handle !== null && refusal !== null && !endsLinkedEmail(refusal))) && (
          <div className={css.toldActions}>
            <LeavingButton size={32} onClick={again ?? (() => void post(way, handle, email))}>
              {t('failed.again')}
            </LeavingButton>
          </div>
        )}
      </div>
    )
  return (
    <section aria-label={t(`landing.${way}.ask`, { email: named })} className={css.asked}>
      <h2 className={css.toldTitle}>{t(`landing.${way}.ask`, { email: named })}</h2>
      <p className={css.toldText}>{t(`landing.${way}.askText`)}</p>
      <div className={css.toldActions}>
        <LeavingButton size={32} variant="primary" onClick={() => handle !== null && void post(way, handle, email)}>
          {t(`landing.${way}.do`)}
        </LeavingButton>
        <LeavingButton size={32} onClick={() => setLanded(null)}>
          {t('landing.later')}
        </LeavingButton>
      </div>
    </section>
  )
}
