import '../../i18n/sharing.ts'
import { Info } from 'lucide-react'
import { type ReactNode, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as yup from 'yup'
import { listConnections } from '#actions/people/connections.ts'
import { shareReleases } from '#actions/people/sharing.ts'
import type { ReleaseCard } from '#core/model/catalogue/release.ts'
import { SHARE_MESSAGE } from '#core/model/people/fields/fieldRules.ts'
import { isolated } from '#core/model/text/direction.ts'
import { connections } from '#projections/connections.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { Dialog } from '../../kit/overlays/Dialog.tsx'
import { useSignalValue } from '../../kit/useSignalValue.ts'
import { CountedField } from '../fields/CountedField.tsx'
import { Form } from '../form/Form.tsx'
import { text } from '../form/rules.ts'
import { About, AboutAll } from './About.tsx'
import { Written } from './FixedField.tsx'
import { MessageEnd, MessageHead } from './MessageEnds.tsx'
import * as css from './people.css.ts'
import { type Person, Receivers } from './Receivers.tsx'
import { Told } from './Told.tsx'
import { useMessage, useTold } from './useMessage.ts'

/** What is passed on together. */
export type Releases = readonly [Readonly<ReleaseCard>, ...Readonly<ReleaseCard>[]]

interface Props {
  releases: Releases
  /** Releases that were chosen too, and may not be shared. */
  leftOut?: number
  /** Who was chosen before it was opened. */
  to?: Person | undefined
  onClose: () => void
  /** Invites somebody, in place of sharing. */
  onInvite: () => void
}

const NOTHING = { message: '' }
const WRITTEN = ['message'] as const
const names = new Intl.ListFormat('en')

/** Passes releases on to verified connections (SHARE-003 to SHARE-012). */
export function ShareForm({ releases, leftOut = 0, to, onClose, onInvite }: Props) {
  const { t } = useTranslation(['sharing', 'forms', 'common'])
  const titleId = useId()
  const all = useSignalValue(connections)
  const verified = useMemo(() => all?.filter((one) => one.verified) ?? null, [all])
  const about = `share:${releases.map(({ releaseid }) => releaseid).join()}`
  const { initial, draft, busy, refusal, send, close } = useMessage(about, NOTHING, onClose)
  const [picked, setPicked] = useState<readonly Person[]>(() => {
    const before = draft.restored?.people ?? []
    return to && !before.some(({ id }) => id === to.id) ? [...before, to] : before
  })
  const [typed, setTyped] = useState(initial.message !== '')
  const [isNobody, setIsNobody] = useState(false)
  const search = useRef<HTMLInputElement>(null)
  const told = useTold(refusal, t('share.failed'))
  useEffect(() => listConnections(), [])
  // One of them ceased to be a connection while somebody wrote.
  const isRefusedFor = refusal?.code === 'NOT_CONNECTED'
  useEffect(() => {
    if (isRefusedFor) listConnections()
  }, [isRefusedFor])
  const [chosen, gone] = useMemo(() => {
    const known = verified && new Set(verified.map(({ id }) => id))
    const isThere = ({ id }: Person) => known === null || known.has(id)
    return [picked.filter(isThere), picked.filter((one) => !isThere(one))]
  }, [picked, verified])
  const rules = useMemo(() => {
    const long = t('forms:long', { count: SHARE_MESSAGE.max })
    return yup.object({ message: text(SHARE_MESSAGE, { missing: '', long, wrong: '' }) })
  }, [t])
  const dirty = typed || picked.length > 0
  const head = (
    <>
      <MessageHead id={titleId} title={t('share.title', { count: releases.length })} onClose={close} />
      {releases.length === 1 ? (
        <About release={releases[0]} title={releases[0].title}>
          {releases[0].artist}
        </About>
      ) : (
        <AboutAll releases={releases} title={t('share.releases', { count: releases.length })} />
      )}
      {leftOut > 0 && <p className={css.leftOut}>{t('share.leftOut', { count: leftOut })}</p>}
    </>
  )
  return (
    // Escape and the scrim would lose what was chosen and typed.
    <Dialog labelledBy={titleId} className={css.panel} onClose={dirty ? undefined : close}>
      {verified?.length === 0 && picked.length === 0 && !typed ? (
        <Nobody head={head} onClose={close} onInvite={onInvite} />
      ) : (
        <Form
          initial={initial}
          rules={rules}
          busy={busy}
          refusal={told}
          waitsFor={[]}
          onSubmit={({ message }) => {
            setIsNobody(chosen.length === 0)
            if (chosen.length === 0) return search.current?.focus()
            setPicked(chosen)
            const receivers = chosen.map(({ id }) => id)
            send(message, (id) => shareReleases(id, releases, receivers, message))
          }}
        >
          {head}
          {isNobody && chosen.length === 0 && (
            <Told kind="error" title={t('share.nobodyTitle')} body={t('share.nobody')} />
          )}
          {gone.length > 0 && (
            <Told
              kind="info"
              title={t('share.gone', {
                count: gone.length,
                names: names.format(gone.map((one) => isolated(one.name))),
              })}
              body={chosen.length > 0 ? t('share.goneText') : undefined}
            />
          )}
          <Receivers
            people={verified}
            chosen={chosen}
            search={search}
            onChange={(next) => {
              setPicked(next)
              draft.keep({ people: next })
              setIsNobody(false)
            }}
          />
          <CountedField name="message" label={t('share.message')} rule={SHARE_MESSAGE} optional multiline />
          <Written
            names={WRITTEN}
            onChange={(fields) => {
              draft.keep({ fields })
              setTyped(fields.message !== '')
            }}
          />
          <Preview />
          <MessageEnd of="share" onClose={close} />
        </Form>
      )}
    </Dialog>
  )
}

interface NobodyProps extends Pick<Props, 'onClose' | 'onInvite'> {
  head: ReactNode
}

/** There is nobody to share with yet. */
function Nobody({ head, onClose, onInvite }: NobodyProps) {
  const { t } = useTranslation(['sharing', 'common'])
  const id = useId()
  const invite = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    // It took the place of the form that had the focus, and is said with it.
    if (document.activeElement === document.body) invite.current?.focus()
  }, [])
  return (
    <>
      {head}
      <p id={`${id}t`} className={css.emptyTitle}>
        {t('share.emptyTitle')}
      </p>
      <p id={`${id}b`} className={css.emptyText}>
        {t('share.empty')}
      </p>
      <Preview />
      <div className={css.actions}>
        <Button onClick={onClose}>{t('common:cancel')}</Button>
        <Button ref={invite} variant="primary" data-autofocus="" aria-describedby={`${id}t ${id}b`} onClick={onInvite}>
          {t('share.invite')}
        </Button>
      </div>
    </>
  )
}

/** Sharing costs nothing for now, and nothing of it is enforced (SHARE-003, D-070). */
function Preview() {
  const { t } = useTranslation('sharing')
  return (
    <div className={css.pro}>
      <Info size={18} strokeWidth={1.75} className={css.proIcon} aria-hidden="true" />
      <div>
        <p className={css.proTitle}>{t('share.pro')}</p>
        <p className={css.proText}>{t('share.preview')}</p>
      </div>
    </div>
  )
}
