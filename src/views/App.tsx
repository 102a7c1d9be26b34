/** The view, whole: the router, what lies over every screen, and how it gets onto the page. */
import './theme/index.ts'
import './i18n/index.ts'
import { StrictMode, startTransition } from 'react'
import { app } from '#projections/session.ts'
import { createRoot } from './dom.ts'
import { Splash } from './gates.tsx'
import { setErrorWay } from './kit/errorWay.ts'
import { RouterView } from './kit/routing/RouterView.tsx'
import type { AppRouter } from './kit/routing/router.ts'
import { useSignalValue } from './kit/useSignalValue.ts'
import { brokenScreen } from './screens/problems/brokenScreen.tsx'
import { CrashScreen } from './screens/problems/CrashScreen.tsx'
import { ProblemReport } from './screens/problems/ProblemReport.tsx'
import { ReportButton } from './screens/problems/ReportButton.tsx'

export { createAppRouter } from './router.tsx'

setErrorWay(<ReportButton role="link" />)

export function App({ router }: { router: AppRouter }) {
  const { failedWorker } = useSignalValue(app)
  return (
    <>
      {failedWorker ? (
        <CrashScreen failure={failedWorker} />
      ) : (
        <RouterView router={router} before={<Splash />} broken={brokenScreen} />
      )}
      <ProblemReport />
    </>
  )
}

/** Renders the application into an element of the page. */
export function mount(router: AppRouter, root: HTMLElement): void {
  const reactRoot = createRoot(root)
  // In slices: nothing stands yet that could be torn, and whoever presses a key meanwhile is heard between two of them.
  startTransition(() =>
    reactRoot.render(
      <StrictMode>
        <App router={router} />
      </StrictMode>,
    ),
  )
}
