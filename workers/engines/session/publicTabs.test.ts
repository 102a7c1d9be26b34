import { expect, test } from 'vitest'
import { FakeClock } from '#tests/support/fakeClock.ts'
import { askTabs } from './publicTabs.ts'

function setUp() {
  const clock = new FakeClock()
  const state = { asked: 0, isAnswered: false, isAnybody: true, isOver: false }
  const publicTabs = { hold: () => undefined, anybody: async () => state.isAnybody }
  void askTabs(
    { clock, publicTabs },
    () => state.asked++,
    () => state.isAnswered,
  ).then(() => {
    state.isOver = true
  })
  return { clock, state }
}

test('D-006: tabs that hold the session are asked four times a second until one answers', async () => {
  const { clock, state } = setUp()
  await clock.advance(500)
  expect(state).toMatchObject({ asked: 3, isOver: false })
  state.isAnswered = true
  await clock.advance(250)
  expect(state).toMatchObject({ asked: 3, isOver: true })
})

test('D-006: tabs that never answer are asked for five seconds', async () => {
  const { clock, state } = setUp()
  await clock.advance(4999)
  expect(state).toMatchObject({ asked: 20, isOver: false })
  await clock.advance(1)
  expect(state).toMatchObject({ asked: 20, isOver: true })
})

test('D-006: nobody is asked any more once no tab is left', async () => {
  const { clock, state } = setUp()
  await clock.advance(0)
  state.isAnybody = false
  await clock.advance(250)
  expect(state).toMatchObject({ asked: 1, isOver: true })
})
