// Under which name a file lies in the picked folder until it was found right, and what a crash leaves of it.
import { beforeEach, describe, expect, it } from 'vitest'
import { settingDownloadsChosen } from '#core/events/settings.ts'
import { Run, World } from '#tests/support/downloadHarness.ts'
import { MemoryFolder, reprDigest, sha256Hex, wav, wished } from '#tests/support/downloadParts.ts'
import { partName } from './folderFile.ts'

let world: World
let run: Run
let folder: MemoryFolder
const bytes = wav(20_000)
const song = (id: string, fields = {}) => {
  world.song(id, { bytes, etag: '"1"' })
  return { ...wished(id), title: 'Song', tags: { isrc: '', release: 'Strata', label: '', upc: '' }, ...fields }
}

beforeEach(async () => {
  world = new World()
  run = new Run(world)
  folder = new MemoryFolder('Promo')
  world.folders.picked.set('p1', folder)
  await run.signIn()
})

describe('P1: under its own name a file stands only once it was found right', () => {
  const path = 'Strata/Artist - 1 - Song.wav'
  const part = 'Strata/Artist - 1 - Song.part.wav'
  let go: () => void
  /** A new tab whose checks wait until `go` is called. */
  const checkingSlowly = async (canMove = true) => {
    run.die()
    world = new World()
    const hashing = world.hashing
    const held = new Promise<void>((resolve) => (go = resolve))
    world.hashing = {
      block: null,
      running: async () => null,
      ofPart: (part, breathe) => held.then(() => hashing.ofPart(part, breathe)),
    }
    folder = new MemoryFolder('Promo')
    folder.canMove = canMove
    world.folders.picked.set('p1', folder)
    run = new Run(world)
    await run.signIn()
  }

  it('whole and not yet checked it has another name', async () => {
    await checkingSlowly()
    await run.request(song('a'))
    await run.advance(100)
    expect(folder.paths).toEqual([part])
    expect(await folder.bytesOf(part)).toEqual(bytes)
    go()
    await run.advance(100)
    expect(folder.paths).toEqual([path])
    expect(run.rows).toEqual(['job-a finished'])
  })

  it('a file that is not right never gets it', async () => {
    const moves: string[] = []
    folder.beforeMove = async () => void moves.push(...folder.paths)
    const wrong = song('a')
    world.song('a', { bytes, etag: '"1"', digest: reprDigest(wav(10)) })
    await run.request(wrong)
    await run.advance(100)
    expect(run.failure('job-a')).toBe('digest')
    // The trial of the first file alone was moved.
    expect(moves).toEqual(['Strata/Artist - 1 - Song.part.new.wav'])
    expect(folder.paths).toEqual([])
  })

  it('a crash before it was checked leaves nothing', async () => {
    await checkingSlowly()
    await run.request(song('a'))
    await run.advance(100)
    run.die()
    await new Run(world).signIn()
    expect(folder.paths).toEqual([])
  })

  describe('a crash while another folder is picked already', () => {
    let other: MemoryFolder
    const crash = async () => {
      await checkingSlowly()
      other = new MemoryFolder('Other')
      await run.request(song('a'))
      await run.advance(100)
      await run.engine.keepFolder(other)
      run.die()
      // Whoever comes next checks at once.
      world.hashing = new World().hashing
      expect(folder.paths).toEqual([part])
    }

    it('P1: leaves nothing in the one it was written into, and touches nothing of the same name', async () => {
      await crash()
      const strata = await other.getDirectoryHandle('Strata', { create: true })
      strata.put('Artist - 1 - Song.part.wav', 'mine')
      await new Run(world).signIn()
      expect([folder.paths, other.paths]).toEqual([[], [part]])
    })

    it('P1: leaves nothing either where files go to the browser’s own by now', async () => {
      await crash()
      await world.folders.save('p1', null)
      await new Run(world).signIn()
      expect(folder.paths).toEqual([])
    })

    it('P1: is made up for once that one may be written to again', async () => {
      await crash()
      folder.permission = 'prompt'
      const next = new Run(world)
      await next.signIn()
      await next.request(song('b', { title: 'Second' }))
      await next.advance(1000)
      expect(next.rows).toContain('job-b finished')
      next.die()
      folder.permission = 'granted'
      await new Run(world).signIn()
      expect(folder.paths).toEqual([])
      expect(world.folders.open.get('p1')).toEqual([])
    })

    it('holds up nobody where that one says nothing any more', async () => {
      await crash()
      folder.getDirectoryHandle = () => new Promise(() => {})
      const next = new Run(world)
      const signedIn = next.signIn()
      await next.advance(2000)
      await signedIn
      await next.request(song('b', { title: 'Second' }))
      await next.advance(1000)
      expect(next.rows).toContain('job-b finished')
    })
  })

  it('what somebody else put there meanwhile stays, and the file gets the next name', async () => {
    await checkingSlowly()
    await run.request(song('a'))
    await run.advance(100)
    folder.folders.get('Strata')?.put('Artist - 1 - Song.wav', 'mine')
    go()
    await run.advance(100)
    expect(folder.paths).toEqual([path, 'Strata/Artist - 1 - Song (2).wav'])
    expect(await folder.folders.get('Strata')?.files.get('Artist - 1 - Song.wav')?.text()).toBe('mine')
    expect(run.stored('job-a')?.fileName).toBe('Artist - 1 - Song (2).wav')
  })

  it('a file that cannot be moved for a moment is waited for', async () => {
    await run.request(song('a'))
    await run.advance(100)
    let refused = 0
    const strata = folder.folders.get('Strata') as MemoryFolder
    strata.beforeMove = async () => {
      refused += 1
      if (refused <= 2) throw new DOMException('in use', 'NoModificationAllowedError')
    }
    await run.request(song('b', { title: 'Other' }))
    await run.advance(1000)
    expect(folder.paths).toEqual([path, 'Strata/Artist - 1 - Other.wav'])
  })

  it('one that cannot be moved at all keeps its bytes for a restart, under the name of a part', async () => {
    await run.request(song('a'))
    await run.advance(100)
    const strata = folder.folders.get('Strata') as MemoryFolder
    strata.beforeMove = () => Promise.reject(new DOMException('in use', 'NoModificationAllowedError'))
    await run.request(song('b', { title: 'Other' }))
    await run.advance(2000)
    expect(run.failure('job-b')).toBe('folder')
    expect(folder.paths).toEqual([path, 'Strata/Artist - 1 - Other.part.wav'])
    strata.beforeMove = async () => {}
    await run.restart('job-b')
    await run.advance(1000)
    expect(world.files.seen.at(-1)?.range).toBe(`bytes=${bytes.length - 1}-`)
    expect(folder.paths).toEqual([path, 'Strata/Artist - 1 - Other.wav'])
  })

  it('where files cannot be moved, one that was begun is gone with the next visit, whole or not', async () => {
    await checkingSlowly(false)
    await run.request(song('a'))
    await run.advance(100)
    expect(folder.paths).toEqual([path])
    expect(await folder.bytesOf(path)).toEqual(bytes)
    run.die()
    await new Run(world).signIn()
    expect(folder.paths).toEqual([])
  })

  it('so is one whose browser died while it was closed', async () => {
    await checkingSlowly(false)
    folder.beforeClose = () => new Promise<void>(() => {})
    await run.request(song('a'))
    await run.advance(100)
    run.die()
    // It was closed all the same.
    const strata = folder.folders.get('Strata') as MemoryFolder
    strata.open.clear()
    strata.put('Artist - 1 - Song.wav', new Blob([bytes]))
    await new Run(world).signIn()
    expect(folder.paths).toEqual([])
  })
})

describe('a crash after a file got its name and before that was written down', () => {
  const path = 'Strata/Artist - 1 - Song.wav'
  /** Lets a file arrive, and leaves the journal as it was in the middle of it. */
  const crash = async () => {
    let letOn = () => {}
    const held = new Promise<void>((resolve) => (letOn = resolve))
    world.files.faults.push((seen, file) => world.files.answer(seen, file, { wait: () => held }))
    await run.request(song('a'))
    await run.advance(1000)
    const before = world.journal.records.get('p1') ?? []
    letOn()
    await run.advance(1000)
    expect(run.rows).toEqual(['job-a finished'])
    run.die()
    world.journal.records.set('p1', before)
    world.files.seen.length = 0
    run = new Run(world)
    await run.signIn()
    expect(run.rows).toEqual(['job-a failed'])
  }

  it('H-275: the file that stands there is taken, and nothing of it is fetched again', async () => {
    await crash()
    await run.restart('job-a')
    await run.advance(1000)
    expect(run.rows).toEqual(['job-a finished'])
    expect(folder.paths).toEqual([path])
    expect(world.files.seen).toEqual([])
    expect(run.stored('job-a')).toMatchObject({ fileName: 'Artist - 1 - Song.wav', bytes: bytes.length, folder: true })
    expect(await run.engine.file('job-a')).toBe(null)
  })

  it('H-275: it is found under the number it got', async () => {
    const strata = await folder.getDirectoryHandle('Strata', { create: true })
    strata.put('Artist - 1 - Song.wav', new Blob([wav(20_000, 2)]))
    await crash()
    await run.restart('job-a')
    await run.advance(1000)
    expect(folder.paths).toEqual([path, 'Strata/Artist - 1 - Song (2).wav'])
    expect(run.stored('job-a')?.fileName).toBe('Artist - 1 - Song (2).wav')
  })

  it('H-275: one of the same length with other bytes is somebody else’s', async () => {
    await crash()
    folder.folders.get('Strata')?.put('Artist - 1 - Song.wav', new Blob([wav(20_000, 2)]))
    await run.restart('job-a')
    await run.advance(1000)
    expect(run.rows).toEqual(['job-a finished'])
    expect(folder.paths).toEqual([path, 'Strata/Artist - 1 - Song (2).wav'])
  })

  it('H-275: what was added to on its way into the folder is taken as well', async () => {
    await run.say(settingDownloadsChosen({ choices: { stationReady: true } }))
    await crash()
    await run.say(settingDownloadsChosen({ choices: { stationReady: true } }))
    await run.restart('job-a')
    await run.advance(1000)
    expect(run.rows).toEqual(['job-a finished'])
    expect(folder.paths).toEqual([path])
    expect(run.stored('job-a')?.taggedSha256).toBe(sha256Hex(await folder.bytesOf(path)))
    expect(world.sinks.parts.size).toBe(0)
  })

  it('what is asked for anew gets a file of its own', async () => {
    await run.request(song('a'))
    await run.advance(1000)
    await run.request({ ...song('a'), downloadID: 'job-again' })
    await run.advance(1000)
    expect(folder.paths).toEqual([path, 'Strata/Artist - 1 - Song (2).wav'])
  })
})

it('the name of a part is one a disk can hold, whatever the name of the file', () => {
  const long = `${'あ'.repeat(83)}.wav`
  for (const name of ['Song.wav', long, `${'a'.repeat(251)}.wav`, '𝄞'.repeat(70)]) {
    const part = partName(name)
    expect(Buffer.byteLength(`${part}.crswap`)).toBeLessThanOrEqual(255)
    expect(Buffer.from(part).toString()).toBe(part)
  }
  expect(partName('Song.wav')).toBe('Song.part.wav')
  expect(partName(`${long.slice(0, -4)} (2).wav`)).not.toBe(partName(`${long.slice(0, -4)} (3).wav`))
})
