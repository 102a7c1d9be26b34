/** Joins an inspector to what runs: the state worker's events, the workers' health and the page's own state. */
import { signal } from '@preact/signals-react'
import { inspect } from '#bridge/inspect.ts'
import type { Bridge } from '#bridge/start.ts'
import { peekState } from '#projections/entity.ts'
import { LiveLog } from '#views/inspect/liveLog.ts'
import { mountInspector } from '#views/inspect/mount.tsx'
import { type DevToolsBridge, type DevToolsExtension, toDevTools } from './devTools.ts'
import { watchHealth } from './health.ts'
import { createLiveState } from './liveState.ts'

declare global {
  var __REDUX_DEVTOOLS_EXTENSION__: DevToolsExtension | undefined
}

/** Stands at once: when a worker is broken is when somebody looks. */
export function openInspector(bridge: Bridge): void {
  const log = new LiveLog()
  const edition = signal(0)
  const seq = signal(0)
  const health = watchHealth(bridge)
  const extension = globalThis.__REDUX_DEVTOOLS_EXTENSION__
  const tools: DevToolsBridge | null = extension ? toDevTools(extension, peekState) : null
  const close = inspect(bridge, ({ events, passed, health: state }) => {
    health.told(events, state)
    tools?.add(events)
    log.add(events, passed)
    seq.value = events.findLast(({ seq: kept }) => kept > 0)?.seq ?? seq.value
    if (events.length > 0) edition.value++
  })
  const unmount = mountInspector(
    {
      log,
      state: createLiveState(peekState, seq),
      health: health.health,
      edition,
      close() {
        close()
        health.end()
        tools?.end()
        unmount()
      },
    },
    document.getElementById('root'),
  )
}
