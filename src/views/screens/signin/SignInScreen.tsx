import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useSearchParams } from 'react-router-dom'
import { Created } from '../../forms/Created.tsx'
import { SignInForm } from '../../forms/SignInForm.tsx'
import type { SignInTyped } from '../../forms/signInRules.ts'
import { usePreload, useScript } from '../../kit/script.ts'
import { AccessPage } from '../AccessPage.tsx'
import { magicLinkForm } from './scripts.ts'

/** What a page that leads here says of it. */
export interface SignInState extends Partial<Readonly<SignInTyped>> {
  readonly way?: 'magicLink'
  /** The link somebody came with does not work (D-011). */
  readonly isLinkGone?: boolean
}

const LATER = [magicLinkForm]

/** The way in: a form beside a wall of covers, for a password or for a link out of a mail (ROUTE-001). */
export function SignInScreen() {
  const state = (useLocation().state ?? {}) as SignInState
  const [way, setWay] = useState<'password' | 'magicLink'>(state.way ?? 'password')
  const [isSwitched, setSwitched] = useState(false)
  const [typed, setTyped] = useState<SignInTyped>({
    email: state.email ?? '',
    publicDevice: state.publicDevice === true,
  })
  const isCreated = useSearchParams()[0].get('successSignUpCoworker') === 'true'
  usePreload(LATER)
  const change = (to: typeof way) => (known: SignInTyped) => {
    setTyped(known)
    setSwitched(true)
    setWay(to)
  }
  return (
    <AccessPage>
      {way === 'magicLink' ? (
        <MagicLink
          typed={typed}
          isSwitched={isSwitched}
          isLinkGone={state.isLinkGone === true}
          onTyped={setTyped}
          onPassword={change('password')}
        />
      ) : (
        <SignInForm typed={typed} isSwitched={isSwitched} onMagicLink={change('magicLink')}>
          {isCreated && <Created />}
        </SignInForm>
      )}
    </AccessPage>
  )
}

/** Its script comes when it is wanted; meanwhile, and without it, the password stays a way in. */
function MagicLink({
  onTyped,
  ...props
}: {
  typed: SignInTyped
  isSwitched: boolean
  isLinkGone: boolean
  /** It was asked for once more, with what was typed meanwhile. */
  onTyped: (typed: SignInTyped) => void
  onPassword: (typed: SignInTyped) => void
}) {
  const { t } = useTranslation()
  const { module, status, retry } = useScript(magicLinkForm)
  if (module) return <module.MagicLinkForm {...props} />
  return status === 'loading' ? null : (
    <SignInForm
      typed={props.typed}
      isSwitched={props.isSwitched}
      onMagicLink={(typed) => {
        onTyped(typed)
        retry()
      }}
    >
      <p role="alert">{t('missing.text')}</p>
    </SignInForm>
  )
}
