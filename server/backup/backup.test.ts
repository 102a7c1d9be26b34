import { randomUUID } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import fs from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { emptyDataDir, isHalfRestored } from '../dataDir.ts'
import { openPglite } from '../store/database/pgliteRunner.ts'
import { backUp, restore } from './backup.ts'
import { tarOf } from './tar.ts'

const folders: string[] = []
const folder = () => {
  const path = mkdtempSync(join(tmpdir(), 'player-backup-'))
  folders.push(path)
  return path
}
afterEach(() => {
  for (const path of folders.splice(0)) rmSync(path, { recursive: true, force: true })
})
const put = (root: string, name: string, content: string | Buffer) => {
  mkdirSync(dirname(join(root, name)), { recursive: true })
  writeFileSync(join(root, name), content)
}
/** A data folder without a real database in it. */
const plain = () => {
  const data = folder()
  put(data, 'db.created', '')
  put(data, 'db/PG_VERSION', '18')
  put(data, 'keys/token.key', 'secret')
  return data
}
const tar = async (...files: [name: string, text: string][]) => {
  const parts: Buffer[] = []
  const entries = files.map(([name, text]) => ({ name, bytes: Buffer.byteLength(text), content: { text } }))
  for await (const part of tarOf(entries, new Date(0))) parts.push(part)
  return Buffer.concat(parts)
}

describe('backup and restore', () => {
  it('bring back the database, the keys and the imported media, and leave out what can be made again', {
    tags: ['long'],
    timeout: 60_000,
  }, async () => {
    const data = folder()
    const db = await openPglite(join(data, 'db'))
    await db.query('create table kept (text text)', [])
    await db.query('insert into kept values ($1)', ['Grüße'])
    await db.close()
    put(data, 'db.created', '')
    put(data, 'keys/token.key', 'secret')
    const audio = Buffer.from(Array.from({ length: 100_000 }, (_, n) => (n * n) % 251))
    put(data, `media/imported/audio/ab/${'a'.repeat(64)}.wav`, audio)
    put(data, 'media/cache/big.wav', 'can be made again')
    const file = join(folder(), 'deep', 'player.tar.gz')

    const kept = await backUp(data, file, 0)
    expect(kept.bytes).toBe(statSync(file).size)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(existsSync(join(data, 'server.lock'))).toBe(false)

    const back = join(folder(), 'new')
    const report = await restore(back, file)
    expect([report.files, report.made]).toEqual([kept.files, '1970-01-01T00:00:00.000Z'])
    expect(readFileSync(join(back, 'keys/token.key'), 'utf8')).toBe('secret')
    expect(readFileSync(join(back, `media/imported/audio/ab/${'a'.repeat(64)}.wav`)).equals(audio)).toBe(true)
    expect(existsSync(join(back, 'media/cache'))).toBe(false)
    const again = await openPglite(join(back, 'db'))
    expect((await again.query('select text from kept', [])).rows).toEqual([{ text: 'Grüße' }])
    await again.close()
  })

  it('are refused while a server uses the folder', { tags: ['long'] }, async () => {
    const data = plain()
    put(data, 'server.lock', `${process.ppid} `)
    await expect(backUp(data, join(folder(), 'x'), 0)).rejects.toThrow('already uses the data folder')
  })

  it('are refused without a database, into one, inside what is kept, and where a folder lies', async () => {
    await expect(backUp(folder(), join(folder(), 'x'), 0)).rejects.toThrow('no embedded database')
    const data = plain()
    await expect(backUp(data, join(data, 'db', 'x'), 0)).rejects.toThrow('cannot lie inside')
    const there = folder()
    await expect(backUp(data, `${there}/`, 0)).rejects.toThrow(
      `${there} is a folder. Name the file the backup goes into, such as ${join(there, 'player.tar.gz')}.`,
    )
    const file = join(there, 'x')
    await backUp(data, file, 0)
    await expect(restore(data, file)).rejects.toThrow('already holds data')
    await expect(restore(folder(), join(data, 'none'))).rejects.toThrow('There is no file')
  })

  it.each(['media', 'media/imported', 'media/imported/audio'])(
    'H-537: a backup whose %s is a link to a disk that is away is not made, and the one before stays',
    async (name) => {
      const data = plain()
      const disk = join(folder(), 'disk')
      put(disk, name === 'media' ? 'imported/audio/a.wav' : 'audio/a.wav', 'audio')
      mkdirSync(dirname(join(data, name)), { recursive: true })
      symlinkSync(disk, join(data, name))
      const file = join(folder(), 'x')
      await backUp(data, file, 0)
      const before = readFileSync(file)
      rmSync(disk, { recursive: true })
      await expect(backUp(data, file, 1)).rejects.toThrow(/cannot be read \(ENOENT.*Bring back the disk/)
      expect(readFileSync(file).equals(before)).toBe(true)
      expect(readdirSync(dirname(file))).toEqual(['x'])
      // A place where a disk was mounted, and is not.
      mkdirSync(disk)
      await expect(backUp(data, file, 1)).rejects.toThrow('holds imported music, and there is none')
      expect(readFileSync(file).equals(before)).toBe(true)
      await backUp(data, `${file}.other`, 1)
      await backUp(data, file, 1, 's3://store.example/media')
    },
  )

  it('H-365: a backup writes into no file that lay there, and takes away what a killed one left', async () => {
    const [data, there] = [plain(), folder()]
    const [file, foreign] = [join(there, 'x'), join(folder(), 'of somebody')]
    writeFileSync(foreign, 'theirs')
    symlinkSync(foreign, `${file}.part`)
    writeFileSync(`${file}.${randomUUID()}.part`, 'half')
    writeFileSync(`${file}.old.part`, 'of somebody')
    await backUp(data, file, 0)
    expect(readFileSync(foreign, 'utf8')).toBe('theirs')
    expect(readdirSync(there).sort()).toEqual(['x', 'x.old.part'])
  })

  it.each([
    ['cut off', (whole: Buffer) => whole.subarray(0, whole.length - 40)],
    [
      'changed',
      (whole: Buffer) =>
        Buffer.concat([whole.subarray(0, 60), Buffer.from([whole.readUInt8(60) ^ 1]), whole.subarray(61)]),
    ],
    ['of something else', () => Buffer.from('hello')],
    [
      'without its last file',
      (whole: Buffer) => {
        const plainTar = gunzipSync(whole)
        return gzipSync(Buffer.concat([plainTar.subarray(0, plainTar.length - 2048), Buffer.alloc(1024)]))
      },
    ],
  ])('a file that is %s restores nothing and changes nothing', async (_what, spoil) => {
    const file = join(folder(), 'x')
    await backUp(plain(), file, 0)
    writeFileSync(file, spoil(readFileSync(file)))
    const back = folder()
    await expect(restore(back, file)).rejects.toThrow('no backup that can be restored')
    expect(['db', 'db.created', 'keys', `restore-${process.pid}`].some((name) => existsSync(join(back, name)))).toBe(
      false,
    )
  })

  it.each([false, true])(
    'a restore after one that was killed (while it put things in place: %s) is as the first',
    async (moving) => {
      const file = join(folder(), 'x')
      await backUp(plain(), file, 0)
      const back = folder()
      // As far as it had come: its process is gone.
      put(back, 'restore-1/db/PG_VERSION', '18')
      put(back, 'restore-1/keys/token.key', 'secret')
      if (moving) {
        put(back, 'restore-1/db.created', '')
        put(back, 'restore-1/moving', '')
        rmSync(join(back, 'restore-1/keys'), { recursive: true })
        put(back, 'keys/token.key', 'half')
      }
      await restore(back, file)
      expect(existsSync(join(back, 'restore-1'))).toBe(false)
      expect(readFileSync(join(back, 'keys/token.key'), 'utf8')).toBe('secret')
      put(back, 'restore-2/keys/token.key', 'secret')
      emptyDataDir(back, true)
      expect(readdirSync(back)).toEqual([])
    },
  )

  it('a restore that cannot put everything in place takes back what it had, and can be repeated', async () => {
    const data = plain()
    put(data, 'media/imported/a.wav', 'audio')
    const file = join(folder(), 'x')
    await backUp(data, file, 0)
    const back = folder()
    // Database and keys are in place when it comes to the media.
    put(back, 'media', 'of somebody else')
    await expect(restore(back, file)).rejects.toThrow('EEXIST')
    expect(readdirSync(back)).toEqual(['media'])
    rmSync(join(back, 'media'))
    await restore(back, file)
    expect(readFileSync(join(back, 'media/imported/a.wav'), 'utf8')).toBe('audio')
  })

  it('a restore that is whole says so, also where what it was unpacked in does not go away', async () => {
    const file = join(folder(), 'x')
    await backUp(plain(), file, 0)
    const back = folder()
    const unpacked = join(back, `restore-${process.pid}`)
    const { rm } = fs
    fs.rm = async (path, options) => {
      if (path === unpacked) throw new Error('EBUSY: a scanner reads it')
      return rm(path, options)
    }
    syncBuiltinESMExports()
    onTestFinished(() => {
      fs.rm = rm
      syncBuiltinESMExports()
    })
    const { files, left } = await restore(back, file)
    expect(files).toBe(3)
    expect(left).toBe(`${unpacked} is left of it (EBUSY: a scanner reads it), and can be deleted.`)
    expect(readFileSync(join(back, 'keys/token.key'), 'utf8')).toBe('secret')
    expect([isHalfRestored(back), existsSync(join(back, 'server.lock'))]).toEqual([false, false])
  })

  it.skipIf(!existsSync('/dev/shm') || statSync('/dev/shm').dev === statSync(tmpdir()).dev)(
    'media that have a disk of their own are restored onto it',
    async () => {
      const data = plain()
      put(data, 'media/imported/audio/a.wav', 'audio')
      const file = join(folder(), 'x')
      await backUp(data, file, 0)
      const back = folder()
      const disk = mkdtempSync('/dev/shm/player-backup-')
      folders.push(disk)
      symlinkSync(disk, join(back, 'media'))
      // One before was killed while it copied there.
      put(back, 'restore-1/media/imported/audio/a.wav', 'audio')
      put(back, 'restore-1/moving', 'media/imported')
      put(disk, 'imported/audio/a.wav', 'au')
      expect(isHalfRestored(back)).toBe(true)
      await restore(back, file)
      expect(isHalfRestored(back)).toBe(false)
      expect(readFileSync(join(disk, 'imported/audio/a.wav'), 'utf8')).toBe('audio')
      expect(readdirSync(back).sort()).toEqual(['db', 'db.created', 'keys', 'media'])
    },
  )

  it('a key that was there before a restore was killed while it unpacked stays', async () => {
    const file = join(folder(), 'x')
    await backUp(plain(), file, 0)
    const back = folder()
    put(back, 'restore-1/db.created', '')
    put(back, 'keys/token.key', 'of a server on another database')
    await expect(restore(back, file)).rejects.toThrow('already holds data (keys)')
    expect(readFileSync(join(back, 'keys/token.key'), 'utf8')).toBe('of a server on another database')
  })

  it.each(['../evil', '/etc/evil', 'db/../../evil', 'other', 'db//x', 'keys/..\\x'])(
    'writes no file named %s',
    async (name) => {
      const manifest = JSON.stringify({ format: 1, made: '', files: 2 })
      const file = join(folder(), 'x')
      writeFileSync(file, gzipSync(await tar(['backup.json', manifest], ['db.created', ''], [name, 'evil'])))
      const back = join(folder(), 'data')
      await expect(restore(back, file)).rejects.toThrow('it holds')
      expect(existsSync(join(dirname(back), 'evil'))).toBe(false)
    },
  )
})
