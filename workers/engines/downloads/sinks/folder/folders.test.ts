import { beforeEach, describe, expect, it } from 'vitest'
import { appWentOffline, appWentOnline } from '#core/events/app.ts'
import { downloadPaused, downloadResumed } from '#core/events/downloads.ts'
import { settingDownloadsChosen } from '#core/events/settings.ts'
import { newJob } from '#core/reducers/downloads/downloadJobs.ts'
import { Run, World } from '#tests/support/downloadHarness.ts'
import { type Fault, MemoryFolder, reprDigest, sha256Hex, wav, wished } from '#tests/support/downloadParts.ts'
import { settle } from '#tests/support/fakeClock.ts'
import { gatherBuffers } from '../buffers.ts'

const compare = (a: string, b: string) => (a < b ? -1 : 1)

let world: World
let run: Run
let folder: MemoryFolder
const bytes = wav(20_000)
const tags = { isrc: '', release: 'Strata', label: '', upc: '' }
const song = (id: string, fields = {}) => {
  world.song(id, { bytes, etag: '"1"' })
  return { ...wished(id), title: 'Song', tags, ...fields }
}

beforeEach(async () => {
  world = new World()
  run = new Run(world)
  folder = new MemoryFolder('Promo')
  world.folders.picked.set('p1', folder)
  await run.signIn()
})

it('a finished file lies in the sub-folder of its release, and nothing of it stays in the browser', async () => {
  await run.request(song('a'))
  await run.advance(100)
  expect(folder.paths).toEqual(['Strata/Artist - 1 - Song.wav'])
  expect(await folder.bytesOf('Strata/Artist - 1 - Song.wav')).toEqual(bytes)
  expect(run.rows).toEqual(['job-a finished'])
  expect(run.stored('job-a')).toMatchObject({ folder: true, fileName: 'Artist - 1 - Song.wav' })
  expect(world.sinks.parts.size).toBe(0)
})

it('which folder it is and whether it may be written to is known', async () => {
  expect(run.told('download.folderChanged')).toEqual([{ name: 'Promo', access: 'granted' }])
  await run.engine.keepFolder(null)
  expect(run.told('download.folderChanged').at(-1)).toEqual({ name: null, access: 'none' })
})

it('one that is picked before it was told who is signed in is kept for them', async () => {
  const early = new Run(new World())
  const kept = early.engine.keepFolder(folder)
  const known = early.engine.folder()
  await early.signIn()
  await kept
  expect(await known).toBe(folder)
  expect(await early.engine.folder()).toBe(folder)
  expect(early.told('download.folderChanged').at(-1)).toEqual({ name: 'Promo', access: 'granted' })
})

it('one that is picked after its player has signed out is nobody else’s', async () => {
  await run.engine.keepFolder(null)
  await run.signOut()
  await run.engine.keepFolder(folder)
  await run.signIn('p2')
  expect(await run.engine.folder()).toBe(null)
})

describe('P6: a folder the storage does not take', () => {
  const full = () => Promise.reject(new DOMException('full', 'QuotaExceededError'))

  it('holds while the page is open, and its person is told', async () => {
    const other = new MemoryFolder('Other')
    world.folders.save = full
    await run.engine.keepFolder(other)
    expect(run.told('download.hindered')).toEqual([{ by: 'folderUnkept' }])
    expect(run.told('download.folderChanged').at(-1)).toEqual({ name: 'Other', access: 'granted' })
    expect(await run.engine.folder()).toBe(other)
    await run.request(song('a'))
    await run.advance(100)
    expect([other.paths, folder.paths]).toEqual([['Strata/Artist - 1 - Song.wav'], []])
  })

  it('and the one that is let go, are so in the tab that has the jobs too, until one is picked that is taken', async () => {
    const second = new Run(world, 'second')
    await second.signIn()
    const save = world.folders.save
    world.folders.save = full
    const other = new MemoryFolder('Other')
    await second.engine.keepFolder(other)
    await settle()
    expect(await run.engine.folder()).toBe(other)
    await second.engine.keepFolder(null)
    await settle()
    expect(await run.engine.folder()).toBe(null)
    world.folders.save = save
    const third = new MemoryFolder('Third')
    await second.engine.keepFolder(third)
    await settle()
    expect(await run.engine.folder()).toBe(third)
    expect(run.told('download.folderChanged').at(-1)).toEqual({ name: 'Third', access: 'granted' })
  })
})

describe('when the storage does not say which folder was picked', () => {
  const refused = () => Promise.reject(new DOMException('no', 'UnknownError'))

  it('files go where it said last', async () => {
    world.folders.load = refused
    await run.request(song('a'))
    await run.advance(100)
    expect(folder.paths).toEqual(['Strata/Artist - 1 - Song.wav'])
    expect(run.told('download.folderChanged')).toEqual([{ name: 'Promo', access: 'granted' }])
  })

  it('DOWNLOAD-022: and never did, the download fails for the folder, and goes where its person says', async () => {
    const next = new Run(new World())
    next.world.song('b', { bytes, etag: '"1"' })
    next.world.folders.load = refused
    next.world.folders.save = refused
    await next.signIn()
    await next.request(wished('b'))
    await next.advance(100)
    expect(next.failure('job-b')).toBe('folder')
    expect(next.told('download.folderChanged')).toEqual([])
    await next.engine.keepFolder(null)
    await next.restart('job-b')
    await next.advance(100)
    expect(next.stored('job-b')?.folder).toBeUndefined()
    expect(next.rows).toEqual(['job-b loading'])
  })
})

it('without a folder the browser saves the file', async () => {
  await run.engine.keepFolder(null)
  await run.request(song('a'))
  await run.advance(100)
  expect(run.stored('job-a')?.folder).toBeUndefined()
  expect(run.rows).toEqual(['job-a loading'])
})

it('names are made unique, without case, also for files that are written at the same time', async () => {
  const strata = await folder.getDirectoryHandle('Strata', { create: true })
  strata.put('Artist - 1 - Song.wav', 'mine')
  const closing: (() => void)[] = []
  strata.beforeClose = () => new Promise<void>((resolve) => closing.push(resolve))
  await run.request(song('a'), song('b', { title: 'SONG' }))
  await run.advance(100)
  for (let n = 0; n < 3; n++) {
    for (const close of closing.splice(0)) close()
    await settle()
  }
  expect(folder.paths.toSorted(compare)).toEqual([
    'Strata/Artist - 1 - SONG (3).wav',
    'Strata/Artist - 1 - Song (2).wav',
    'Strata/Artist - 1 - Song.wav',
  ])
  expect(await strata.files.get('Artist - 1 - Song.wav')?.text()).toBe('mine')
})

it('a name that is taken in the folder before is free in the one that is picked now', async () => {
  const strata = await folder.getDirectoryHandle('Strata', { create: true })
  strata.beforeClose = () => new Promise<void>(() => {})
  await run.request(song('a'))
  await run.advance(100)
  const other = new MemoryFolder('Promo')
  await run.engine.keepFolder(other)
  await run.request(song('b'))
  await run.advance(100)
  expect(run.rows).toContain('job-b finished')
  expect(other.paths).toEqual(['Strata/Artist - 1 - Song.wav'])
})

it.each([
  ['ß and SS', 'Straße', 'STRASSE'],
  ['the two small sigmas', 'Οδος', 'ΟΔΟΣ'],
  ['the sign of kelvin', '\u212a', 'k'],
  ['a letter composed and in two', 'Pok\u00e9', 'POKE\u0301'],
])('names that a disk takes for one get a number although neither is there yet: %s', async (_, one, other) => {
  await run.request(song('a', { title: one }), song('b', { title: other }))
  await run.advance(1000)
  expect(run.rows).toEqual(['job-a finished', 'job-b finished'])
  const names = folder.paths.map((path) => path.slice('Strata/'.length)).toSorted(compare)
  expect(names.filter((name) => name.endsWith(' (2).wav'))).toHaveLength(1)
})

describe('sub-folders', () => {
  const of = (release: string, releaseid: string) => ({ tags: { ...tags, release }, releaseid })
  const folders = () => folder.paths.map((path) => path.slice(0, path.indexOf('/')))

  it('two releases whose names differ by a sign no disk takes, by case or not at all lie apart, the first under its own name', async () => {
    const names = ['AC/DC', 'AC:DC', 'Strata', 'STRATA', 'Strata']
    for (const [n, name] of names.entries()) await run.request(song(`s${n}`, of(name, `r${n}`)))
    await run.advance(1000)
    expect(folders()).toEqual(['AC_DC', 'AC_DC (2)', 'Strata', 'STRATA (2)', 'Strata (3)'])
  })

  it('a release keeps its sub-folder, in later visits too', async () => {
    await run.request(song('a', of('AC/DC', 'r1')))
    await run.request(song('b', of('AC:DC', 'r2')))
    await run.advance(1000)
    run.die()
    const next = new Run(world)
    await next.signIn()
    await next.request(song('c', { ...of('AC:DC', 'r2'), title: 'Third' }))
    await next.request(song('d', { ...of('AC/DC', 'r1'), title: 'Fourth' }))
    await next.advance(1000)
    expect(folder.paths).toEqual([
      'AC_DC/Artist - 1 - Song.wav',
      'AC_DC/Artist - 1 - Fourth.wav',
      'AC_DC (2)/Artist - 1 - Song.wav',
      'AC_DC (2)/Artist - 1 - Third.wav',
    ])
  })

  it("one that lay there before anything was remembered is the first release's of that name", async () => {
    await folder.getDirectoryHandle('Strata', { create: true })
    await run.request(song('a', of('Strata', 'r1')))
    await run.advance(100)
    expect(folders()).toEqual(['Strata'])
  })

  it('a file that has the name of a sub-folder is left alone', async () => {
    folder.put('Strata', 'mine')
    await run.request(song('a'))
    await run.advance(100)
    expect(folder.paths).toEqual(['Strata', 'Strata (2)/Artist - 1 - Song.wav'])
  })
})

it('DOWNLOAD-018: after a reload nothing is said to be here of a file that was written into the folder', async () => {
  for (const _ of ['a', 'b']) world.files.faults.push((seen, file) => world.files.answer(seen, file, { holdAt: 8192 }))
  await run.request(song('a'), song('b'))
  await run.advance(500)
  expect(run.shown.get('job', 'job-a')?.receivedBytes).toBe(8192)
  await run.say(downloadPaused({ downloadID: 'job-b' }))
  await run.advance(1000)
  run.die()
  const next = new Run(world)
  await next.signIn()
  await next.advance(5000)
  const jobs = next.told('download.restored').flatMap((fact) => fact.jobs)
  expect(jobs.map((one) => `${one.downloadID} ${one.receivedBytes}`)).toEqual(['job-a 0', 'job-b 0'])
})

describe('names', () => {
  const nasty = {
    japanese: '夜'.repeat(120),
    arabic: 'مُحَمَّد '.repeat(60),
    family: '👨\u200d👩\u200d👧\u200d👦'.repeat(20),
    unseen: 'Ni\u200bght \u202eBus\u2028',
    soft: 'Night\u00adBus',
    half: 'Night \ud83d',
    long: 'x'.repeat(400),
    marks: `a${'\u0301'.repeat(2000)}`,
    signs: 'a/b:c*d?e"f<g>h|i\\j',
  }

  it.each(Object.entries(nasty))(
    'D-159: a title of %s lands in the folder, under the name that is told',
    async (id, title) => {
      await run.request(song(id, { title, tags: { ...tags, release: title } }))
      await run.advance(1000)
      expect(run.rows).toEqual([`job-${id} finished`])
      const [path = ''] = folder.paths
      expect(path.slice(path.indexOf('/') + 1)).toBe(run.stored(`job-${id}`)?.fileName)
      expect(Math.max(...path.split('/').map((name) => Buffer.byteLength(name)))).toBeLessThanOrEqual(240)
      expect(sha256Hex(await folder.bytesOf(path))).toBe(sha256Hex(bytes))
    },
  )

  it('two that are the same once they are cut get a number, and both land', async () => {
    await run.request(song('a', { title: `${'夜'.repeat(120)}一` }), song('b', { title: `${'夜'.repeat(120)}二` }))
    await run.advance(1000)
    expect(run.rows).toEqual(['job-a finished', 'job-b finished'])
    const [one = '', two = ''] = folder.paths
    expect(two).toBe(one.replace('.wav', ' (2).wav'))
    expect(Buffer.byteLength(two.slice('Strata/'.length))).toBeLessThanOrEqual(243)
  })

  it('a disk that holds shorter names only gets a shorter one', async () => {
    folder.nameBytes = 143
    await run.request(song('a', { title: '夜'.repeat(60), version: 'Live' }))
    await run.advance(1000)
    expect(run.rows).toEqual(['job-a finished'])
    const [path = ''] = folder.paths
    expect(path).toMatch(/^Strata\/Artist - 1 - 夜+ \(Live\)\.wav$/)
    expect(run.stored('job-a')?.fileName).toBe(path.slice('Strata/'.length))
  })

  it('a name that the disk refuses whatever is done is not called a permission', async () => {
    const strata = await folder.getDirectoryHandle('Strata', { create: true })
    strata.getFileHandle = async () => {
      throw new TypeError('Name is not allowed.')
    }
    await run.request(song('a'))
    await run.advance(1000)
    expect(run.failure('job-a')).toBe('name')
    expect(run.told('download.folderChanged')).toEqual([{ name: 'Promo', access: 'granted' }])
  })

  it('a job that began under an older rule lands all the same, and one that was finished keeps its name and is known', async () => {
    const of = (id: string, fileName: string, status: 'failed' | 'finished') => ({
      known: null,
      job: { ...newJob(song(id), 'job-a'), downloadID: `job-${id}`, fileName, status, reason: null },
    })
    for (const id of ['a', 'b', 'c']) song(id)
    run.die()
    const old = 'x'.repeat(170)
    world.journal.records.set('p1', [
      of('a', `Ni\u200bght ${'夜'.repeat(100)}.wav`, 'failed'),
      of('b', 'Kept as it began.wav', 'failed'),
      of('c', `${'夜'.repeat(100)}${old}.wav`, 'finished'),
    ])
    const next = new Run(world)
    await next.signIn()
    await next.restart('job-a')
    await next.restart('job-b')
    await next.advance(1000)
    expect(next.rows).toContain('job-a finished')
    expect(next.rows).toContain('job-b finished')
    expect(folder.paths[0]).toMatch(/^Strata\/Night 夜+\.wav$/)
    expect(folder.paths[1]).toBe('Strata/Kept as it began.wav')
    expect(next.shown.get('job', 'job-c')?.fileName).toBe(`${'夜'.repeat(100)}${old}.wav`)
    expect(next.shown.get('downloaded', 'song c wav')).toBeDefined()
  })
})

describe('an empty folder of a release', () => {
  const isThere = () => folder.folders.has('Strata')
  const holdAll = () => {
    for (let n = 0; n < 2; n++)
      world.files.faults.push((seen, file) => world.files.answer(seen, file, { holdAt: 10_000 }))
  }

  it('does not stay when the only download for it is removed, or fails and is removed', async () => {
    holdAll()
    await run.request(song('a'))
    await run.advance(100)
    expect(isThere()).toBe(true)
    await run.remove('job-a')
    await run.advance(0)
    expect(isThere()).toBe(false)
    world.files.faults.splice(0, 2, () => new Response(null, { status: 404 }))
    await run.request(song('b'))
    await run.advance(100)
    expect(run.failure('job-b')).toBe('missing')
    await run.remove('job-b')
    await run.advance(0)
    expect(isThere()).toBe(false)
  })

  it('that somebody else holds when it is to go does so with the next download', async () => {
    const { removeEntry } = folder
    let held = 1
    folder.removeEntry = async (...of) => {
      if (held-- > 0) throw new DOMException('locked', 'NoModificationAllowedError')
      return removeEntry.apply(folder, of)
    }
    for (const id of ['a', 'b']) {
      holdAll()
      await run.request(song(id))
      await run.advance(100)
      await run.remove(`job-${id}`)
      await run.advance(0)
      expect(isThere()).toBe(id === 'a')
    }
  })

  it('stays while another download is to lie in it, and where it lay there before', async () => {
    holdAll()
    await run.request(song('a'), song('b'))
    await run.advance(100)
    await run.remove('job-a')
    await run.advance(0)
    expect(isThere()).toBe(true)
    await run.remove('job-b')
    await run.advance(0)
    expect(isThere()).toBe(false)
    await folder.getDirectoryHandle('Strata', { create: true })
    world.files.faults.length = 0
    holdAll()
    await run.request(song('c'))
    await run.advance(100)
    await run.remove('job-c')
    await run.advance(0)
    expect(isThere()).toBe(true)
  })
})

describe('when the folder cannot be written to', () => {
  it('a disk that hiccups once, as a virus scanner makes it, costs no file its name', async () => {
    const strata = await folder.getDirectoryHandle('Strata', { create: true })
    const get = strata.getFileHandle.bind(strata)
    let tries = 0
    strata.getFileHandle = async (name, options) => {
      if (options?.create && tries++ === 0) throw new DOMException('locked', 'NoModificationAllowedError')
      return get(name, options)
    }
    await run.request(song('a', { title: 'Rock ’n’ Roll, again!' }))
    await run.advance(100)
    // Whatever held it needs a moment.
    expect(tries).toBe(1)
    await run.advance(300)
    expect(folder.paths).toEqual(['Strata/Artist - 1 - Rock ’n’ Roll, again!.wav'])
    expect(run.rows).toEqual(['job-a finished'])
  })

  it('a permission withdrawn fails the job with its reason and loads nothing, and a restart brings it home', async () => {
    folder.permission = 'prompt'
    await run.request(song('a'))
    await run.advance(100)
    expect(run.failure('job-a')).toBe('folder')
    expect(run.told('download.folderChanged').at(-1)).toEqual({ name: 'Promo', access: 'prompt' })
    expect(folder.paths).toEqual([])
    expect(world.files.open).toBe(0)
    folder.permission = 'granted'
    await run.engine.keepFolder(folder)
    await run.restart('job-a')
    await run.advance(100)
    expect(run.rows).toEqual(['job-a finished'])
  })

  it('a full disk is named and leaves no half file', async () => {
    folder.room = 100
    await run.request(song('a'))
    await run.advance(100)
    expect(run.failure('job-a')).toBe('folderFull')
    expect(folder.paths).toEqual([])
  })

  it('a write that breaks off leaves no half file', async () => {
    folder.beforeClose = () => Promise.reject(new DOMException('gone', 'InvalidStateError'))
    await run.request(song('a'))
    await run.advance(100)
    expect(run.failure('job-a')).toBe('folder')
    expect(folder.paths).toEqual([])
  })

  it.each([
    ['access is withdrawn', 'NotAllowedError'],
    ['the disk is pulled out', 'NotFoundError'],
  ])('what could not be removed when %s goes when the folder is back, and the name is the same', async (_, name) => {
    const strata = await folder.getDirectoryHandle('Strata', { create: true })
    const refuse = () => Promise.reject(new DOMException('no', name))
    const { removeEntry, beforeClose } = strata
    Object.assign(strata, { removeEntry: refuse, beforeClose: refuse })
    strata.keys = async function* () {
      yield await refuse()
    }
    await run.request(song('a'))
    await run.advance(100)
    expect(run.failure('job-a')).toBe('folder')
    expect(folder.paths).toEqual(['Strata/Artist - 1 - Song.part.wav'])
    expect(world.folders.open.get('p1')).toHaveLength(1)
    Object.assign(strata, { removeEntry, beforeClose })
    await run.restart('job-a')
    await run.advance(100)
    expect(folder.paths).toEqual(['Strata/Artist - 1 - Song.wav'])
    expect(world.folders.open.get('p1')).toEqual([])
  })

  it('a removed job leaves nothing behind, however late', async () => {
    let open = () => {}
    folder.beforeClose = () => new Promise<void>((resolve) => (open = resolve))
    await run.request(song('a'))
    await run.advance(100)
    await run.remove('job-a')
    open()
    await settle()
    expect(folder.paths).toEqual([])
    expect(world.sinks.parts.size).toBe(0)
  })

  it('nor does one that is removed while its file gets its name', async () => {
    await run.say(settingDownloadsChosen({ choices: { stationReady: true } }))
    let move = () => {}
    folder.beforeMove = () => new Promise<void>((resolve) => (move = resolve))
    await run.request(song('a'))
    await run.advance(100)
    move()
    await run.advance(100)
    expect(folder.paths).toHaveLength(1)
    await run.remove('job-a')
    move()
    await run.advance(1000)
    expect(folder.paths).toEqual([])
  })
})

describe('straight into the folder', () => {
  const half = bytes.length / 2
  /** Serves up to a byte and then nothing more, until the connection is given up. */
  const held =
    (holdAt: number): Fault =>
    (seen, file) =>
      world.files.answer(seen, file, { holdAt })
  const path = 'Strata/Artist - 1 - Song.wav'
  const part = 'Strata/Artist - 1 - Song.part.wav'

  it('no byte lies in private storage, and who looks sees an empty file until all are there', async () => {
    world.files.faults.push(held(half))
    await run.request(song('a'))
    await run.advance(100)
    expect(run.rows).toEqual(['job-a loading'])
    expect(world.sinks.parts.size).toBe(0)
    // Less than what is gathered: the file is not even begun.
    expect(folder.paths).toEqual([])
  })

  it('the memory it was gathered in is free again once the file is whole', async () => {
    // Nobody else's: what is taken here is not given back.
    for (let n = 0; n < 10; n++) gatherBuffers.take()
    await run.request(song('a'))
    await run.advance(100)
    expect(run.rows).toEqual(['job-a finished'])
    expect(Buffer.from(gatherBuffers.take(), 0, bytes.length).equals(bytes)).toBe(true)
  })

  it('long files are written piece by piece, and a cut goes on where it broke off', async () => {
    const long = wav(10_000_000)
    const options = { piece: 700_000 }
    world.song('l', { bytes: long, etag: '"1"' })
    world.files.faults.push(
      (seen, file) => world.files.answer(seen, file, { ...options, breakAt: 6_300_000 }),
      (seen, file) => world.files.answer(seen, file, options),
    )
    await run.request({ ...wished('l'), title: 'Song', tags })
    await run.advance(10)
    expect(folder.paths).toEqual([part])
    expect((await folder.bytesOf(part)).length).toBe(0)
    await run.advance(10_000)
    expect(world.files.seen.map(({ range }) => range)).toEqual([null, 'bytes=6300000-'])
    expect(run.rows).toEqual(['job-l finished'])
    expect(sha256Hex(await folder.bytesOf(path))).toBe(sha256Hex(long))
    expect(run.stored('job-l')?.sha256).toBe(sha256Hex(long))
  })

  it('a pause keeps what is there, and the job goes on behind it', async () => {
    world.files.faults.push(held(half))
    await run.request(song('a'))
    await run.advance(100)
    await run.say(downloadPaused({ downloadID: 'job-a' }), 'person')
    await run.advance(1000)
    expect(world.files.open).toBe(0)
    await run.say(downloadResumed({ downloadID: 'job-a' }), 'person')
    await run.advance(1000)
    expect(world.files.seen.at(-1)?.range).toBe(`bytes=${half}-`)
    expect(await folder.bytesOf(path)).toEqual(bytes)
    expect(folder.paths).toEqual([path])
  })

  it('a pause while it is checked checks it again', async () => {
    let open = () => {}
    folder.beforeClose = () => new Promise<void>((resolve) => (open = resolve))
    await run.request(song('a'))
    await run.advance(100)
    await run.say(downloadPaused({ downloadID: 'job-a' }), 'person')
    open()
    await run.advance(100)
    expect(run.rows).toEqual(['job-a paused'])
    await run.say(downloadResumed({ downloadID: 'job-a' }), 'person')
    await run.advance(1000)
    expect(world.files.seen.at(-1)?.range).toBe(`bytes=${bytes.length - 1}-`)
    expect(run.rows).toEqual(['job-a finished'])
    expect(await folder.bytesOf(path)).toEqual(bytes)
    expect(folder.paths).toEqual([path])
  })

  it('removed in the moment it was found right, nothing of it stays', async () => {
    let go = () => {}
    const { setWriting } = world.folders
    world.folders.setWriting = async (player, files) => {
      await setWriting.call(world.folders, player, files)
      if (files.length === 0) await new Promise<void>((resolve) => (go = resolve))
    }
    await run.request(song('a'))
    await run.advance(100)
    expect((await folder.bytesOf(path)).length).toBe(bytes.length)
    await run.remove('job-a')
    go()
    await run.advance(0)
    world.folders.setWriting = setWriting
    go()
    await run.advance(0)
    expect(folder.paths).toEqual([])
    expect(run.told('download.saved')).toEqual([])
  })

  it('another file on the server begins again, and nothing of the first stays', async () => {
    const other = wav(20_000, 5)
    world.files.faults.push(held(half))
    await run.request(song('a'))
    await run.advance(100)
    world.song('a', { bytes: other, etag: '"2"' })
    await run.say(appWentOffline({}), 'platform')
    await run.say(appWentOnline({}), 'platform')
    await run.advance(5000)
    expect(run.rows).toEqual(['job-a finished'])
    expect(await folder.bytesOf(path)).toEqual(other)
    expect(folder.paths).toEqual([path])
  })

  it('what agrees with no digest is not there, and a restart begins at the first byte', async () => {
    const right = song('a')
    world.song('a', { bytes, etag: '"1"', digest: reprDigest(wav(10)) })
    await run.request(right)
    await run.advance(100)
    expect(run.failure('job-a')).toBe('digest')
    expect(folder.paths).toEqual([])
    world.song('a', { bytes, etag: '"1"' })
    await run.restart('job-a')
    await run.advance(100)
    expect(world.files.seen.at(-1)?.range).toBeNull()
    expect(folder.paths).toEqual([path])
  })

  it('a disk that fills up leaves nothing, and when there is room again the name is the same', async () => {
    const strata = await folder.getDirectoryHandle('Strata', { create: true })
    strata.room = half
    await run.request(song('a'))
    await run.advance(100)
    expect(run.failure('job-a')).toBe('folderFull')
    expect(folder.paths).toEqual([])
    strata.room = bytes.length
    await run.restart('job-a')
    await run.advance(100)
    expect(folder.paths).toEqual([path])
    expect(await folder.bytesOf(path)).toEqual(bytes)
  })

  it('what lies in private storage goes on there and ends in the folder', async () => {
    await run.engine.keepFolder(null)
    world.files.faults.push(held(half))
    await run.request(song('a'))
    await run.advance(100)
    await run.say(downloadPaused({ downloadID: 'job-a' }), 'person')
    await run.engine.keepFolder(folder)
    await run.say(downloadResumed({ downloadID: 'job-a' }), 'person')
    await run.advance(100)
    expect(world.files.seen.at(-1)?.range).toBe(`bytes=${half}-`)
    expect(await folder.bytesOf(path)).toEqual(bytes)
    expect(world.sinks.parts.size).toBe(0)
  })

  it('a removed job and a sign-out leave nothing of what was under way', async () => {
    const long = wav(9_000_000)
    for (const id of ['l', 'm']) {
      world.song(id, { bytes: long, etag: '"1"' })
      world.files.faults.push((seen, file) => world.files.answer(seen, file, { holdAt: 8_000_000, piece: 500_000 }))
      await run.request({ ...wished(id), tags })
    }
    await run.advance(100)
    expect(folder.paths).toHaveLength(2)
    await run.remove('job-l')
    await run.advance(0)
    expect(folder.paths).toEqual(['Strata/Artist - 1 - Title m.part.wav'])
    await run.signOut()
    await run.advance(0)
    expect(folder.paths).toEqual([])
  })

  describe('after a crash', () => {
    const long = wav(9_000_000)
    const begin = async () => {
      world.song('l', { bytes: long, etag: '"1"' })
      world.files.faults.push((seen, file) => world.files.answer(seen, file, { holdAt: 8_000_000, piece: 500_000 }))
      await run.request({ ...wished('l'), title: 'Song', tags })
      await run.advance(1000)
      run.die()
    }

    it('the empty file is gone, the job failed, and a restart brings it under the same name', async () => {
      await begin()
      folder.folders.get('Strata')?.open.clear()
      expect(folder.paths).toEqual([part])
      const next = new Run(world)
      await next.signIn()
      expect(folder.paths).toEqual([])
      expect(next.rows).toEqual(['job-l failed'])
      await next.restart('job-l')
      await next.advance(1000)
      expect(folder.paths).toEqual([path])
      expect(sha256Hex(await folder.bytesOf(path))).toBe(sha256Hex(long))
    })

    it('what could not be removed for want of a permission is once there is one, and the name is free again', async () => {
      await begin()
      folder.folders.get('Strata')?.open.clear()
      folder.permission = 'prompt'
      const next = new Run(world)
      await next.signIn()
      expect(folder.paths).toEqual([part])
      folder.permission = 'granted'
      await next.engine.keepFolder(folder)
      await next.restart('job-l')
      await next.advance(1000)
      expect(next.rows).toEqual(['job-l finished'])
      expect(folder.paths).toEqual([path])
      expect(world.folders.open.get('p1')).toEqual([])
    })

    it('what somebody else still holds is remembered beside what this visit begins', async () => {
      await begin()
      const next = new Run(world)
      await next.signIn()
      await next.advance(10_000)
      await next.request(song('b', { title: 'Other' }))
      await next.advance(1000)
      expect(next.rows).toContain('job-b finished')
      expect(world.folders.open.get('p1')).toMatchObject([{ name: 'Artist - 1 - Song.part.wav' }])
    })

    it('P2: who takes over waits until the file was let go of', async () => {
      await begin()
      const next = new Run(world)
      await next.signIn()
      expect(folder.paths).toEqual([part])
      folder.folders.get('Strata')?.open.clear()
      await next.advance(250)
      expect(folder.paths).toEqual([])
    })

    it('another tab that opens meanwhile leaves the file alone', async () => {
      world.song('l', { bytes: long, etag: '"1"' })
      world.files.faults.push((seen, file) => world.files.answer(seen, file, { holdAt: 8_000_000, piece: 500_000 }))
      await run.request({ ...wished('l'), title: 'Song', tags })
      await run.advance(1000)
      folder.folders.get('Strata')?.open.clear()
      await new Run(world).signIn()
      expect(folder.paths).toEqual([part])
    })

    it('what the browser held beside the file goes with it', async () => {
      await begin()
      const strata = folder.folders.get('Strata')
      strata?.open.clear()
      strata?.put('Artist - 1 - Song.part.wav.crswap', 'half')
      strata?.put('Artist - 1 - Song.part.new.wav', '')
      strata?.put('another.wav.crswap', 'half')
      await new Run(world).signIn()
      expect(folder.paths).toEqual(['Strata/another.wav.crswap'])
    })

    it('a whole file that was not proven goes, unless somebody changed it since', async () => {
      const strata = await folder.getDirectoryHandle('Strata', { create: true })
      for (const name of ['unproven.wav', 'changed.wav', 'longer.wav']) strata.put(name, 'x')
      strata.modified = 2
      strata.put('changed.wav', 'x')
      const closed = { size: 1, modified: 1 }
      await world.folders.setWriting('p1', [
        { folder: 'Strata', name: 'unproven.wav', closed },
        { folder: 'Strata', name: 'changed.wav', closed },
        { folder: 'Strata', name: 'longer.wav', closed: { size: 2, modified: 1 } },
      ])
      run.die()
      await new Run(world).signIn()
      expect(folder.paths).toEqual(['Strata/changed.wav', 'Strata/longer.wav'])
    })
  })
})

it('what a crash left empty is removed in the next visit, and a file with bytes is not', async () => {
  const strata = await folder.getDirectoryHandle('Strata', { create: true })
  strata.put('half.wav', '')
  strata.put('whole.wav', 'x')
  strata.put('empty of mine.wav', '')
  const places = ['half.wav', 'whole.wav', 'gone.wav'].map((name) => ({ folder: 'Strata', name }))
  await world.folders.setWriting('p1', places)
  run.die()
  await new Run(world).signIn()
  expect(folder.paths).toEqual(['Strata/whole.wav', 'Strata/empty of mine.wav'])
})

it('hostile release titles make a folder inside the picked one', async () => {
  await run.request(song('a', { tags: { ...tags, release: '../../CON' } }))
  await run.advance(100)
  expect([...folder.folders.keys()]).toEqual(['_.._CON'])
})
