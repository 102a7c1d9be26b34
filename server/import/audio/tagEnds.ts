// Tags that stand before and behind the audio of an MP3 or a FLAC, which belong to neither.
export type Read = (at: number, length: number) => Promise<Buffer>

/** No file has more of them behind each other. */
const TAGS_MAX = 64

/** Bytes of the ID3v2 tags a file begins with, one behind the other; 0 when there is none. @param read of the file, less at its end */
export async function tagsBefore(read: Read): Promise<number> {
  let at = 0
  let head = await read(0, 10)
  for (let count = 0; count < TAGS_MAX; count++) {
    const bytes = id3Bytes(head)
    if (bytes === 0) break
    head = await read(at + bytes, 10)
    // A tag that says it is longer than the file lies; the music is looked for behind its head.
    if (head.length === 0) return at + 10
    at += bytes
  }
  return at
}

/** Where the audio of a file ends, bytes from its start: before ID3v1, APEv2, Lyrics3v2 and an ID3v2 tag with a footer. */
export async function audioEnd(read: Read, fileBytes: number): Promise<number> {
  let end = fileBytes
  for (let count = 0; count < TAGS_MAX; count++) {
    const bytes = await tagBefore(read, end)
    if (bytes === 0 || bytes > end) break
    end -= bytes
  }
  return end
}

/** Bytes of the tag that ends at a byte of a file, 0 when none does. */
async function tagBefore(read: Read, end: number): Promise<number> {
  const from = Math.max(0, end - ID3V1_BYTES)
  const tail = await read(from, end - from)
  const text = (before: number, length: number) =>
    tail.toString('latin1', Math.max(0, tail.length - before), Math.max(0, tail.length - before + length))
  if (tail.length === ID3V1_BYTES && text(ID3V1_BYTES, 3) === 'TAG') return ID3V1_BYTES
  if (tail.length < 32) return 0
  if (text(32, 8) === 'APETAGEX') {
    const header = tail.readUInt32LE(tail.length - 12) & 0x8000_0000 ? 32 : 0
    return tail.readUInt32LE(tail.length - 20) + header
  }
  // Its length is in six digits, and counts neither them nor the mark.
  if (text(9, 9) === 'LYRICS200' && /^\d{6}$/.test(text(15, 6))) return Number(text(15, 6)) + 15
  if (text(10, 3) === '3DI') return synchsafe(tail, tail.length - 4) + 20
  return 0
}

const ID3V1_BYTES = 128

/** Bytes an ID3v2 tag takes by its first ten, 0 when it is none (ID3v2.4 structure, section 3.1). */
function id3Bytes(head: Buffer): number {
  if (head.length < 10 || head.toString('latin1', 0, 3) !== 'ID3') return 0
  const footer = head[5]! & 0x10 ? 10 : 0
  return 10 + synchsafe(head, 6) + footer
}

const synchsafe = (bytes: Buffer, at: number) =>
  (bytes[at]! << 21) | (bytes[at + 1]! << 14) | (bytes[at + 2]! << 7) | bytes[at + 3]!
