import { afterEach, expect, it, vi } from 'vitest'
import { WorkerGone, watch, YIELDED } from './worker.ts'

interface Calls {
  one(): Promise<number>
}

/** A worker that answers nothing. */
class Silent extends EventTarget {
  terminated = 0
  postMessage(): void {}
  terminate(): void {
    this.terminated += 1
  }
}

afterEach(() => void vi.unstubAllGlobals())

it('what a worker was asked before it died, and after, is refused; it dies once', async () => {
  const worker = new Silent()
  const died: string[] = []
  const { remote, giveUp } = watch<Calls>(worker as unknown as Worker, 'x', (message) => void died.push(message), false)
  const asked = remote.one()
  giveUp('it hangs')
  giveUp('twice')
  await expect(asked).rejects.toBeInstanceOf(WorkerGone)
  await expect(remote.one()).rejects.toBeInstanceOf(WorkerGone)
  expect(died).toEqual(['it hangs'])
  expect(worker.terminated).toBe(1)
})

it('H-520: takes one that makes way for that of another tab for gone, and tells it from one that died', () => {
  const worker = new Silent()
  const died = vi.fn()
  watch<Calls>(worker as unknown as Worker, 'x', died, false)
  worker.dispatchEvent(new MessageEvent('message', { data: { yields: true } }))
  expect(died.mock.calls).toEqual([[YIELDED, true]])
  expect(worker.terminated).toBe(1)
})

it.each([
  ['its script did not come', null, '', false],
  ['its script threw', null, 'x is not a function', true],
  ['it had said something', { held: 'its lock' }, '', true],
])('says of one that died whether its script came: %s', (_, said, message, hasLived) => {
  const died: boolean[] = []
  const worker = new Silent()
  watch<Calls>(worker as unknown as Worker, 'x', (_message, lived) => void died.push(lived), false)
  if (said) worker.dispatchEvent(new MessageEvent('message', { data: said }))
  worker.dispatchEvent(Object.assign(new Event('error'), message === '' ? {} : { message }))
  expect(died).toEqual([hasLived])
})
