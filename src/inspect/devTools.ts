/**
 * Sends what happens to the Redux DevTools extension, where it is installed: events as actions, with the state as the
 * page knows it. What names people is masked, as an extension may send on what it is told.
 */
import { type AppEvent, definitionOf } from '#core/events/index.ts'
import { createMasking, type Masking } from '#core/log/masking/masking.ts'
import { PERSONAL } from '#core/log/masking/personal.ts'
import { KINDS, type Kind, SELF, SINGLES } from '#core/model/entities.ts'
import type { ReadonlyStore } from '#core/reducers/store.ts'

/** What of the extension is used. */
export interface DevToolsExtension {
  connect(options: { readonly name: string }): {
    init(state: unknown): void
    send(action: { readonly type: string; readonly [field: string]: unknown }, state: unknown): void
  }
}

/** Between one batch and the next, ms. */
export const EVERY_MS = 500
/** Of one batch no more actions are sent. */
export const MOST_ACTIONS = 50
/** Of one table no more entities are sent. */
const MOST_ENTITIES = 200

export interface DevToolsBridge {
  add(events: readonly AppEvent[]): void
  end(): void
}

export function toDevTools(extension: DevToolsExtension, state: () => ReadonlyStore): DevToolsBridge {
  const masking = createMasking()
  const masked = new WeakMap<object, unknown>()
  const tools = extension.connect({ name: 'Player' })
  let waiting: AppEvent[] = []
  let left = 0
  let timer: ReturnType<typeof setTimeout> | null = null
  tools.init(shown(state(), masking, masked))

  function send(): void {
    timer = null
    const now = shown(state(), masking, masked)
    for (const event of waiting) tools.send(actionOf(event, masking), now)
    if (left > 0) tools.send({ type: 'inspector.leftOut', count: left }, now)
    waiting = []
    left = 0
  }

  return {
    add(events) {
      if (events.length === 0) return
      waiting.push(...events)
      // The last ones say most about the state that is sent with them.
      const over = Math.max(0, waiting.length - MOST_ACTIONS)
      left += over
      if (over > 0) waiting = waiting.slice(over)
      timer ??= setTimeout(send, EVERY_MS)
    },
    end() {
      if (timer !== null) clearTimeout(timer)
    },
  }
}

function actionOf(event: AppEvent, masking: Masking) {
  const { type, seq, t, source, cause } = event
  const payload = definitionOf(event).personal
    ? (JSON.parse(masking.event(JSON.stringify({ type, payload: event.payload }))) as { payload: unknown }).payload
    : event.payload
  return { type, seq, t, source, cause, payload }
}

function shown(state: ReadonlyStore, masking: Masking, known: WeakMap<object, unknown>): Record<string, unknown> {
  const entityOf = (kind: Kind, id: string): unknown => {
    const entity = state.get(kind, id)
    if (entity === undefined || !PERSONAL[kind]) return entity
    const held = known.get(entity)
    if (held !== undefined) return held
    const [, , safe] = JSON.parse(masking.entity(JSON.stringify([kind, id, entity]))) as [Kind, string, unknown]
    known.set(entity, safe)
    return safe
  }
  const tables: Record<string, unknown> = {}
  for (const kind of KINDS) {
    if (kind in SINGLES) tables[kind] = entityOf(kind, SELF)
    else
      tables[kind] = Object.fromEntries(
        [...state.ids(kind)].slice(0, MOST_ENTITIES).map((id) => [id, entityOf(kind, id)]),
      )
  }
  return tables
}
