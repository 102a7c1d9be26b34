import { useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { askSecurity, type CallRefusal, signOutEverywhere } from '#actions/people/security.ts'
import { hasNoCall } from '#core/model/people/refusal.ts'
import type { PlayerSession } from '#core/model/people/sessions.ts'
import { LongWait } from '../../forms/form/LongWait.tsx'
import { Button } from '../../kit/controls/Button.tsx'
import { ConfirmDialog } from '../../kit/overlays/ConfirmDialog.tsx'
import { CallFailedDialog, CallFailedScreen } from '../CallFailed.tsx'
import { LinkAction } from './LinkAction.tsx'
import * as css from './management.css.ts'
import { RowBones } from './RowBones.tsx'
import { SessionRow } from './SessionRow.tsx'
import { sessionLabel, sessionName } from './sessionWords.ts'
import { useAsked } from './useAsked.ts'
import { useEndAllText } from './useEndAllText.ts'

/** What is asked about before it is done. */
type Asking = PlayerSession | 'others' | 'all'

/** What is being ended: the id of a session, all others, or all. */
type Ending = string
const endingOf = (what: Asking): Ending => (typeof what === 'object' ? what.sessionid : what)

/** Where the player is signed in; ends one session, all others, or all (SESSION-012). */
export function Sessions() {
  const { t, i18n } = useTranslation('security')
  const endAllText = useEndAllText()
  const title = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const { status, value, refusal, ask, change } = useAsked(() => askSecurity('sessions', null))
  const [asking, setAsking] = useState<Asking | null>(null)
  const [ending, setEnding] = useState<ReadonlySet<Ending>>(new Set())
  const [failed, setFailed] = useState<CallRefusal | null>(null)
  const [said, setSaid] = useState('')
  const sessions = value ?? []
  // A server that keeps no such list ends all sessions nevertheless (ACCOUNT-007).
  const isUnlisted = value === null && refusal !== null && hasNoCall(refusal.status)
  const others = sessions.filter(({ current }) => !current)

  const end = async (what: Asking) => {
    setAsking(null)
    const one = endingOf(what)
    setEnding((before) => new Set(before).add(one))
    setSaid('')
    const answer =
      what === 'all'
        ? await signOutEverywhere()
        : what === 'others'
          ? await askSecurity('endOtherSessions', null)
          : await askSecurity('endSession', what.sessionid)
    setEnding((before) => new Set([...before].filter((other) => other !== one)))
    if (!answer.ok) {
      setFailed(answer.refusal)
      // Without an answer it may have been done all the same: the list shows it.
      return ask()
    }
    if (what === 'all') return
    setSaid(what === 'others' ? t('sessions.endedOthers') : t('sessions.ended', { name: sessionName(what, t) }))
    // Its row goes now: the list may not come.
    flushSync(() =>
      change((all) => all.filter(({ current, sessionid }) => (what === 'others' ? current : sessionid !== one))),
    )
    // The button it was asked with goes with its row. Who went elsewhere meanwhile stays there.
    if (document.activeElement === document.body) heading.current?.focus()
    await ask()
  }
  // By the server's clock: this session was used when the list was asked for. That of this machine may be wrong.
  const now = Math.max(...sessions.map(({ seen }) => Date.parse(seen)).filter(Number.isFinite))
  const labelOf = (session: PlayerSession) => sessionLabel(session, sessions, now, t, i18n.language)
  const busyWith = (session: PlayerSession) =>
    ending.has('all') || (ending.has('others') && !session.current) || ending.has(session.sessionid)

  return (
    <section className={css.section} aria-labelledby={title} aria-busy={status === 'loading'}>
      <h2 id={title} ref={heading} tabIndex={-1} className={css.heading}>
        {t('sessions.title')}
      </h2>
      {!isUnlisted && <p className={css.lead}>{t('sessions.lead')}</p>}
      <p role="status" className={css.said}>
        {said}
      </p>
      {value !== null && refusal !== null && (
        <p role="alert" className={css.unsaid}>
          {t('sessions.stale')}
        </p>
      )}
      {value === null && refusal !== null && !isUnlisted && (
        <CallFailedScreen refusal={refusal} onRetry={() => void ask()} />
      )}
      {value === null && refusal === null && <RowBones words={t('sessions.loading')} />}
      {((value === null && refusal === null) || ending.size > 0) && (
        <div className={css.slow}>
          <LongWait />
        </div>
      )}
      {value !== null && (
        <ul className={css.list} aria-label={t('sessions.list')}>
          {sessions.map((session) => (
            <SessionRow
              key={session.sessionid}
              session={session}
              label={labelOf(session)}
              now={now}
              busy={busyWith(session)}
              onEnd={() => setAsking(session)}
            />
          ))}
        </ul>
      )}
      <div className={css.actions}>
        {others.length > 0 && (
          <Button busy={ending.has('others')} onClick={() => setAsking('others')}>
            {t('sessions.endOthers')}
          </Button>
        )}
        <LinkAction
          href="/settings/cancelsession"
          danger
          busy={ending.has('all')}
          onAct={() => ending.size === 0 && setAsking('all')}
        >
          {t('sessions.endAll')}
        </LinkAction>
      </div>
      {asking !== null && (
        <ConfirmDialog
          {...question(asking, labelOf, endAllText, t)}
          onConfirm={() => void end(asking)}
          onClose={() => setAsking(null)}
        />
      )}
      {failed && <CallFailedDialog refusal={failed} onClose={() => setFailed(null)} />}
    </section>
  )
}

function question(
  what: Asking,
  labelOf: (session: PlayerSession) => string,
  endAllText: string,
  t: ReturnType<typeof useTranslation<'security'>>['t'],
) {
  if (what === 'others')
    return {
      title: t('sessions.endOthersTitle'),
      body: t('sessions.endOthersText'),
      verb: t('sessions.endOthers'),
    }
  if (what === 'all') return { title: t('sessions.endAllTitle'), body: endAllText, verb: t('sessions.endAll') }
  return {
    title: t('sessions.endTitle', { name: labelOf(what) }),
    body: t('sessions.endText'),
    verb: t('sessions.end'),
  }
}
