/**
 * The way of an import into a server that runs on the embedded database, which one process alone can have open: a
 * socket of this machine, whose number and key stand in a file of the data folder that its owner alone can read. What
 * goes through it is releases; the audio is already in the media store by then.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { createInterface, type Interface } from 'node:readline'
import * as z from 'zod/mini'
import { messageOf } from '#core/model/text/messageOf.ts'
import type { CatalogueRelease } from '../catalogue/contract.ts'
import type { ImportTarget } from './importFolder.ts'

const FILE = 'import.json'
const Place = z.object({ port: z.int(), key: z.string().check(z.minLength(32)) })
const CONNECT_MS = 3000
/** The number of the answer to the key: a program that has the port of a dead server now does not give it. */
const HELLO = 0
/** Far above a key, and the most that is read of a connection that has not brought it. */
const KEY_BYTES_MAX = 4096
/** A release is written in milliseconds; a server that is busy may take a while. */
const ANSWER_MS = 120_000

/** Releases come from an import of this build: it parsed what they are made of, and the key says that it is one. */
const Call = z.discriminatedUnion('call', [
  z.object({ id: z.int(), call: z.literal('has'), ids: z.array(z.string()) }),
  z.object({ id: z.int(), call: z.literal('insert'), releases: z.array(z.custom<CatalogueRelease>(isRelease)) }),
  z.object({ id: z.int(), call: z.literal('replace'), release: z.custom<CatalogueRelease>(isRelease) }),
])
type Call = z.infer<typeof Call>
type Request = Call extends infer One ? (One extends Call ? Omit<One, 'id'> : never) : never

const Answer = z.object({ id: z.int(), result: z.optional(z.array(z.string())), error: z.optional(z.string()) })

function isRelease(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'releaseid' in value && 'songs' in value
}

/**
 * Opens the way into this server.
 * @returns closes it
 */
export async function openImportChannel(dataDir: string, target: ImportTarget): Promise<() => Promise<void>> {
  const key = randomBytes(32).toString('hex')
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    void answer(socket, key, target).catch(() => socket.destroy())
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const path = join(dataDir, FILE)
  rmSync(path, { force: true })
  writeFileSync(path, JSON.stringify({ port, key }), { mode: 0o600 })
  return async () => {
    rmSync(path, { force: true })
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  }
}

async function answer(socket: Socket, key: string, target: ImportTarget): Promise<void> {
  let known = false
  // Whoever is of this machine can come this far: no longer and with no more than an import needs for its key.
  const doubt = setTimeout(() => socket.destroy(), CONNECT_MS)
  socket.once('close', () => clearTimeout(doubt))
  socket.on('data', () => void (!known && socket.bytesRead > KEY_BYTES_MAX && socket.destroy()))
  for await (const line of createInterface({ input: socket })) {
    if (!known) {
      if (!same(line, key)) return void socket.destroy()
      known = true
      clearTimeout(doubt)
      say(socket, { id: HELLO })
      continue
    }
    const call = Call.parse(JSON.parse(line))
    const { id } = call
    try {
      if (call.call === 'has') say(socket, { id, result: [...(await target.has(call.ids))] })
      else {
        await (call.call === 'insert' ? target.insert(call.releases) : target.replace(call.release))
        say(socket, { id })
      }
    } catch (error) {
      say(socket, { id, error: messageOf(error) })
    }
  }
}

const say = (socket: Socket, message: z.infer<typeof Answer>) => void socket.write(lineOf(message))
/** Two signs of Unicode end a line for whoever reads lines, and stand in JSON as they are. */
const lineOf = (message: unknown) =>
  `${JSON.stringify(message).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')}\n`

function same(given: string, key: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(key)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** The server of this data folder as a target; null when none runs that takes imports. */
export async function joinImportChannel(dataDir: string): Promise<(ImportTarget & { close(): Promise<void> }) | null> {
  const place = readPlace(join(dataDir, FILE))
  const socket = place && (await opened(place.port))
  if (!socket) return null
  const waiting = new Map<number, { resolve(result: string[]): void; reject(error: Error): void }>()
  const fail = () => {
    for (const { reject } of waiting.values()) reject(new Error('the server ended while it was imported into'))
    waiting.clear()
  }
  socket.on('error', fail)
  socket.on('close', fail)
  const lines = createInterface({ input: socket })
  if (!(await greeted(socket, lines, place.key))) return null
  lines.on('line', (line) => {
    const { id, result = [], error } = Answer.parse(JSON.parse(line))
    const one = waiting.get(id)
    waiting.delete(id)
    if (error === undefined) one?.resolve(result)
    else one?.reject(new Error(error))
  })
  let last = HELLO
  const call = (request: Request) =>
    new Promise<string[]>((resolve, reject) => {
      if (socket.destroyed) return reject(new Error('the server ended while it was imported into'))
      const id = ++last
      const timer = setTimeout(() => reject(new Error('the server did not answer in time')), ANSWER_MS)
      const over =
        <T>(act: (value: T) => void) =>
        (value: T) => {
          clearTimeout(timer)
          act(value)
        }
      waiting.set(id, { resolve: over(resolve), reject: over(reject) })
      socket.write(lineOf({ id, ...request }))
    })
  return {
    has: async (ids) => new Set(await call({ call: 'has', ids })),
    insert: async (releases) => void (await call({ call: 'insert', releases })),
    replace: async (release) => void (await call({ call: 'replace', release })),
    close: async () => void socket.destroy(),
  }
}

/** Shows the key, and waits for the answer that only our server gives. */
function greeted(socket: Socket, lines: Interface, key: string): Promise<boolean> {
  socket.write(`${key}\n`)
  return new Promise((resolve) => {
    const over = (isOurs: boolean) => {
      clearTimeout(timer)
      lines.removeListener('line', onLine)
      if (!isOurs) socket.destroy()
      resolve(isOurs)
    }
    const onLine = (line: string) => over(line === `{"id":${HELLO}}`)
    const timer = setTimeout(() => over(false), CONNECT_MS)
    lines.once('line', onLine)
    socket.once('close', () => over(false))
  })
}

function readPlace(path: string): z.infer<typeof Place> | null {
  try {
    return Place.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    return null
  }
}

/** A socket to a port of this machine; null when nobody listens there: the file is of a server that died. */
function opened(port: number): Promise<Socket | null> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port })
    const over = (result: Socket | null) => {
      clearTimeout(timer)
      socket.removeAllListeners()
      if (!result) socket.destroy()
      resolve(result)
    }
    const timer = setTimeout(() => over(null), CONNECT_MS)
    socket.once('connect', () => over(socket))
    socket.once('error', () => over(null))
  })
}
