import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { leaving } from './left.ts'

/** A server whose answers wait to be written, and the signals of its requests. */
async function waiting(answer: boolean) {
  const signals: AbortSignal[] = []
  const server = createServer((_request, response) => {
    signals.push(leaving(response))
    if (answer) response.end('{}')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => void server.close())
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  await expect.poll(() => signals.length).toBe(1)
  return { socket, signals }
}

test('who leaves before the answer stops what is done for them', async () => {
  const { socket, signals } = await waiting(false)
  expect(signals[0]?.aborted).toBe(false)
  socket.destroy()
  await expect.poll(() => signals[0]?.aborted).toBe(true)
  expect(signals[0]?.reason).toMatchObject({ status: 499, code: 'CALLER_LEFT' })
})

test('who leaves with the answer has not left before it', async () => {
  const { socket, signals } = await waiting(true)
  await new Promise((done) => socket.once('data', done))
  socket.destroy()
  await new Promise((done) => setTimeout(done, 50))
  expect(signals[0]?.aborted).toBe(false)
})

test('who left before anybody asked has left', async () => {
  const { promise: over, resolve: end } = deferred()
  const server = createServer(async (_request, response) => {
    await new Promise((done) => response.once('close', done))
    end(leaving(response))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => void server.close())
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  server.once('request', () => socket.destroy())
  expect((await over).aborted).toBe(true)
})

function deferred() {
  let resolve = (_: AbortSignal) => {}
  const promise = new Promise<AbortSignal>((done) => {
    resolve = done
  })
  return { promise, resolve }
}
