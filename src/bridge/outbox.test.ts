import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Sent } from '#core/contracts/state.ts'
import { appWentOffline } from '#core/events/app.ts'
import { FACTS_MANY, FACTS_MS, Outbox } from './outbox.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

let made = 0
const sent = (): Sent => ({ wish: ++made, at: 0, source: 'platform', draft: appWentOffline({}) })

function outbox(timersLag = false) {
  const messages: number[] = []
  const all: (readonly Sent[])[] = []
  const box = new Outbox({
    post: (message) => {
      const told = JSON.parse(message) as readonly Sent[]
      messages.push(told.length)
      all.push(told)
    },
    now: () => performance.now(),
    timersLag: () => timersLag,
  })
  return { box, messages, all }
}

/** The microtasks of a task that ends. */
const taskEnds = () => Promise.resolve()

it('sends what one task made as one message at its end', async () => {
  const { box, messages } = outbox()
  for (let n = 0; n < 20; n++) box.add(sent(), false)
  expect(messages).toEqual([])
  await taskEnds()
  expect(messages).toEqual([20])
})

it('sends facts that come soon after others together, at most so often', async () => {
  const { box, messages } = outbox()
  for (let task = 0; task < 10; task++) {
    box.add(sent(), false)
    await taskEnds()
    vi.advanceTimersByTime(FACTS_MS / 4)
  }
  vi.advanceTimersByTime(2 * FACTS_MS)
  // The first at once, the last when its time has come.
  expect(messages).toEqual([1, 3, 4, 2])
  box.add(sent(), false)
  await taskEnds()
  expect(messages).toEqual([1, 3, 4, 2, 1])
})

it('lets no wish wait, and sends with it the facts that stand before it', async () => {
  const { box, messages, all } = outbox()
  box.add(sent(), false)
  await taskEnds()
  const fact = sent()
  const wish = sent()
  box.add(fact, false)
  await taskEnds()
  expect(messages).toEqual([1])
  box.add(wish, true)
  await taskEnds()
  expect(all[1]).toEqual([fact, wish])
  // Nothing is left that a timer would send.
  vi.advanceTimersByTime(10 * FACTS_MS)
  expect(messages).toEqual([1, 2])
})

it('lets many facts wait no longer', async () => {
  const { box, messages } = outbox()
  box.add(sent(), false)
  await taskEnds()
  for (let n = 0; n < FACTS_MANY - 1; n++) box.add(sent(), false)
  await taskEnds()
  expect(messages).toEqual([1])
  box.add(sent(), false)
  await taskEnds()
  expect(messages).toEqual([1, FACTS_MANY])
})

it('waits for no timer where timers lag', async () => {
  const { box, messages } = outbox(true)
  for (let task = 0; task < 3; task++) {
    box.add(sent(), false)
    await taskEnds()
  }
  expect(messages).toEqual([1, 1, 1])
})

it('sends at once when told to, and no empty message', async () => {
  const { box, messages } = outbox()
  box.add(sent(), false)
  box.post()
  await taskEnds()
  box.add(sent(), false)
  box.post()
  box.post()
  vi.advanceTimersByTime(10 * FACTS_MS)
  expect(messages).toEqual([1, 1])
})
