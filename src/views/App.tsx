/** The view, whole: the router, what lies over every screen, and how it gets onto the page. */
import './theme/index.ts'
import './i18n/index.ts'
import { type ReactNode, StrictMode, startTransition, useEffect } from 'react'
import { DRAWN_FORM, PRESSED_EARLY } from '#core/model/firstForm.ts'
import { app, isNobodyKept, sessionStatus } from '#projections/session.ts'
import { createRoot, hydrateRoot } from './dom.ts'
import { Splash } from './gates.tsx'
import { setErrorWay } from './kit/errorWay.ts'
import { RouterView } from './kit/routing/RouterView.tsx'
import type { AppRouter } from './kit/routing/router.ts'
import { noteTyped, takePressed, takeTyped } from './kit/typedEarly.ts'
import { useSignalValue } from './kit/useSignalValue.ts'
import { brokenScreen } from './screens/problems/brokenScreen.tsx'
import { CrashScreen } from './screens/problems/CrashScreen.tsx'
import { ProblemReport } from './screens/problems/ProblemReport.tsx'
import { ReportButton } from './screens/problems/ReportButton.tsx'

export { whenHere } from './kit/routing/router.ts'
export { createAppRouter } from './router.tsx'

setErrorWay(<ReportButton role="link" />)

/** What stands where a screen could not be drawn. */
export type Broken = (error: unknown) => ReactNode

export function App({ router, broken = brokenScreen }: { router: AppRouter; broken?: Broken }) {
  const { failedWorker } = useSignalValue(app)
  useEffect(pressAgain, [])
  return (
    <>
      {failedWorker ? (
        <CrashScreen failure={failedWorker} />
      ) : (
        <RouterView router={router} before={<Splash />} broken={broken} />
      )}
      <ProblemReport />
    </>
  )
}

/** Whether what the build drew has been taken over, or never stood there. */
let isTakenOver = false

/**
 * What was pressed in the drawn form before anybody listened is pressed now, once the form has taken over what was typed.
 * @returns how to leave it
 */
function pressAgain(): () => void {
  isTakenOver = true
  const timer = setTimeout(() => {
    // No other form is given it.
    takeTyped()
    takePressed(document.body)?.click()
  })
  return () => clearTimeout(timer)
}

/** What cannot be taken over is drawn anew, which is nobody's mistake: extensions put signs of their own beside fields. */
function recovered(error: unknown): void {
  if (isTakenOver) reportError(error)
}

/**
 * Renders the application into an element of the page. The form that the build drew there is taken over as it stands,
 * with what was typed, unless it is known by now that something else is to be shown.
 * @param broken stands where a screen could not be drawn. Default: the page's own
 */
export function mount(router: AppRouter, root: HTMLElement, broken?: Broken): void {
  const whole = (
    <StrictMode>
      <App router={router} {...(broken && { broken })} />
    </StrictMode>
  )
  const isForm = isNobodyKept.peek() && ['restoring', 'signedOut'].includes(sessionStatus.peek())
  const isDrawn = DRAWN_FORM in root.dataset
  const isTaken = isDrawn && isForm
  if (isTaken) noteTyped(root, PRESSED_EARLY)
  // A form that nobody answers must not stand there.
  else if (isDrawn) root.replaceChildren()
  // From here on what is pressed is the library's to answer.
  delete root.dataset[DRAWN_FORM]
  // In slices: nothing stands yet that could be torn, and whoever presses a key meanwhile is heard between two of them.
  startTransition(() => {
    if (isTaken) hydrateRoot(root, whole, { onRecoverableError: recovered })
    else createRoot(root).render(whole)
  })
}
