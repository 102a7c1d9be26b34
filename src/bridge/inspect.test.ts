import { expect, it } from 'vitest'
import type { FromInspected } from '#core/contracts/inspect.ts'
import { inspect } from './inspect.ts'
import type { Bridge } from './start.ts'

type State = Pick<Bridge, 'state'>

it('whoever looks on need not wait for a state worker that is silent, and hears it when it speaks', async () => {
  let port: MessagePort | null = null
  const state = { inspect: (given: MessagePort) => new Promise(() => (port = given)) }
  const heard: FromInspected[] = []
  const close = inspect({ state } as unknown as State, (message) => heard.push(message))
  expect(close).toBeTypeOf('function')
  ;(port as MessagePort | null)?.postMessage({ events: [] })
  await expect.poll(() => heard).toEqual([{ events: [] }])
  close()
})

it('one that is gone is no error of whoever looks on', async () => {
  const state = { inspect: () => Promise.reject(new Error('gone')) }
  expect(inspect({ state } as unknown as State, () => {})).toBeTypeOf('function')
  await new Promise(setImmediate)
})
