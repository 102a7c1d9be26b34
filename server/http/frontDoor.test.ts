import { once } from 'node:events'
import type { Server, ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { createFrontDoor } from './frontDoor.ts'
import { createNames } from './names.ts'

const STALL_MS = 1500
const PIECE = Buffer.alloc(1024 * 1024)
let server: Server
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

/** A server whose answers never end, with a client that has asked. */
async function asked() {
  const answers: ServerResponse[] = []
  const names = createNames({ host: 'localhost', publicUrl: null, allowedHosts: [] })
  const door = createFrontDoor({ publicUrl: null, trustProxy: null }, names, () => {}, STALL_MS)
  server = door.open((_request, response) => {
    answers.push(response)
    const more = () => {
      while (response.write(PIECE));
    }
    response.on('drain', more)
    more()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {})
  client.pause()
  client.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await expect.poll(() => answers.length).toBe(1)
  return { client, answer: answers[0] as ServerResponse }
}

it('lets go of a connection whose client takes nothing', async () => {
  const { client, answer } = await asked()
  await expect.poll(() => answer.destroyed || answer.closed, { timeout: 4 * STALL_MS + 2000 }).toBe(true)
  client.destroy()
}, 20_000)

it('leaves one alone that reads slowly', async () => {
  const { client, answer } = await asked()
  let taken = 0
  client.on('data', (piece) => {
    // So much at a time that the system's own buffers do not hide it.
    taken += piece.length
    if (taken % 2_000_000 < piece.length) client.pause()
  })
  const reading = setInterval(() => client.resume(), STALL_MS / 20)
  await new Promise((over) => setTimeout(over, 3 * STALL_MS))
  clearInterval(reading)
  expect([answer.closed, taken > 0]).toEqual([false, true])
  client.destroy()
}, 20_000)
