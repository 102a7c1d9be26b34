import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import { strFromU8, unzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { type ZipEntry, zipLayout } from '#core/model/bytes/zipLayout.ts'
import { readZip } from './read.ts'

const files = [
  { name: 'Ása - 1 - Þrjú.txt', data: Buffer.from('first') },
  { name: 'empty.txt', data: Buffer.alloc(0) },
  { name: 'plain.bin', data: Buffer.from(Array.from({ length: 70_000 }, (_, n) => n % 251)) },
]
const entries: ZipEntry[] = files.map(({ name, data }) => ({ name, bytes: data.length, crc32: crc32(data) }))
const open = async (entry: number, start: number, end: number) =>
  Readable.from([files[entry]?.data.subarray(start, end + 1) ?? Buffer.alloc(0)])

async function bytes(start?: number, end?: number): Promise<Buffer> {
  const layout = zipLayout(entries)
  const chunks: Buffer[] = []
  for await (const chunk of readZip(layout, start ?? 0, end ?? layout.bytes - 1, open)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

function hasUnzip(): boolean {
  try {
    execFileSync('unzip', ['-v'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

describe('zipLayout', () => {
  it('announces exactly the bytes that come', async () => {
    expect((await bytes()).length).toBe(zipLayout(entries).bytes)
  })

  it('makes an archive that a foreign reader opens with the same names and bytes', async () => {
    const read = new Map(Object.entries(unzipSync(await bytes())))
    expect([...read.keys()]).toEqual(files.map((file) => file.name))
    expect(strFromU8(read.get('Ása - 1 - Þrjú.txt') ?? new Uint8Array())).toBe('first')
    expect(Buffer.from(read.get('plain.bin') ?? []).equals(files[2]?.data ?? Buffer.alloc(0))).toBe(true)
  })

  it.skipIf(!hasUnzip())('makes an archive that passes unzip -t, checksums included', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'zip-'))
    try {
      const path = join(folder, 'a.zip')
      writeFileSync(path, await bytes())
      expect(String(execFileSync('unzip', ['-t', path]))).toContain('No errors detected')
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('gives any stretch as the whole has it', async () => {
    const whole = await bytes()
    for (const [start, end] of [
      [0, 0],
      [3, 40],
      [30, 90],
      [60, 20_000],
      [whole.length - 1, whole.length - 1],
      [whole.length - 200, whole.length - 1],
    ] as const) {
      expect((await bytes(start, end)).equals(whole.subarray(start, end + 1))).toBe(true)
    }
  })

  it('refuses to send when an entry turns out shorter than planned', async () => {
    const layout = zipLayout([{ name: 'a', bytes: 10, crc32: 0 }])
    const read = readZip(layout, 0, layout.bytes - 1, async () => Readable.from([Buffer.alloc(4)]))
    await expect(
      (async () => {
        for await (const _ of read);
      })(),
    ).rejects.toThrow('another length')
  })

  it('uses Zip64 for an entry over 4 GiB and for offsets behind it', () => {
    const five = 5 * 1024 ** 3
    const layout = zipLayout([
      { name: 'big.wav', bytes: five, crc32: 1 },
      { name: 'small.wav', bytes: 10, crc32: 2 },
    ])
    const [local, body, second] = layout.parts
    expect(local).toMatchObject({ kind: 'bytes', start: 0, length: 30 + 7 + 20 })
    expect(body).toMatchObject({ kind: 'entry', start: 57, length: five })
    expect(second?.start).toBe(57 + five)
    const head = local?.kind === 'bytes' ? Buffer.from(local.data) : Buffer.alloc(0)
    expect(head.readUInt32LE(18)).toBe(0xffff_ffff)
    expect(head.readBigUInt64LE(30 + 7 + 4)).toBe(BigInt(five))

    const tail = layout.parts.at(-1)
    const data = tail?.kind === 'bytes' ? Buffer.from(tail.data) : Buffer.alloc(0)
    // Central headers: 46 + name + extra; the second carries only its offset.
    const secondAt = 46 + 7 + 20
    expect(data.readUInt32LE(secondAt + 42)).toBe(0xffff_ffff)
    expect(data.readUInt32LE(secondAt + 24)).toBe(10)
    expect(data.readBigUInt64LE(secondAt + 46 + 9 + 4)).toBe(BigInt(57 + five))
    const directoryBytes = secondAt + 46 + 9 + 12
    const record = data.subarray(directoryBytes)
    expect(record.readUInt32LE(0)).toBe(0x0606_4b50)
    expect(record.readBigUInt64LE(40)).toBe(BigInt(directoryBytes))
    expect(record.readBigUInt64LE(48)).toBe(BigInt(tail?.start ?? -1))
    expect(record.readUInt32LE(56)).toBe(0x0706_4b50)
    expect(record.readBigUInt64LE(56 + 8)).toBe(BigInt((tail?.start ?? 0) + directoryBytes))
    expect(record.readUInt32LE(76)).toBe(0x0605_4b50)
    expect(layout.bytes).toBe((tail?.start ?? 0) + data.length)
  })

  it('uses Zip64 for 65,535 entries and not for one fewer', { tags: ['long'] }, () => {
    const many = (count: number) =>
      zipLayout(Array.from({ length: count }, (_, n) => ({ name: `${n}`, bytes: 0, crc32: 0 })))
    const hasRecord = (count: number) => {
      const tail = many(count).parts.at(-1)
      return (
        tail !== undefined &&
        tail.kind === 'bytes' &&
        Buffer.from(tail.data).includes(Buffer.from([0x50, 0x4b, 0x06, 0x06]))
      )
    }
    expect(hasRecord(65_535)).toBe(true)
    expect(hasRecord(65_534)).toBe(false)
  })
})
