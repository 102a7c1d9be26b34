import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useSearchParams } from 'react-router-dom'
import { Created } from '../../forms/Created.tsx'
import { SignInForm } from '../../forms/SignInForm.tsx'
import { usePreload, useScript } from '../../kit/script.ts'
import { AccessPage } from '../AccessPage.tsx'
import { magicLinkForm } from './scripts.ts'

/** What a page that leads here says of it. */
export interface SignInState {
  readonly way?: 'magicLink'
  readonly email?: string
  /** The link somebody came with does not work (D-011). */
  readonly isLinkGone?: boolean
}

const LATER = [magicLinkForm]

/** The way in: a form beside a wall of covers, for a password or for a link out of a mail (ROUTE-001). */
export function SignInScreen() {
  const state = (useLocation().state ?? {}) as SignInState
  const [way, setWay] = useState<'password' | 'magicLink'>(state.way ?? 'password')
  const [isSwitched, setSwitched] = useState(false)
  const [email, setEmail] = useState(state.email ?? '')
  const isCreated = useSearchParams()[0].get('successSignUpCoworker') === 'true'
  usePreload(LATER)
  const change = (to: typeof way) => (typed: string) => {
    setEmail(typed)
    setSwitched(true)
    setWay(to)
  }
  return (
    <AccessPage>
      {way === 'magicLink' ? (
        <MagicLink
          email={email}
          isSwitched={isSwitched}
          isLinkGone={state.isLinkGone === true}
          onPassword={change('password')}
        />
      ) : (
        <SignInForm email={email} isSwitched={isSwitched} onMagicLink={change('magicLink')}>
          {isCreated && <Created />}
        </SignInForm>
      )}
    </AccessPage>
  )
}

/** Its script comes when it is wanted; meanwhile, and without it, the password stays a way in. */
function MagicLink(props: {
  email: string
  isSwitched: boolean
  isLinkGone: boolean
  onPassword: (email: string) => void
}) {
  const { t } = useTranslation()
  const { module, status, retry } = useScript(magicLinkForm)
  if (module) return <module.MagicLinkForm {...props} />
  return status === 'loading' ? null : (
    <SignInForm email={props.email} isSwitched={props.isSwitched} onMagicLink={retry}>
      <p role="alert">{t('missing.text')}</p>
    </SignInForm>
  )
}
