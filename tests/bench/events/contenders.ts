/** The two who are compared: our state, and a Redux Toolkit store that does the same, each with a screen that looks on. */

import { effect } from '@preact/signals-react'
import { configureStore, Tuple } from '@reduxjs/toolkit'
import type { AppEvent } from '#core/events/index.ts'
import { type Kind, SELF } from '#core/model/entities.ts'
import '#core/reducers/late.ts'
import { reduce } from '#core/reducers/root.ts'
import { Store } from '#core/reducers/store.ts'
import { attach, entity, project } from '#projections/entity.ts'
import { TABLES, type ToolkitState, toolkitReducer } from './toolkit.ts'

/** What a screen shows while files load: cards, rows of the downloads, what is said, and what was chosen. */
const LOOKED_AT: readonly (readonly [Kind & keyof ToolkitState, string])[] = [
  ...Array.from({ length: 30 }, (_, n) => ['release', `release-${n}`] as const),
  ...Array.from({ length: 14 }, (_, n) => ['job', `job-${n}`] as const),
  ['jobOrder', SELF],
  ['noticeOrder', SELF],
  ['noticeHistory', SELF],
  ['setting', SELF],
]

export interface Outcome {
  /** Every table of both, by id. */
  readonly tables: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  /** How often something on the screen was told that it changed. */
  readonly told: number
}

/** Reduces, and publishes each event to the signals of the screen. */
export function runOurs(events: readonly AppEvent[]): Outcome {
  const store = new Store()
  attach(store)
  let told = 0
  const kept = LOOKED_AT.map(([kind, id]) => entity(kind, id))
  const ends = kept.map((signal) =>
    effect(() => {
      void signal.value
      told++
    }),
  )
  told = 0
  for (const event of events) {
    reduce(store, event)
    project(store.takeTouched())
  }
  for (const end of ends) end()
  const rows = (kind: Kind) => Object.fromEntries([...store.ids(kind)].map((id) => [id, store.get(kind, id)]))
  return { tables: Object.fromEntries(TABLES.map((kind) => [kind, rows(kind)])), told }
}

/** Dispatches; the subscriber asks a selector for each thing on the screen, as `react-redux` does. */
export function runToolkit(events: readonly AppEvent[]): Outcome {
  const store = configureStore({ reducer: toolkitReducer, middleware: () => new Tuple(), devTools: false })
  let told = 0
  for (const [kind, id] of LOOKED_AT) {
    let before = store.getState()[kind][id]
    store.subscribe(() => {
      const now = store.getState()[kind][id]
      if (now === before) return
      before = now
      told++
    })
  }
  for (const { type, payload, t } of events) store.dispatch({ type, payload, meta: { t } } as never)
  const state = store.getState()
  return { tables: Object.fromEntries(TABLES.map((kind) => [kind, state[kind]])), told }
}
