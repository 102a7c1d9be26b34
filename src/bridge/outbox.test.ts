import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { readSent, type Sent } from '#core/contracts/state.ts'
import { appWentOffline } from '#core/events/app.ts'
import { FACTS_FREE, FACTS_MANY, FACTS_MS, Outbox } from './outbox.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

let made = 0
const sent = (): Sent => ({ wish: ++made, at: 0, source: 'platform', draft: appWentOffline({}) })

function outbox(timersLag = false) {
  const messages: number[] = []
  const all: (readonly Sent[])[] = []
  const box = new Outbox({
    post: (message) => {
      const told = readSent(message)
      messages.push(told.length)
      all.push(told)
    },
    now: () => performance.now(),
    timersLag: () => timersLag,
  })
  const add = ({ wish, at, source, draft }: Sent, waitedFor: boolean) => box.add(wish, at, source, draft, waitedFor)
  return { box, add, messages, all }
}

/** The microtasks of a task that ends. */
const taskEnds = () => Promise.resolve()

it('sends what one task made as one message at its end', async () => {
  const { add, messages } = outbox()
  for (let n = 0; n < 20; n++) add(sent(), false)
  expect(messages).toEqual([])
  await taskEnds()
  expect(messages).toEqual([20])
})

/** So many facts that it is a flood from the next one on. */
async function flood({ add, messages }: ReturnType<typeof outbox>): Promise<void> {
  for (let n = 0; n < FACTS_FREE; n++) {
    add(sent(), false)
    await taskEnds()
  }
  expect(messages.splice(0)).toEqual(Array.from({ length: FACTS_FREE }, () => 1))
}

it('sends facts that come in a flood together, at most so often', async () => {
  const box = outbox()
  const { add, messages } = box
  await flood(box)
  for (let task = 0; task < 10; task++) {
    add(sent(), false)
    await taskEnds()
    vi.advanceTimersByTime(FACTS_MS / 4)
  }
  vi.advanceTimersByTime(2 * FACTS_MS)
  expect(messages.splice(0)).toEqual([4, 4, 2])
  // The last was sent a while ago: the flood is over.
  await flood(box)
})

it('lets no wish wait, and sends with it the facts that stand before it', async () => {
  const box = outbox()
  const { add, messages, all } = box
  await flood(box)
  const fact = sent()
  const wish = sent()
  add(fact, false)
  await taskEnds()
  expect(messages).toEqual([])
  add(wish, true)
  await taskEnds()
  expect(all.at(-1)).toEqual([fact, wish])
  // Nothing is left that a timer would send.
  vi.advanceTimersByTime(10 * FACTS_MS)
  expect(messages).toEqual([2])
})

it('lets many facts wait no longer', async () => {
  const box = outbox()
  const { add, messages } = box
  await flood(box)
  for (let n = 0; n < FACTS_MANY - 1; n++) add(sent(), false)
  await taskEnds()
  expect(messages).toEqual([])
  add(sent(), false)
  await taskEnds()
  expect(messages).toEqual([FACTS_MANY])
})

it('waits for no timer where timers lag', async () => {
  const box = outbox(true)
  const { add, messages } = box
  await flood(box)
  for (let task = 0; task < 3; task++) {
    add(sent(), false)
    await taskEnds()
  }
  expect(messages).toEqual([1, 1, 1])
})

it('sends at once when told to, and no empty message', async () => {
  const all = outbox()
  const { box, add, messages } = all
  await flood(all)
  add(sent(), false)
  box.post()
  await taskEnds()
  add(sent(), false)
  box.post()
  box.post()
  vi.advanceTimersByTime(10 * FACTS_MS)
  expect(messages).toEqual([1, 1])
})
