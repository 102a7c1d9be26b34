import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import type { CatalogueRelease } from '../catalogue/contract.ts'
import { joinImportChannel, openImportChannel } from './channel.ts'

let dataDir: string
let close: (() => Promise<void>) | null
const taken: unknown[] = []
const target = {
  has: async (ids: string[]) => new Set(ids.filter((id) => id === 'a')),
  insert: async (releases: CatalogueRelease[]) => void taken.push(...releases),
  replace: async () => Promise.reject(new Error('the disk is full')),
}
const release = { releaseid: 'r', title: '夜\n\u2028', songs: [] } as unknown as CatalogueRelease

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'channel-'))
  taken.length = 0
  close = await openImportChannel(dataDir, target)
})
afterEach(async () => {
  await close?.()
  await rm(dataDir, { recursive: true })
})

it('carries calls, answers and failures', async () => {
  const joined = await joinImportChannel(dataDir)
  expect(await joined?.has(['a', 'b'])).toEqual(new Set(['a']))
  await joined?.insert([release])
  expect(taken).toEqual([release])
  await expect(joined?.replace(release)).rejects.toThrow('the disk is full')
  await joined?.close()
})

it('is open to its owner alone, by a key', async () => {
  const path = join(dataDir, 'import.json')
  expect((await stat(path)).mode & 0o077).toBe(0)
  const { port } = JSON.parse(await readFile(path, 'utf8'))
  const socket = connect({ host: '127.0.0.1', port })
  const over = new Promise((resolve) => socket.on('close', resolve))
  socket.write(`${'0'.repeat(64)}\n${JSON.stringify({ id: 1, call: 'insert', releases: [release] })}\n`)
  await over
  expect(taken).toEqual([])
})

it('reads no more than a key of whoever has none', async () => {
  // The time somebody has for a key is never over: it is the bytes that end it.
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { port } = JSON.parse(await readFile(join(dataDir, 'import.json'), 'utf8'))
  const socket = connect({ host: '127.0.0.1', port })
  const over = new Promise((resolve) => socket.on('error', () => undefined).on('close', resolve))
  socket.write('0'.repeat(5000))
  await over
  expect(taken).toEqual([])
})

it('is not there without a server, nor beside the file of one that died', async () => {
  const path = join(dataDir, 'import.json')
  const file = await readFile(path)
  await close?.()
  close = null
  expect(await joinImportChannel(dataDir)).toBeNull()
  await writeFile(path, file)
  expect(await joinImportChannel(dataDir)).toBeNull()
})

it('takes no other program that has the port now for the server', async () => {
  const path = join(dataDir, 'import.json')
  const other = createServer((socket) => void socket.resume().end('220 mail.test ready\n'))
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const { port } = other.address() as AddressInfo
  await writeFile(path, JSON.stringify({ port, key: '0'.repeat(64) }))
  expect(await joinImportChannel(dataDir)).toBeNull()
  await new Promise((resolve) => other.close(resolve))
})

it('says so when the server ends meanwhile', async () => {
  const joined = await joinImportChannel(dataDir)
  await joined?.has([])
  await close?.()
  close = null
  await expect(joined?.has(['a'])).rejects.toThrow('the server ended')
})
