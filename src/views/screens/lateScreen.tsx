import { type ComponentType, useEffect } from 'react'
import { screenStands } from '#projections/session.ts'
import { type Script, useScript } from '../kit/script.ts'
import { MissingScreen } from './problems/MissingScreen.tsx'

interface Props<M> {
  script: Script<M>
  screenOf: (module: M) => ComponentType
  /** It stands inside the shell. */
  inShell: boolean
}

/**
 * A route's `late`: what was shown stays until the screen's script is here. The router asks for one once: that it did
 * not come is said in the screen's place, with a way to try again.
 */
export function lateScreen<M>(
  script: Script<M>,
  screenOf: (module: M) => ComponentType,
  { inShell }: { inShell: boolean },
) {
  return async () => {
    await script.load().catch(() => {})
    return <LateScreen script={script} screenOf={screenOf} inShell={inShell} />
  }
}

/** What a script shows, once it is here. */
export function LateScreen<M>({ script, screenOf, inShell }: Props<M>) {
  const { module, status, retry } = useScript(script)
  const isHere = module !== null
  useEffect(() => {
    if (isHere) screenStands.value = true
  }, [isHere])
  if (module !== null) {
    const Screen = screenOf(module)
    return <Screen />
  }
  return status === 'loading' ? null : <MissingScreen inShell={inShell} busy={status === 'again'} onRetry={retry} />
}
