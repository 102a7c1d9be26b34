import { useFormikContext } from 'formik'
import { type RefObject, useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { emailKey } from '#core/model/people/fields/email.ts'
import { Relationship } from '#core/model/people/network.ts'
import { SelectField } from '../fields/SelectField.tsx'
import { TextField } from '../fields/TextField.tsx'
import { Form } from '../form/Form.tsx'
import { Submit } from '../form/Submit.tsx'
import * as css from './invite.css.ts'
import type { InviteEntry, InviteTyped } from './inviteDraft.state.ts'
import { inviteRules } from './inviteRules.ts'

interface Props {
  entries: readonly InviteEntry[]
  /** The inviter's own address. */
  own: string
  /** Nobody more fits. */
  full: boolean
  /** Its first fields: whoever opens the list, or has added somebody, goes on typing. */
  isFresh: boolean
  box: RefObject<HTMLDivElement | null>
  /** What was typed when it was left. */
  typed: InviteTyped
  onAdd: (entry: InviteEntry) => void
  /** Told what is typed and not on the list. */
  onTyped: (typed: InviteTyped) => void
  /** The button or Enter was pressed, and not what sends the list. */
  onPress: () => void
}

/** An address and what its owner is to the inviter (INVITE-006, INVITE-007); judged before it is on the list. */
export function AddForm({ entries, own, full, isFresh, box, typed, onAdd, onTyped, onPress }: Props) {
  const { t } = useTranslation('network')
  const place = useRef<HTMLDivElement>(null)
  const rules = useMemo(
    () => inviteRules(t, { listed: new Set(entries.map(({ email }) => emailKey(email))), own: emailKey(own) }),
    [t, entries, own],
  )
  const choices = useMemo(() => Relationship.options.map((value) => ({ value, label: t(`form.${value}`) })), [t])
  useEffect(() => {
    if (!isFresh) place.current?.querySelector('input')?.focus()
  }, [isFresh])
  return (
    <div ref={box}>
      <Form
        initial={typed}
        rules={rules}
        busy={false}
        refusal={null}
        onSubmit={({ email, relationship }) =>
          onAdd({ email: emailKey(email), relationship: Relationship.parse(relationship) })
        }
      >
        <Typed onTyped={onTyped} />
        <div ref={place}>
          <TextField
            name="email"
            type="email"
            inputMode="email"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            label={t('form.email')}
            data-autofocus=""
          />
        </div>
        <div className={css.choose}>
          <div className={css.relationship}>
            <SelectField name="relationship" label={t('form.relationship')} choices={choices} />
          </div>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: it only hears which of two buttons was pressed */}
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: a key's press is a click as well */}
          <div
            className={css.add}
            onClick={(event) => {
              // The second press of a double one finds the fields of the next address, and means none.
              if (event.detail > 1) event.preventDefault()
              else onPress()
            }}
          >
            <Submit secondary reason={full ? t('form.full') : undefined}>
              {t('form.add')}
            </Submit>
          </div>
        </div>
      </Form>
    </div>
  )
}

/** Tells what stands in the fields. */
function Typed({ onTyped }: Pick<Props, 'onTyped'>) {
  const { values } = useFormikContext<InviteTyped>()
  useEffect(() => onTyped(values), [values, onTyped])
  return null
}
