import { CircleAlert, X } from 'lucide-react'
import { type RefObject, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as yup from 'yup'
import { clearInvitations, sendInvitations } from '#actions/people/connections.ts'
import { INVITES_MAX } from '#core/model/people/network.ts'
import { outcomeOf, type Refusal } from '#core/model/people/refusal.ts'
import { connections, inviting } from '#projections/connections.ts'
import { claims } from '#projections/session.ts'
import { Button, IconButton } from '../../kit/controls/Button.tsx'
import { AlertDialog, Dialog } from '../../kit/overlays/Dialog.tsx'
import { useSignalValue } from '../../kit/useSignalValue.ts'
import { Form } from '../form/Form.tsx'
import { FormBanner } from '../form/FormBanner.tsx'
import { Submit } from '../form/Submit.tsx'
import { useAnnouncer } from '../form/useAnnouncer.tsx'
import { AddForm } from './AddForm.tsx'
import { InviteList, type ListedEntry } from './InviteList.tsx'
import * as css from './invite.css.ts'
import { type InviteDraft, type InviteEntry, inviteDraft, isTyped as isSome } from './inviteDraft.state.ts'

/** A removed entry fades so long (INVITE-010). */
const INVITE_REMOVE_FADE_MS = 300

const NOTHING = {}
const NOTHING_TYPED = { email: '', relationship: '' }
const NO_RULES = yup.object({})
/** Those that have sentences of their own; of all others it is said that they were not sent (INVITE-019). */
const FORESEEN: ReadonlySet<string> = new Set(['TOO_MANY_REQUESTS', 'TOO_MANY_TRIES'])
/** What the server calls the address of an entry by its place. */
const FIELD = /^invitations\.(\d+)\.invitee_email$/

interface Props {
  /** Told what was sent last. */
  sent: RefObject<readonly InviteEntry[]>
  onClose: () => void
}

/** The list of whom to invite, up to five (INVITE-006 to INVITE-020). What is on it stays until it is sent or left. */
export function ListForm({ sent, onClose }: Props) {
  const { t } = useTranslation(['network', 'common'])
  const [title, yours] = [useId(), useId()]
  const me = useSignalValue(claims)
  const state = useSignalValue(inviting)
  const network = useSignalValue(connections)
  const keys = useRef(0)
  const [entries, setEntries] = useState<readonly ListedEntry[]>(() => (draftOf(me?.playerid)?.entries ?? []).map((one) => ({ ...one, key: keys.current++, leaving: false }))) // biome-ignore format: one list
  /** Another form for each entry: what was added is no longer typed. */
  const [round, setRound] = useState(0)
  const [typed, setTyped] = useState(() => draftOf(me?.playerid)?.typed ?? NOTHING_TYPED)
  const isTyped = isSome(typed)
  /** Why the list was not sent. */
  const [held, setHeld] = useState<'empty' | 'full' | null>(null)
  const [isAsking, setAsking] = useState(false)
  const [say, announced] = useAnnouncer()
  const sends = useRef(false)
  const addBox = useRef<HTMLDivElement>(null)
  const sentKeys = useRef<readonly number[]>([])

  const listed = entries.filter(({ leaving }) => !leaving)
  const waiting = state?.status === 'waiting'
  const refused = state?.status === 'refused' ? state.refusal : null
  const arePerhapsSent = refused !== null && outcomeOf(refused) === 'unknown'
  // Whatever is typed afterwards, until the server has answered.
  const [isLost, setLost] = useState(false)
  if (refused !== null && isLost !== arePerhapsSent) setLost(arePerhapsSent)
  const connected = useMemo(() => new Set((network ?? []).map(({ email }) => email.toLowerCase())), [network])
  const faults = useMemo(() => faultsOf(refused, sentKeys.current), [refused])
  const refusal = useMemo(() => refused && inWords(refused), [refused])

  useEffect(() => {
    const playerid = me?.playerid
    const kept = entries.flatMap(({ email, relationship, leaving }) => (leaving ? [] : [{ email, relationship }]))
    if (playerid !== undefined) inviteDraft.value = { playerid, entries: kept, ...(isSome(typed) && { typed }) }
  }, [entries, typed, me?.playerid])

  const send = (all: readonly ListedEntry[]) => {
    sends.current = false
    sent.current = all
    sentKeys.current = all.map(({ key }) => key)
    sendInvitations(all.map(({ email, relationship }) => ({ invitee_email: email, relationship })))
  }
  const edited = () => {
    setHeld(null)
    if (refused) clearInvitations()
  }
  const add = (entry: InviteEntry) => {
    const one = { ...entry, key: keys.current++, leaving: false }
    edited()
    setEntries((before) => [...before, one])
    setRound((before) => before + 1)
    setTyped(NOTHING_TYPED)
    say(t('network:form.added'))
    if (sends.current) send([...listed, one])
  }
  const remove = (key: number) => {
    edited()
    setEntries((before) => before.map((entry) => (entry.key === key ? { ...entry, leaving: true } : entry)))
    say(t('network:form.removed'))
    setTimeout(() => setEntries((before) => before.filter((entry) => entry.key !== key)), INVITE_REMOVE_FADE_MS)
    // The button it was pressed with goes.
    addBox.current?.querySelector('input')?.focus()
  }
  const submit = () => {
    // What is typed and not added yet is meant as well.
    if (isTyped && listed.length >= INVITES_MAX) setHeld('full')
    else if (isTyped) {
      sends.current = true
      addBox.current?.querySelector('form')?.requestSubmit()
    } else if (listed.length === 0) setHeld('empty')
    else send(listed)
  }
  const leave = () => {
    inviteDraft.value = null
    onClose()
  }
  const close = () => (listed.length > 0 || isTyped ? setAsking(true) : leave())

  const isFull = held === 'full' && isTyped && listed.length >= INVITES_MAX
  const isEmpty = held === 'empty' && listed.length === 0
  const fault = isFull
    ? t('network:form.oneTooMany')
    : isEmpty
      ? t('network:invite-connection.no-input-error-message')
      : null

  return (
    <>
      <Dialog labelledBy={title} className={css.panel} onClose={close}>
        <div className={css.head}>
          <h2 id={title} className={css.title}>
            {t('network:form.title')}
          </h2>
          <IconButton
            size={36}
            label={t('network:form.close')}
            icon={<X size={18} aria-hidden="true" />}
            onClick={close}
          />
        </div>
        <AddForm
          key={round}
          isFresh={round === 0}
          box={addBox}
          entries={listed}
          own={me?.email ?? ''}
          full={listed.length >= INVITES_MAX}
          typed={typed}
          onAdd={add}
          onTyped={setTyped}
          onPress={() => {
            sends.current = false
          }}
        />
        <Form initial={NOTHING} rules={NO_RULES} busy={waiting} refusal={refusal} onSubmit={submit}>
          <div className={css.listHead}>
            <h3 id={yours} className={css.listTitle}>
              {t('network:form.yours')}
            </h3>
            <span className={css.counter}>{t('network:form.counter', { n: listed.length, max: INVITES_MAX })}</span>
          </div>
          <InviteList {...{ entries, connected, faults, waiting }} labelledBy={yours} onRemove={remove} />
          {fault !== null && (
            <p role="alert" className={css.fault}>
              <CircleAlert size={15} aria-hidden="true" />
              {fault}
            </p>
          )}
          <FormBanner
            room={0}
            failed={{
              title: t(arePerhapsSent ? 'network:form.perhapsTitle' : 'network:invite-connection.banner-error'),
              body: t(arePerhapsSent ? 'network:form.perhaps' : 'network:invite-connection.banner-desc'),
            }}
          />
          {refused && <p className={css.kept}>{t('network:form.kept', { count: listed.length })}</p>}
          {announced}
          <div className={css.actions}>
            <Button onClick={close}>{t('common:cancel')}</Button>
            <Submit>{t(refused ? 'network:form.retry' : 'network:form.send')}</Submit>
          </div>
        </Form>
      </Dialog>
      {isAsking && (
        <AlertDialog
          title={t('network:leave.title')}
          body={t(`network:leave.${waiting ? 'waiting' : isLost ? 'perhaps' : 'text'}`)}
          onClose={() => setAsking(false)}
        >
          <Button onClick={leave}>{t('network:leave.leave')}</Button>
          <Button variant="primary" data-autofocus="" onClick={() => setAsking(false)}>
            {t('network:leave.stay')}
          </Button>
        </AlertDialog>
      )}
    </>
  )
}

/** A list that was not finished, if it is this person's. */
function draftOf(playerid: string | undefined): InviteDraft | null {
  const draft = inviteDraft.peek()
  return draft !== null && draft.playerid === playerid ? draft : null
}

/** What the server has against single entries, by their keys. */
function faultsOf(refusal: Refusal | null, sent: readonly number[]): ReadonlyMap<number, string> {
  const found = Object.entries(refusal?.fields ?? {}).flatMap(([field, text]): [number, string][] => {
    const key = sent[Number(FIELD.exec(field)?.[1] ?? Number.NaN)]
    return key === undefined ? [] : [[key, text]]
  })
  return new Map(found)
}

/** What is foreseen is said as everywhere; all else, that they were not sent. What concerns an entry stands at it. */
function inWords(refusal: Refusal): Refusal {
  if (FORESEEN.has(refusal.code)) return refusal
  return { code: 'INVITATIONS_NOT_SENT', message: '' }
}
