import { afterEach, expect, it, vi } from 'vitest'
import { WorkerGone, watch } from './worker.ts'

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

it('says of one that died whether it ever lived', () => {
  const died: boolean[] = []
  for (const lives of [false, true]) {
    const worker = new Silent()
    watch<Calls>(worker as unknown as Worker, 'x', (_, hasLived) => void died.push(hasLived), false)
    if (lives) worker.dispatchEvent(new MessageEvent('message', { data: { held: 'its lock' } }))
    worker.dispatchEvent(new Event('error'))
  }
  expect(died).toEqual([false, true])
})
