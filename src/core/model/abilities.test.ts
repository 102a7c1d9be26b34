import { expect, test } from 'vitest'
import { ability, channelOf, hasDatabase, locksOf, mintIn, privateFilesOf, type Scope } from './abilities.ts'

/** Where encryption is missing: random bytes are all there is. */
const bytesOnly = (byteAt: (at: number) => number) => ({
  crypto: {
    getRandomValues: (into: Uint8Array<ArrayBuffer>) => into.set(into.map((_, at) => byteAt(at))),
  } as unknown as Scope['crypto'],
})

test('an id made of random bytes says that it is of version 4, and keeps all other bits', () => {
  expect(mintIn(bytesOnly((at) => at))).toBe('00010203-0405-4607-8809-0a0b0c0d0e0f')
  expect(mintIn(bytesOnly(() => 0xff))).toBe('ffffffff-ffff-4fff-bfff-ffffffffffff')
  expect(mintIn(bytesOnly(() => 0))).toBe('00000000-0000-4000-8000-000000000000')
})

test('an id is the one the browser makes, where it makes any', () => {
  expect(mintIn({ crypto: { randomUUID: () => 'made', getRandomValues: () => null } })).toBe('made')
})

test('what is not there, and what throws when it is asked for, is null', () => {
  const blocked = {
    get navigator(): never {
      throw new DOMException('', 'SecurityError')
    },
    get indexedDB(): never {
      throw new DOMException('', 'SecurityError')
    },
  } as unknown as Scope
  expect([locksOf(blocked), privateFilesOf(blocked), hasDatabase(blocked), channelOf(blocked, 'a')]).toEqual([null, null, false, null]) // biome-ignore format: one line
  expect(ability(() => undefined)).toBeNull()
  expect(privateFilesOf({ navigator: { storage: {} } } as Scope)).toBeNull()
})

test('what is there is given back', () => {
  const storage = { getDirectory: () => null }
  const scope = { navigator: { locks: 'locks', storage }, indexedDB: {} } as unknown as Scope
  expect([locksOf(scope), privateFilesOf(scope), hasDatabase(scope)]).toEqual(['locks', storage, true])
  const Channel = class {
    readonly name: string
    constructor(name: string) {
      this.name = name
    }
  }
  expect(channelOf({ BroadcastChannel: Channel }, 'tabs')?.name).toBe('tabs')
})
