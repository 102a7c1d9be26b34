// What the benchmark finds on the disk.

import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** SHA-256 in hex of what lies in a folder, once so many whole files do: the browser goes on copying for a while. */
export async function digests(folder: string, count: number): Promise<Map<string, string>> {
  const isThere = async () => {
    const names = await readdir(folder)
    return names.length === count && !names.some((name) => name.endsWith('.crdownload'))
  }
  for (let left = 200; left > 0 && !(await isThere()); left--) await pause(50)
  const found = new Map<string, string>()
  for (const name of await readdir(folder)) found.set(name, await sha256Of(join(folder, name)))
  return found
}

/** SHA-256 in hex of a file. */
export async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}
