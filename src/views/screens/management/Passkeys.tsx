import type { TFunction } from 'i18next'
import { KeyRound } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { isFor, makePasskey, type PasskeyMade, passkeyPlace } from '#actions/people/passkeys.ts'
import { askSecurity, type CallRefusal } from '#actions/people/security.ts'
import { signOut } from '#actions/people/session.ts'
import type { Passkey, PlayerPasskeys } from '#core/model/people/passkeys.ts'
import { hasNoCall } from '#core/model/people/refusal.ts'
import { mediumDate } from '#core/model/text/formats.ts'
import { useMarksText } from '../../forms/access/useMarksText.ts'
import { LongWait } from '../../forms/form/LongWait.tsx'
import { PasskeyNameForm } from '../../forms/security/PasskeyNameForm.tsx'
import { ProofForm } from '../../forms/security/ProofForm.tsx'
import { Button } from '../../kit/controls/Button.tsx'
import { ConfirmDialog } from '../../kit/overlays/ConfirmDialog.tsx'
import { CallFailedDialog, CallFailedScreen } from '../CallFailed.tsx'
import * as css from './management.css.ts'
import { RowBones } from './RowBones.tsx'
import { sessionName } from './sessionWords.ts'
import { useAsked } from './useAsked.ts'

/** What the browser and the server say of a passkey that was not made, in words of its own. */
const UNMADE = {
  cancelled: 'cancelled',
  aborted: 'cancelled',
  known: 'known',
  host: 'host',
  failed: 'failedMake',
} as const
const REFUSED = {
  CHALLENGE_EXPIRED: 'expired',
  PASSKEY_REFUSED: 'refused',
  PASSKEY_KNOWN: 'known',
  TOO_MANY_PASSKEYS: 'tooMany',
  PASSKEYS_OFF: 'off',
} as const

/** The passkeys of the player: adds, names and removes them (H-019). */
export function Passkeys() {
  const { t } = useTranslation('security')
  const marks = useMarksText()
  const title = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const { value, refusal, ask, change } = useAsked(() => askSecurity('passkeys', null))
  const [busy, setBusy] = useState<'add' | string | null>(null)
  const [naming, setNaming] = useState<Passkey | null>(null)
  const [removing, setRemoving] = useState<Passkey | null>(null)
  /** What goes on once it was proved who asks. */
  const [unproved, setUnproved] = useState<{ again: () => void } | null>(null)
  const [failed, setFailed] = useState<CallRefusal | null>(null)
  const [said, setSaid] = useState<{ text: string; isError?: boolean }>({ text: '' })

  const refuse = (answer: CallRefusal, again: () => void) => {
    if (answer.code === 'PROOF_NEEDED') return setUnproved({ again })
    const known = REFUSED[answer.code as keyof typeof REFUSED]
    if (known) return setSaid({ text: t(`passkeys.${known}`), isError: true })
    setFailed(answer)
  }
  /** Its name, and where another has the same one, when it was added and used. */
  const labelOf = (passkey: Passkey) =>
    (value?.passkeys ?? []).filter(({ name }) => name === passkey.name).length < 2
      ? passkey.name
      : [passkey.name, ...timesOf(passkey, t)].join(', ')
  /** What the server answered stands: the list may not come. */
  const show = (one: Passkey) =>
    change((all) => {
      const isThere = all.passkeys.some(({ passkeyid }) => passkeyid === one.passkeyid)
      const passkeys = all.passkeys.map((other) => (other.passkeyid === one.passkeyid ? one : other))
      return { ...all, passkeys: isThere ? passkeys : [one, ...passkeys] }
    })
  const finish = (made: PasskeyMade) => {
    if ('refusal' in made) return refuse(made.refusal, () => void add())
    if ('why' in made) return setSaid({ text: t(`passkeys.${UNMADE[made.why]}`), isError: made.why !== 'known' })
    setSaid({ text: t('passkeys.added', { name: made.passkey.name }) })
    show(made.passkey)
  }
  const add = async () => {
    setBusy('add')
    setSaid({ text: '' })
    // It is called as the browser that makes it is.
    const sessions = await askSecurity('sessions', null)
    const own = sessions.ok ? sessions.value.find(({ current }) => current) : undefined
    finish(await makePasskey(own ? sessionName(own, t) : t('passkeys.fallback')))
    setBusy(null)
    await ask()
  }
  const remove = async (passkey: Passkey) => {
    setRemoving(null)
    setBusy(passkey.passkeyid)
    setSaid({ text: '' })
    const answer = await askSecurity('removePasskey', passkey.passkeyid)
    setBusy(null)
    if (!answer.ok) {
      refuse(answer.refusal, () => void remove(passkey))
      // Without an answer it may have been done all the same: the list shows it.
      return ask()
    }
    setSaid({ text: t('passkeys.removed', { name: passkey.name }) })
    // Its row goes now: the list may not come.
    flushSync(() =>
      change((all) => ({ ...all, passkeys: all.passkeys.filter(({ passkeyid }) => passkeyid !== passkey.passkeyid) })),
    )
    // The button it was asked with goes with its row. Who went elsewhere meanwhile stays there.
    if (document.activeElement === document.body) heading.current?.focus()
    await ask()
  }
  // A server without passkeys: there is nothing to say of them.
  if (value === null && refusal !== null && hasNoCall(refusal.status)) return null

  return (
    <section className={css.section} aria-labelledby={title}>
      <h2 id={title} ref={heading} tabIndex={-1} className={css.heading}>
        {t('passkeys.title')}
      </h2>
      <p className={css.lead}>{t('passkeys.lead')}</p>
      <p role="status" className={said.isError ? css.unsaid : css.said}>
        {said.text}
      </p>
      {value !== null && refusal !== null && (
        <p role="alert" className={css.unsaid}>
          {t('sessions.stale')}
        </p>
      )}
      {value === null && refusal !== null && <CallFailedScreen refusal={refusal} onRetry={() => void ask()} />}
      {value === null && refusal === null && <RowBones words={t('passkeys.loading')} />}
      {((value === null && refusal === null) || (busy !== null && busy !== 'add')) && (
        <div className={css.slow}>
          <LongWait />
        </div>
      )}
      {value !== null && value.passkeys.length > 0 && (
        <ul className={css.list} aria-label={t('passkeys.list')}>
          {value.passkeys.map((passkey) => (
            <PasskeyRow
              key={passkey.passkeyid}
              passkey={passkey}
              label={labelOf(passkey)}
              busy={busy === passkey.passkeyid}
              onRename={() => setNaming(passkey)}
              onRemove={() => setRemoving(passkey)}
            />
          ))}
        </ul>
      )}
      {value !== null && <Add {...{ value }} busy={busy === 'add'} onAdd={() => void add()} />}
      {naming && (
        <PasskeyNameForm
          passkey={naming}
          onClose={() => setNaming(null)}
          onAnswer={(named) => {
            if (named) {
              setSaid({ text: t('passkeys.renamed', { name: named.name }) })
              show(named)
            }
            // Without an answer it may have been done all the same.
            void ask()
          }}
        />
      )}
      {removing && (
        <ConfirmDialog
          title={t('passkeys.removeTitle', { name: labelOf(removing) })}
          body={t('passkeys.removeText')}
          verb={t('passkeys.remove')}
          onConfirm={() => void remove(removing)}
          onClose={() => setRemoving(null)}
        />
      )}
      {unproved && value?.proof.password && (
        <ProofForm
          onClose={() => setUnproved(null)}
          onProved={() => {
            setUnproved(null)
            unproved.again()
          }}
        />
      )}
      {unproved && value?.proof.password === false && (
        <ConfirmDialog
          title={t('proof.again')}
          body={[t('proof.noPassword'), marks].filter(Boolean).join(' ')}
          verb={t('proof.signOut')}
          onConfirm={signOut}
          onClose={() => setUnproved(null)}
        />
      )}
      {failed && <CallFailedDialog refusal={failed} onClose={() => setFailed(null)} />}
    </section>
  )
}

/** The way to another passkey, or why there is none here. */
function Add({ value, busy, onAdd }: { value: PlayerPasskeys; busy: boolean; onAdd: () => void }) {
  const { t } = useTranslation('security')
  const place = passkeyPlace()
  const none = value.passkeys.length === 0 && <p className={css.none}>{t('passkeys.none')}</p>
  const why =
    place === 'address'
      ? t('passkeys.address')
      : place === 'none'
        ? t('passkeys.unsupported')
        : value.rpid === null || !isFor(value.rpid, value.origin)
          ? t('passkeys.off')
          : null
  return (
    <>
      {none}
      {why === null ? (
        <div className={css.actions}>
          <Button busy={busy} onClick={onAdd}>
            {t('passkeys.add')}
          </Button>
        </div>
      ) : (
        <p className={css.none}>{why}</p>
      )}
    </>
  )
}

/** When it was added, and when it was used last. */
function timesOf({ created, used }: Passkey, t: TFunction<'security'>): [string, string] {
  return [
    t('passkeys.created', { date: mediumDate(created) }),
    used === null ? t('passkeys.unused') : t('passkeys.used', { date: mediumDate(used) }),
  ]
}

interface RowProps {
  passkey: Passkey
  /** What it is called where it is to be told from all others. */
  label: string
  busy: boolean
  onRename: () => void
  onRemove: () => void
}

function PasskeyRow({ passkey, label, busy, onRename, onRemove }: RowProps) {
  const { t } = useTranslation('security')
  const { name, synced } = passkey
  const [added, use] = timesOf(passkey, t)
  return (
    <li className={css.row}>
      <KeyRound size={20} strokeWidth={1.75} className={css.sign} aria-hidden="true" />
      <div className={css.words}>
        <div className={css.name}>
          <bdi>{name}</bdi>
          {synced && <span className={css.badge}>{t('passkeys.synced')}</span>}
        </div>
        <div className={css.more}>
          {added} · {use}
        </div>
      </div>
      <div className={css.rowActions}>
        <Button size={32} aria-label={t('passkeys.renameNamed', { name: label })} onClick={onRename}>
          {t('passkeys.rename')}
        </Button>
        <Button size={32} busy={busy} aria-label={t('passkeys.removeNamed', { name: label })} onClick={onRemove}>
          {t('passkeys.remove')}
        </Button>
      </div>
    </li>
  )
}
