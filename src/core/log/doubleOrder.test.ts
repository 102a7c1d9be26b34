import { expect, test } from 'vitest'
import { playerVolumeChanged } from '#core/events/player.ts'
import { SELF } from '#core/model/entities.ts'
import { reduce } from '#core/reducers/root.ts'
import type { Store } from '#core/reducers/store.ts'
import { DoubleOrder, ReducedDifferently } from './doubleOrder.ts'
import { Order } from './order.ts'

const placed = { source: 'person', t: 0, cause: null } as const

test('what is reduced alike goes on as in any other order', () => {
  const double = new DoubleOrder()
  const plain = new Order()
  for (const order of [double, plain])
    for (const volume of [3, 0, 9]) order.append(playerVolumeChanged({ volume }), placed)
  expect(double.hash()).toBe(plain.hash())
  expect(double.takeTouched()).toEqual(plain.takeTouched())
})

test('a reducer that hangs on more than state and event is named by its event and table', () => {
  let runs = 0
  const order = new DoubleOrder((state, event) => {
    reduce(state, event)
    if (event.seq === 2) state.patch('setting', SELF, { volume: 60 + ++runs })
  })
  order.append(playerVolumeChanged({ volume: 3 }), placed)
  expect(() => order.append(playerVolumeChanged({ volume: 4 }), placed)).toThrow(ReducedDifferently)
  expect(() => order.append(playerVolumeChanged({ volume: 5 }), placed)).not.toThrow(/volumeChanged \(event 2\)/)
})

test('a table one of the two alone wrote is a difference', () => {
  const order = new DoubleOrder(() => {})
  expect(() => order.append(playerVolumeChanged({ volume: 4 }), placed)).toThrow(
    'player.volumeChanged (event 1), reduced twice on equal states, gives two of them: table "player", "self"',
  )
})

test.each<[string, (state: Store) => void]>([
  ['table "release", "r1"', (state) => state.setText('release', 'r1', '{"releaseid":"r1"}')],
  ['table "setting", "self"', (state) => state.patch('setting', SELF, { volume: 61 })],
  ['table "player", "self"', (state) => state.drop('player', SELF)],
])('what one of the two alone did to %s is seen', (table, spoil) => {
  const order = new DoubleOrder((state, event) => {
    reduce(state, event)
    spoil(state)
  })
  expect(() => order.append(playerVolumeChanged({ volume: 4 }), placed)).toThrow(table)
})

test('what is replayed is reduced twice as well', () => {
  const recorded = new Order().append(playerVolumeChanged({ volume: 4 }), placed)
  const order = new DoubleOrder((state) => state.patch('setting', SELF, { volume: 61 }))
  expect(() => order.replay(recorded)).toThrow(ReducedDifferently)
  const good = new DoubleOrder()
  good.replay(recorded)
  expect(good.store.single('player').volume).toBe(4)
})
