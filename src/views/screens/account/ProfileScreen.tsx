import '../../i18n/account.ts'
import { Pencil } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { profileDraft, readProfile } from '#actions/people/profile.ts'
import { profile as held } from '#projections/profile.ts'
import { claims } from '#projections/session.ts'
import { LongWait } from '../../forms/form/LongWait.tsx'
import { ProfileForm } from '../../forms/profile/ProfileForm.tsx'
import { Button } from '../../kit/controls/Button.tsx'
import { Spinner } from '../../kit/graphics/Spinner.tsx'
import { ListState } from '../../kit/lists/ListState.tsx'
import { LeavingButton } from '../../kit/overlays/LeavingButton.tsx'
import { Spoken } from '../../kit/time/Spoken.tsx'
import { useSignalValue } from '../../kit/useSignalValue.ts'
import * as page from '../page.css.ts'
import { ProfileFacts } from './ProfileFacts.tsx'
import * as css from './profile.css.ts'
import { Who } from './Who.tsx'

/** Who the player is, to read and to edit (PROFILE-004). */
export function ProfileScreen() {
  const { t } = useTranslation('account')
  const state = useSignalValue(held)
  const playerid = useSignalValue(claims)?.playerid ?? ''
  const [draft] = useState(() => profileDraft(playerid))
  const [isEditing, setIsEditing] = useState(draft !== null)
  const [isRestored, setIsRestored] = useState(draft !== null)
  const card = useRef<HTMLElement>(null)
  const edit = useRef<HTMLButtonElement>(null)
  const wasEditing = useRef(isEditing)
  useEffect(() => readProfile(), [])
  // What was pressed is gone, with the form or for it. Who went elsewhere while it was saved stays there.
  useEffect(() => {
    if (wasEditing.current !== isEditing && document.activeElement === document.body)
      (isEditing ? card.current?.querySelector('input') : edit.current)?.focus()
    wasEditing.current = isEditing
  }, [isEditing])
  const profile = state?.profile ?? null
  return (
    <div className={page.scroller}>
      <div className={page.page}>
        {profile === null && state?.status === 'error' && (
          <ListState art="broken" title={t('profile.failedTitle')} text={t('profile.failedText')} failed>
            <LeavingButton onClick={readProfile}>{t('profile.again')}</LeavingButton>
          </ListState>
        )}
        {profile === null && state?.status !== 'error' && (
          <>
            <p className={css.waiting}>
              <Spinner />
              <span>{t('profile.loading')}</span>
              <Spoken words={t('profile.loading')} />
            </p>
            <LongWait />
          </>
        )}
        {profile !== null && (
          <section ref={card} className={css.card} aria-label={t('profile.form')}>
            <div className={css.head}>
              <Who avatar={56} />
              {!isEditing && (
                <Button
                  ref={edit}
                  className={css.edit}
                  icon={<Pencil size={16} strokeWidth={1.75} aria-hidden="true" />}
                  onClick={() => setIsEditing(true)}
                >
                  {t('profile.edit')}
                </Button>
              )}
            </div>
            {isEditing ? (
              <ProfileForm
                playerid={playerid}
                asRead={profile}
                draft={isRestored ? draft : null}
                onClose={() => {
                  setIsEditing(false)
                  setIsRestored(false)
                }}
              />
            ) : (
              <ProfileFacts profile={profile} />
            )}
          </section>
        )}
      </div>
    </div>
  )
}
