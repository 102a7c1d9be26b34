import { createHash, randomBytes } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { signatureOf } from '#tests/support/s3/signature.ts'
import { startS3, type TestS3 } from '#tests/support/s3/weather.ts'
import { createFolderStore } from './folderStore.ts'
import type { ObjectStore } from './objectStore.ts'
import { readWhole } from './objectStore.ts'
import { readS3Address, type S3Place } from './s3/address.ts'
import { createS3Store } from './s3/store.ts'

const read = async (stream: Readable): Promise<Buffer> => Buffer.concat(await stream.toArray())
const codeOf = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'nothing was thrown',
    (error) => error.code,
  )
const pathsOf = async (store: ObjectStore, prefix: string) => {
  const found: string[] = []
  for await (const { path } of store.list(prefix)) found.push(path)
  return found.sort((a, b) => (a < b ? -1 : 1))
}

let folder: string
let s3: TestS3
let place: S3Place

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'store-'))
  // So few that a list of three has a second page.
  s3 = await startS3({ keysPerPage: 2 })
  const read = readS3Address(s3.url, {})
  if (!read) throw new Error('the address of the store cannot be read')
  place = read
})
afterAll(async () => {
  await s3.stop()
  await rm(folder, { recursive: true, force: true })
})

const opened: ObjectStore[] = []
afterEach(() => {
  for (const store of opened.splice(0)) store.close()
})
const kinds: [string, () => ObjectStore][] = [
  ['a folder', () => createFolderStore(join(folder, 'media'))],
  ['an S3-compatible store', () => createS3Store({ ...place, prefix: 'some/prefix/' }, join(folder, 'scratch'))],
]

describe.each(kinds)('media in %s', (_name, open) => {
  const store = (): ObjectStore => {
    const made = open()
    opened.push(made)
    return made
  }
  /** A local file of so many bytes, different each time. */
  const file = async (bytes: number): Promise<{ path: string; data: Buffer }> => {
    const [path, data] = [join(folder, `file-${randomBytes(6).toString('hex')}`), randomBytes(bytes)]
    await writeFile(path, data)
    return { path, data }
  }

  it.each([0, 1, 100_000, 20_000_000])(
    'takes a file of %i bytes and gives it and any range of it back',
    async (size) => {
      const media = store()
      const { path, data } = await file(size)
      await media.adopt(path, `imported/audio/${size}.wav`)
      await expect(stat(path)).rejects.toThrow()
      const facts = await media.head(`imported/audio/${size}.wav`)
      expect(facts?.bytes).toBe(size)
      expect(Math.abs((facts?.changed ?? 0) - Date.now())).toBeLessThan(60_000)
      if (!facts || size === 0) return
      const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
      expect(digest(await readWhole(media, facts))).toBe(digest(data))
      for (const [start, end] of [
        [0, 0],
        [size - 1, size - 1],
        [Math.floor(size / 3), Math.floor((size * 2) / 3)],
      ] as const) {
        expect((await read(await media.read(facts.path, start, end))).equals(data.subarray(start, end + 1))).toBe(true)
      }
    },
  )

  it('knows nothing of what is not there, and says so before a byte is promised', async () => {
    const media = store()
    expect(await media.head('imported/nothing.wav')).toBeNull()
    expect(await codeOf(media.read('imported/nothing.wav', 0, 9))).toBe('MISSING')
    await media.remove('imported/nothing.wav')
    await expect(media.local('imported/nothing.wav', async (path) => readFile(path))).rejects.toThrow()
  })

  it('lists what lies below a folder, and removes it', async () => {
    const media = store()
    for (const name of ['a.json', 'b/c.json', "d &<'>.json"]) await media.put(`list/${name}`, Buffer.from(name))
    await media.put('listed/other.json', Buffer.from('x'))
    expect(await pathsOf(media, 'list/')).toEqual(['list/a.json', 'list/b/c.json', "list/d &<'>.json"])
    await media.remove('list/b/c.json')
    expect(await pathsOf(media, 'list/')).toEqual(['list/a.json', "list/d &<'>.json"])
    expect(await pathsOf(media, 'never/')).toEqual([])
  })

  it('puts a text in the place of another', async () => {
    const media = store()
    for (const text of ['one', 'two, longer']) await media.put('imported/text.json', Buffer.from(text))
    const facts = await media.head('imported/text.json')
    expect(facts && (await readWhole(media, facts)).toString()).toBe('two, longer')
    expect(await media.local('imported/text.json', async (path) => readFile(path, 'utf8'))).toBe('two, longer')
  })

  it.each(['../secret', '/etc/passwd', 'a/../../b', 'a//b', './a', 'a\\b', ''])('refuses the path %j', async (path) => {
    const media = store()
    expect(await codeOf(media.head(path))).toBe('OUTSIDE')
    expect(await codeOf(media.read(path, 0, 1))).toBe('OUTSIDE')
    expect(await codeOf(media.put(path, Buffer.from('x')))).toBe('OUTSIDE')
  })

  it('stops reading when its reader leaves', async () => {
    const media = store()
    const { path } = await file(5_000_000)
    await media.adopt(path, 'imported/left.wav')
    const stream = await media.read('imported/left.wav', 0, 4_999_999)
    for await (const _ of stream) break
    expect(stream.destroyed).toBe(true)
  })

  it('is ready', async () => {
    await store().check()
  })
})

describe('a folder', () => {
  it.skipIf(!existsSync('/dev/shm') || statSync('/dev/shm').dev === statSync(tmpdir()).dev)(
    'takes a file also where a part of it lies on another disk',
    async () => {
      const disk = await mkdtemp('/dev/shm/store-')
      const root = join(folder, 'linked')
      try {
        await mkdir(join(root, 'imported'), { recursive: true })
        await symlink(disk, join(root, 'imported', 'audio'))
        const [path, data] = [join(folder, 'made.wav'), randomBytes(100_000)]
        await writeFile(path, data)
        await createFolderStore(root).adopt(path, 'imported/audio/ab/x.wav')
        expect((await readFile(join(disk, 'ab', 'x.wav'))).equals(data)).toBe(true)
        expect(await readdir(join(disk, 'ab'))).toEqual(['x.wav'])
        await expect(stat(path)).rejects.toThrow('ENOENT')
      } finally {
        await rm(disk, { recursive: true })
      }
    },
  )
})

describe('an S3-compatible store', () => {
  const open = (other: Partial<S3Place> = {}) => {
    const store = createS3Store({ ...place, ...other }, join(folder, 'scratch'))
    opened.push(store)
    return store
  }
  afterEach(() => s3.weather({ kind: 'fair' }))

  it('goes on where a broken connection ended, byte for byte', async () => {
    const data = randomBytes(3_000_000)
    await open().put('broken.wav', data)
    await s3.weather({ kind: 'breaking', afterBytes: 700_000, times: 2 })
    const before = s3.cuts()
    expect((await read(await open().read('broken.wav', 0, data.length - 1))).equals(data)).toBe(true)
    expect(s3.cuts() - before).toBe(2)
  })

  it('gives up after a few breaks instead of sending less than was promised', async () => {
    const data = randomBytes(3_000_000)
    await open().put('broken.wav', data)
    await s3.weather({ kind: 'breaking', afterBytes: 200, times: 1000 })
    expect(
      await codeOf(
        open()
          .read('broken.wav', 0, data.length - 1)
          .then(read),
      ),
    ).toBe('STORE_DOWN')
  })

  it('says that it is down, and works again when it is back', { tags: ['long'] }, async () => {
    const store = open()
    await store.put('there.txt', Buffer.from('there'))
    await s3.weather({ kind: 'down' })
    for (const work of [() => store.head('there.txt'), () => store.read('there.txt', 0, 1), () => store.check()])
      expect(await codeOf(work())).toBe('STORE_DOWN')
    await s3.weather({ kind: 'fair' })
    expect((await store.head('there.txt'))?.bytes).toBe(5)
  })

  it('does not wait for ever for a store that is silent', { tags: ['long'] }, async () => {
    await s3.weather({ kind: 'silent' })
    expect(await codeOf(open().check())).toBe('STORE_SLOW')
  })

  it('says that it is refused with a right key and a wrong secret', async () => {
    expect(await codeOf(open({ secretAccessKey: `${place.secretAccessKey}.` }).check())).toBe('STORE_REFUSED')
  })

  it('H-545: goes by its clock where that is far from the one of this machine, which is said once', async () => {
    const minutes = (n: number) => n * 60_000
    let behind = minutes(20)
    const late = await startS3({ now: () => Date.now() - behind })
    const heard: string[] = []
    const wrong: number[] = []
    const at = { ...place, endpoint: `http://${late.host}` }
    const store = createS3Store(at, join(folder, 'scratch'), (aheadMs) => heard.push((aheadMs / minutes(1)).toFixed(0)))
    const guess = createS3Store({ ...at, secretAccessKey: 'guess' }, folder, (aheadMs) => wrong.push(aheadMs))
    opened.push(store, guess)
    await Promise.all(['late.txt', 'later.txt'].map((path) => store.put(path, Buffer.from('late'))))
    expect((await store.head('late.txt'))?.bytes).toBe(4)
    expect((await read(await store.read('late.txt', 0, 3))).toString()).toBe('late')
    expect(heard).toEqual(['-20'])
    // Somebody put it right.
    behind = 0
    await store.check()
    await store.check()
    expect(heard).toEqual(['-20', expect.stringMatching(/^-?0$/)])
    expect(await codeOf(guess.check())).toBe('STORE_REFUSED')
    expect(wrong).toEqual([])
    await late.stop()
  })

  it('says that it is refused with a wrong key or a bucket that is not there, and never the secret', async () => {
    const wrong = open({ accessKeyId: 'unknown', secretAccessKey: 'never-to-be-seen' })
    expect(await codeOf(wrong.check())).toBe('STORE_REFUSED')
    const told = await wrong.put('x', Buffer.from('x')).catch((error) => `${error.stack}${JSON.stringify(error)}`)
    expect(told).not.toContain('never-to-be-seen')
    expect(open({ bucket: 'nowhere' }).place).not.toContain(place.secretAccessKey)
    expect(await codeOf(open({ bucket: 'nowhere' }).check())).toBe('STORE_REFUSED')
  })
})

describe('a request to the store', () => {
  it('is signed as a store computes it, whatever is asked', async () => {
    const seen: { asked: string; told: string; right: string }[] = []
    const server = createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk) => chunks.push(chunk))
      request.on('end', () => {
        const told = /Signature=([0-9a-f]+)/.exec(request.headers.authorization ?? '')?.[1] ?? ''
        const { method = '', url = '', headers } = request
        expect(headers['x-amz-content-sha256']).toBe(createHash('sha256').update(Buffer.concat(chunks)).digest('hex'))
        const right = signatureOf({ method, url, headers }, 's/e+c r')
        seen.push({ asked: `${request.method} ${request.url}`, told, right })
        response.end('<UploadId>a+b/c=</UploadId>')
      })
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const address = server.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const endpoint = `http://127.0.0.1:${port}`
    const store = createS3Store(
      { ...place, endpoint, prefix: 'label one/', secretAccessKey: 's/e+c r', sessionToken: 'token' },
      join(folder, 'scratch'),
    )
    opened.push(store)
    const file = join(folder, 'large')
    await writeFile(file, randomBytes(9_000_000))
    await store.check()
    await store.put("imported/a (b)'s & c.json", Buffer.from('text'))
    await store.adopt(file, 'imported/large.wav')
    await read(await store.read('imported/large.wav', 0, 9))
    for await (const _ of store.list('imported/')) break
    await store.remove('imported/large.wav')
    await new Promise((done) => server.close(done))
    expect(seen.length).toBeGreaterThan(8)
    for (const { asked, told, right } of seen) expect([asked, told]).toEqual([asked, right])
  })
})

describe('MEDIA_URL', () => {
  const env = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret', AWS_SESSION_TOKEN: 'session' }

  it('names endpoint, bucket, prefix and region, and holds or finds the credentials', () => {
    expect(readS3Address('s3://k%2F1:s%2B%40@minio.local:9000/label/player?region=eu-1&tls=0', env)).toEqual({
      endpoint: 'http://minio.local:9000',
      bucket: 'label',
      prefix: 'player/',
      region: 'eu-1',
      accessKeyId: 'k/1',
      secretAccessKey: 's+@',
      sessionToken: undefined,
    })
    expect(readS3Address('s3://s3.eu-central-1.amazonaws.com/label', env)).toMatchObject({
      endpoint: 'https://s3.eu-central-1.amazonaws.com',
      prefix: '',
      region: 'us-east-1',
      accessKeyId: 'id',
      sessionToken: 'session',
    })
  })

  it.each([
    'https://h/b',
    's3://h',
    's3:///b',
    's3://h/b?tls=2',
    's3://h/b?regoin=x',
    's3://h/b/../c%20d',
    's3://k:@h/b',
  ])('refuses %s', (text) => {
    expect(readS3Address(text, env)).toBeNull()
  })

  it('refuses a store without credentials', () => {
    expect(readS3Address('s3://h/b', {})).toBeNull()
  })
})
