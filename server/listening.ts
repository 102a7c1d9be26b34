// Taking the port, and saying in one sentence why it cannot be had.
import { lookup } from 'node:dns/promises'
import { createServer } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { FrontDoor } from './http/frontDoor.ts'
import { StartProblem } from './problem.ts'

interface Place {
  port: number
  host: string
}

/**
 * Tries the port and gives it back: whoever chose one that is taken learns it before the store is
 * opened and seeded, not a minute later.
 * @throws StartProblem
 */
export async function probePort({ port, host }: Place): Promise<void> {
  if (port === 0) return
  const probe = createServer()
  try {
    await new Promise<void>((done, fail) => {
      probe.once('error', fail)
      probe.listen({ port, host }, done)
    })
  } catch (error) {
    throw problemOf(error, { port, host })
  }
  await new Promise((done) => probe.close(done))
}

/**
 * Takes the port. `localhost` is two addresses, of which a browser takes either: both, where the machine has both.
 * @throws StartProblem
 */
export async function listen(app: FastifyInstance, place: Place, door: FrontDoor): Promise<void> {
  try {
    await app.listen(place)
  } catch (error) {
    throw problemOf(error, place)
  }
  const first = app.server.address()
  if (place.host !== 'localhost' || typeof first !== 'object' || first === null) return
  const addresses = await lookup('localhost', { all: true }).catch(() => [])
  for (const { address } of addresses.filter((other) => other.address !== first.address)) {
    const second = door.openAnother()
    // Where it cannot be had, the first address has to do. The door closes it with the first.
    await new Promise<void>((done) => {
      second.once('error', () => done())
      second.listen({ host: address, port: first.port }, done)
    })
  }
}

function problemOf(error: unknown, { port, host }: Place): unknown {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return new StartProblem(`Port ${port} is in use. Stop the program that has it, or choose another with PORT.`)
    case 'EACCES':
      return new StartProblem(`Port ${port} may not be used by this user. Choose one above 1023 with PORT.`)
    case 'ENOTFOUND':
    case 'EADDRNOTAVAIL':
      return new StartProblem(`This machine has no address "${host}". Set HOST to one it has, such as localhost.`)
    default:
      return error
  }
}
