// What passes a port is counted either way, and passes it all the same.
import { expect, it, vi } from 'vitest'
import { Traffic } from './traffic.ts'

it('counts what is said and what is heard, by worker, until nobody looks any more', async () => {
  const { port1, port2 } = new MessageChannel()
  const [here, there] = [vi.fn(), vi.fn()]
  port1.onmessage = ({ data }) => here(data)
  port2.onmessage = ({ data }) => there(data)
  const traffic = new Traffic()
  traffic.watch('session', port1)
  port1.postMessage('out')
  port2.postMessage('in')
  port2.postMessage('in again')
  await vi.waitFor(() => expect([here.mock.calls.length, there.mock.calls]).toEqual([2, [['out']]]))
  expect(traffic.take()).toEqual({ session: 3 })
  expect(traffic.take()).toEqual({})
  traffic.end()
  port1.postMessage('out')
  port2.postMessage('in')
  await vi.waitFor(() => expect([here.mock.calls.length, there.mock.calls.length]).toEqual([3, 2]))
  expect(traffic.take()).toEqual({})
  port1.close()
})
