import { expect, it } from 'vitest'
import { lateWorker } from './lateWorker.ts'

/** Notes what is asked of it, in order. */
function noted() {
  const calls: unknown[][] = []
  const note =
    (name: string) =>
    (...args: unknown[]) =>
      calls.push([name, ...args])
  const worker = {
    postMessage: note('post'),
    addEventListener: note('add'),
    removeEventListener: note('remove'),
    terminate: note('terminate'),
  } as unknown as Worker
  return { calls, worker }
}
const hear = () => {}
const tick = () => new Promise((done) => setTimeout(done))

it('begins when it may, and is given what waited, in order and with its ports', async () => {
  const { calls, worker } = noted()
  let resolve = () => {}
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  let made = 0
  const late = lateWorker(() => {
    made++
    return worker
  }, promise)
  const { port1 } = new MessageChannel()
  late.addEventListener('message', hear)
  late.postMessage({ first: true }, [port1])
  late.removeEventListener('message', hear)
  late.addEventListener('message', hear, { once: true })
  await tick()
  expect([made, calls, late.hasBegun]).toEqual([0, [], false])
  resolve()
  await tick()
  late.postMessage({ second: true })
  expect([made, late.hasBegun]).toEqual([1, true])
  expect(calls).toEqual([
    ['add', 'message', hear],
    ['post', { first: true }, [port1]],
    ['remove', 'message', hear],
    ['add', 'message', hear, { once: true }],
    ['post', { second: true }, undefined],
  ])
  port1.close()
})

it('is the worker itself when there is nothing to wait for', () => {
  const { worker } = noted()
  expect(lateWorker(() => worker, null)).toBe(worker)
})

it('begins also when what it waited for failed', async () => {
  const { calls, worker } = noted()
  const late = lateWorker(() => worker, Promise.reject(new Error('no screen')))
  late.postMessage('one')
  await tick()
  expect(calls).toEqual([['post', 'one', undefined]])
})

it('never begins once it was ended', async () => {
  let made = 0
  const late = lateWorker(() => {
    made++
    return noted().worker
  }, Promise.resolve())
  late.postMessage('one')
  late.terminate()
  await tick()
  expect(made).toBe(0)
})
