/**
 * Looks through a browser's profile folder for words, byte by byte: as UTF-8, as UTF-16 and inside what is packed with
 * gzip or deflate. What the browser itself remembers of visits (addresses, page titles, downloads) is left out.
 */
import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { constants, inflateRawSync } from 'node:zlib'

/** The browser's own history: addresses, titles and icons of pages, and what the address bar learned from them. */
const HISTORY =
  /(^|\/)(History|History-journal|Favicons|Favicons-journal|Top Sites|Top Sites-journal|Shortcuts|Shortcuts-journal|Visited Links|Network Action Predictor|Network Action Predictor-journal|Sessions\/.*)$/
const GZIP = Buffer.from([0x1f, 0x8b, 0x08])

/** `file: word` for each word that is found. */
export async function findInProfile(profile: string, words: readonly string[]): Promise<string[]> {
  const found = new Set<string>()
  for (const path of await filesIn(profile)) {
    const name = relative(profile, path)
    if (HISTORY.test(name)) continue
    // A file may go while the browser lives.
    const bytes = await readFile(path).catch(() => Buffer.alloc(0))
    for (const part of [bytes, ...unpacked(bytes)])
      for (const word of words)
        if (part.includes(Buffer.from(word)) || part.includes(Buffer.from(word, 'utf16le')))
          found.add(`${name}: ${word}`)
  }
  return [...found]
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

/** Every gzip stream in it, as far as it can be read. */
function unpacked(bytes: Buffer): Buffer[] {
  const parts: Buffer[] = []
  for (let at = bytes.indexOf(GZIP); at >= 0; at = bytes.indexOf(GZIP, at + 1))
    try {
      // Ten bytes of head, where no name follows; what comes after the stream is not looked at.
      parts.push(inflateRawSync(bytes.subarray(at + 10), { finishFlush: constants.Z_SYNC_FLUSH }))
    } catch {
      // These three bytes were no gzip after all.
    }
  return parts
}
