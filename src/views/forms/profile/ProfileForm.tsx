import '../../i18n/account.ts'
import { useFormikContext } from 'formik'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { forgetProfileDraft, keepProfileDraft, saveProfile } from '#actions/people/profile.ts'
import { MAIL_LANGUAGES } from '#core/model/people/fields/mailLanguages.ts'
import { STATES } from '#core/model/people/fields/states.ts'
import type { Profile, ProfileEdits } from '#core/model/people/profile.ts'
import { saveOf } from '#core/model/people/profileEntities.ts'
import { outcomeOf } from '#core/model/people/refusal.ts'
import { profile as held } from '#projections/profile.ts'
import { session } from '#projections/session.ts'
import { codeName } from '../../kit/codeName.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { Spoken } from '../../kit/time/Spoken.tsx'
import { useSignalValue } from '../../kit/useSignalValue.ts'
import { CountryField, StateField } from '../fields/PlaceFields.tsx'
import { SelectField } from '../fields/SelectField.tsx'
import { TextField } from '../fields/TextField.tsx'
import { Form } from '../form/Form.tsx'
import { FormBanner } from '../form/FormBanner.tsx'
import { Submit } from '../form/Submit.tsx'
import { Summary } from '../form/Summary.tsx'
import { useForm } from '../form/state.ts'
import { LeaveDialog, LeaveGuard } from './LeaveGuard.tsx'
import * as css from './profile.css.ts'
import { editsOf, type ProfileValues, profileRules, valuesOf } from './profileRules.ts'

const NONE_LOST: ReadonlySet<string> = new Set()

interface Props {
  playerid: string
  /** As it was read when editing began; what is read later changes nothing that was typed. */
  asRead: Profile
  /** What was typed before and not saved. */
  draft: ProfileEdits | null
  /** Editing is over: it was saved, or given up. */
  onClose: () => void
}

/** The profile as a form. Saved is what was changed (D-042); what is not saved is not left without a question. */
export function ProfileForm({ playerid, asRead, draft, onClose }: Props) {
  const { t } = useTranslation('forms')
  const rules = useMemo(() => profileRules(t), [t])
  const [initial] = useState(() => valuesOf(asRead))
  const [requestId, setRequestId] = useState('')
  const mine = saveOf(useSignalValue(held), requestId)
  const [dirty, setDirty] = useState(false)
  const sent = useRef<ProfileEdits>({})
  const [lost, setLost] = useState<ReadonlySet<string>>(NONE_LOST)
  const close = useRef(onClose)
  close.current = onClose
  const isSaved = mine?.status === 'done'
  const isSaving = mine?.status === 'waiting'
  const isLost = mine?.status === 'refused' && mine.refusal !== null && outcomeOf(mine.refusal) === 'unknown'
  const isPerhapsSaved = isSaving || lost.size > 0
  useEffect(() => {
    if (isLost) setLost((before) => new Set([...before, ...Object.keys(sent.current)]))
  }, [isLost])
  useEffect(() => {
    if (!isSaved) return
    forgetProfileDraft()
    close.current()
  }, [isSaved])
  const giveUp = () => {
    forgetProfileDraft()
    onClose()
  }
  return (
    <Form<ProfileValues>
      className={css.form}
      initial={initial}
      rules={rules}
      busy={isSaving}
      refusal={mine?.status === 'refused' ? mine.refusal : null}
      summary={Summary}
      onDirty={setDirty}
      onSubmit={(values) => {
        const edits = editsOf(initial, values, lost)
        if (Object.keys(edits).length === 0) return giveUp()
        sent.current = edits
        setRequestId(saveProfile(edits))
      }}
    >
      <LeaveGuard dirty={(dirty || lost.size > 0) && !isSaved} saving={isPerhapsSaved} onLeave={forgetProfileDraft} />
      <Draft playerid={playerid} initial={initial} lost={lost} draft={draft} />
      <Fields asRead={asRead} restored={draft !== null} />
      <Failed />
      <SaveBar initial={initial} lost={lost} saving={isPerhapsSaved} onCancel={giveUp} />
    </Form>
  )
}

interface EditedProps {
  initial: ProfileValues
  /** Fields of saves without an answer. */
  lost: ReadonlySet<string>
}

/** Keeps what is typed as long as it is not saved, and puts back what was kept. */
function Draft({ playerid, initial, lost, draft }: EditedProps & { playerid: string; draft: ProfileEdits | null }) {
  const { values, setValues } = useFormikContext<ProfileValues>()
  const isRestored = useRef(false)
  useEffect(() => {
    if (isRestored.current || draft === null) return
    isRestored.current = true
    void setValues({ ...initial, ...(draft as Partial<ProfileValues>) })
  }, [draft, initial, setValues])
  useEffect(() => {
    const edits = editsOf(initial, values, lost)
    if (Object.keys(edits).length > 0) keepProfileDraft(playerid, edits)
    // Before it was put back, nothing differs.
    else if (draft === null || isRestored.current) forgetProfileDraft()
  }, [values, initial, lost, playerid, draft])
  // Whoever signs out has let it go; a session that ended by itself comes back to it.
  const { status, showLogoutDisclaimerModal } = useSignalValue(session)
  useEffect(() => {
    if (status === 'signingOut' && !showLogoutDisclaimerModal) forgetProfileDraft()
  }, [status, showLogoutDisclaimerModal])
  return null
}

function Fields({ asRead, restored }: { asRead: Profile; restored: boolean }) {
  const { t, i18n } = useTranslation('account')
  const { country } = useFormikContext<ProfileValues>().values
  const languages = useMemo(() => {
    const codes = new Set<string>([...MAIL_LANGUAGES, asRead.language].filter(Boolean))
    return [...codes].map((value) => ({ value, label: codeName('language', value, i18n.language) }))
  }, [i18n.language, asRead.language])
  return (
    <>
      <p className={css.note}>{restored ? t('profile.restored') : t('profile.required')}</p>
      {restored && <Spoken words={t('profile.restored')} />}
      <div className={css.grid}>
        <TextField name="firstname" label={t('profile.firstname')} autoComplete="given-name" starred />
        <TextField name="lastname" label={t('profile.lastname')} autoComplete="family-name" starred />
        <TextField name="title" label={t('profile.title')} autoComplete="organization-title" starred />
        <TextField name="company" label={t('profile.company')} autoComplete="organization" />
        <CountryField name="country" label={t('profile.country')} starred />
        <StateField name="state" label={t('profile.state')} country={country} starred={country in STATES} />
        <TextField name="city" label={t('profile.city')} autoComplete="address-level2" />
        <SelectField name="language" label={t('profile.language')} choices={languages} />
        <TextField name="phone" label={t('profile.phone')} type="tel" inputMode="tel" autoComplete="tel" />
        <TextField name="website" label={t('profile.website')} type="url" inputMode="url" autoComplete="url" />
      </div>
    </>
  )
}

function Failed() {
  const { t } = useTranslation('account')
  const { refusal } = useForm()
  const changed = { title: t('profile.changedTitle'), body: t('profile.changedText') }
  return (
    <div className={css.banner}>
      <FormBanner room={0} failed={refusal?.code === 'PROFILE_CHANGED' ? changed : undefined} />
    </div>
  )
}

/** What is not saved yet, and the two ways out. It stays in sight. */
function SaveBar({ initial, lost, saving, onCancel }: EditedProps & { saving: boolean; onCancel: () => void }) {
  const { t } = useTranslation('account')
  const { values } = useFormikContext<ProfileValues>()
  const [isAsking, setIsAsking] = useState(false)
  const count = Object.keys(editsOf(initial, values, lost)).length
  return (
    <div className={css.bar}>
      <p className={css.count}>
        {count > 0 ? (
          <>
            <span className={css.dot} aria-hidden="true" />
            <strong className={css.strong}>{t('profile.unsaved')}</strong> {t('profile.unsavedIn', { count })}
          </>
        ) : (
          t('profile.noChanges')
        )}
      </p>
      <Button variant="quiet" onClick={() => (count > 0 ? setIsAsking(true) : onCancel())}>
        {t('profile.cancel')}
      </Button>
      <Submit>{t('profile.save')}</Submit>
      {isAsking && (
        <LeaveDialog
          saving={saving}
          onStay={() => setIsAsking(false)}
          onLeave={() => {
            setIsAsking(false)
            onCancel()
          }}
        />
      )}
    </div>
  )
}
