import { expect, test } from 'vitest'
import { type Claim, type ReleaseFolder, subFolderOf } from './folderNames.ts'

/** A disk with these names as files, and these that it refuses; and what is remembered. */
function disk(files: readonly string[] = [], refused: readonly string[] = []) {
  const made: string[] = []
  const claims = new Map<string, Claim>()
  const root = {
    async getDirectoryHandle(name: string) {
      if (refused.includes(name)) throw new TypeError('a name that no disk takes')
      if (files.includes(name)) throw new DOMException('', 'TypeMismatchError')
      made.push(name)
      return name
    },
  }
  const store = {
    subFolder: async (player: string, fold: string) => claims.get(`${player} ${fold}`) ?? null,
    setSubFolder: async (player: string, fold: string, claim: Claim) => void claims.set(`${player} ${fold}`, claim),
  }
  return { made, claims, store, of: (release: ReleaseFolder) => subFolderOf(store, 'p', root, release) }
}
const named = (id: string, name: string, plain = name): ReleaseFolder => ({ id, names: { name, plain } })

test('a release has its folder, which is remembered', async () => {
  const { of, claims } = disk()
  expect(await of(named('r1', 'Strata'))).toMatchObject({ sub: 'Strata', folder: 'Strata' })
  expect([...claims.values()]).toEqual([{ release: 'r1', name: 'Strata' }])
})

test('where the disk refuses its name it has a plainer one', async () => {
  const { of } = disk([], ['Strata?'])
  expect((await of(named('r1', 'Strata?', 'Strata_'))).sub).toBe('Strata_')
})

test('where the disk refuses the plain name too, that is said', async () => {
  const { of } = disk([], ['Strata'])
  await expect(of(named('r1', 'Strata'))).rejects.toMatchObject({ reason: 'name' })
})

test('where five hundred of its name are files, there is none for it', async () => {
  const files = Array.from({ length: 500 }, (_, n) => (n === 0 ? 'Strata' : `Strata (${n + 1})`))
  await expect(disk(files).of(named('r1', 'Strata'))).rejects.toMatchObject({ fault: 'folderRefuses' })
  expect((await disk(files.slice(0, -1)).of(named('r1', 'Strata'))).sub).toBe('Strata (500)')
})

test('a folder that is not to be made is not, and one that may not be asked for is not either', async () => {
  const asked: (boolean | undefined)[] = []
  const without = (name: string) => ({
    async getDirectoryHandle(_: string, options?: { create?: boolean }) {
      asked.push(options?.create)
      if (options?.create) return 'made'
      throw new DOMException('', name)
    },
  })
  const { store } = disk()
  const of = (error: string, mayMake: boolean) => subFolderOf(store, 'p', without(error), named('r1', 'Strata'), mayMake) // biome-ignore format: one line
  await expect(of('NotFoundError', false)).rejects.toThrow()
  await expect(of('NotAllowedError', true)).rejects.toThrow()
  expect(asked).toEqual([undefined, undefined])
  expect(await of('NotFoundError', true)).toMatchObject({ folder: 'made', isMade: true })
})
