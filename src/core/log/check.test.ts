import { expect, test } from 'vitest'
import { finished, recordedLog } from '#tests/support/recordedLog.ts'
import { appNavigated } from '../events/app.ts'
import type { AppEvent } from '../events/index.ts'
import { playerVolumeChanged } from '../events/player.ts'
import { settingRestored } from '../events/settings.ts'
import { SETTINGS_DEFAULT } from '../model/settings.ts'
import { reduce } from '../reducers/root.ts'
import type { Store } from '../reducers/store.ts'
import { checkLog } from './check.ts'

const log = recordedLog(
  Array.from({ length: 12 }, (_, at) => playerVolumeChanged({ volume: at + 1 })),
  4,
)
/** The reducers of this build, with a mistake at the fifth event. */
const spoilt = (mistake: (state: Store, event: AppEvent) => void) => (state: Store, event: AppEvent) => {
  reduce(state, event)
  if (event.seq === 5) mistake(state, event)
}
const checked = (mistake: (state: Store, event: AppEvent) => void) => finished(checkLog(log, spoilt(mistake)))

test('a log that holds has nothing against it, and the same hash by both ways', () => {
  const all = finished(checkLog(log))
  expect(all).toMatchObject({ difference: null, checkpoints: 3, broken: [], unequal: [], threw: null })
  expect(all.wholeHash).toBe(all.state)
})

test('a rule that is broken is told where that began, once', () => {
  const { broken, difference } = checked((state) => state.patch('starred', 'self', { ids: ['p', 'p'] }))
  expect(broken).toEqual([{ seq: 5, name: 'a starred playlist is listed once', fault: 'p stands twice' }])
  expect(difference).toMatchObject({ seq: 8, after: 4 })
})

test('a reducer that makes something else of an equal state is told once', () => {
  let times = 0
  const { unequal } = checked((state) => state.patch('app', 'self', { startedAt: ++times }))
  expect(unequal).toEqual([{ seq: 5, kind: 'app', id: 'self' }])
})

test('a reducer that changes its event throws there, and nothing behind is looked at', () => {
  const { threw, checkpoints, state, wholeHash } = checked((store, event) => {
    store.patch('app', 'self', { path: '/half' })
    Object.assign(event.payload, { volume: 1 })
  })
  expect(threw).toEqual({
    seq: 5,
    type: 'player.volumeChanged',
    line: 6,
    message: expect.stringContaining('read only'),
  })
  expect(checkpoints).toBe(1)
  expect(state, 'what it did by then is in both').toBe(wholeHash)
})

test('a reducer that writes past the store leaves a hash that is not that of the state', () => {
  const { state, wholeHash } = checked((store) => {
    // One of its own: what every state begins with is shared.
    store.set('app', 'self', { ...store.single('app') })
    store.takeTouched()
    Object.assign(store.single('app'), { path: '/behind' })
  })
  expect(wholeHash).not.toBe(state)
})

test('an event that cannot be applied is not', () => {
  const odd = {
    ...recordedLog([appNavigated({ path: '/a', search: '' })]),
    skipped: new Map([[1, 'unknown type']]),
    checkpoints: [],
  }
  expect(finished(checkLog(odd))).toMatchObject({ threw: null, broken: [] })
})

test('an event that names a cause behind it is told, and applied', () => {
  const events = [...log.events].map((event) => (event.seq === 3 ? { ...event, cause: 5 } : event))
  const { causes, difference } = finished(checkLog({ ...log, events }))
  expect({ causes, difference }).toEqual({ causes: [{ seq: 3, cause: 5 }], difference: null })
})

test('how far it has come is told every 64 events', () => {
  const long = recordedLog(Array.from({ length: 150 }, (_, at) => playerVolumeChanged({ volume: at % 90 })))
  expect([...checkLog(long)]).toEqual([64, 128])
})

test('a reducer that changes what lies deep in its event throws too', () => {
  const deep = recordedLog([settingRestored({ settings: SETTINGS_DEFAULT })])
  const { threw } = finished(
    checkLog(deep, (state, event) => {
      reduce(state, event)
      if (event.type === 'setting.restored') Object.assign(event.payload.settings, { volume: 1 })
    }),
  )
  expect(threw?.seq).toBe(1)
})
