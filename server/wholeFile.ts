// Small files that are there with all they hold, or not at all.
import { randomUUID } from 'node:crypto'
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'

/**
 * Makes a file that has all of its content as soon as it has its name.
 * @returns whether it was made; false where there is one of this name
 */
export function createWhole(path: string, content: string, mode = 0o644): boolean {
  const made = `${path}.${randomUUID()}`
  try {
    writeFileSync(made, content, { mode, flush: true })
    linkSync(made, path)
    return true
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException
    if (syscall !== 'link') throw error
    // Over a network the answer may be lost, and the link is there.
    if (code === 'EEXIST') return readText(path) === content
    // Not every file system gives a file two names, and each says so in its own way.
    return createNamed(path, content, mode)
  } finally {
    rmSync(made, { force: true })
  }
}

function createNamed(path: string, content: string, mode: number): boolean {
  try {
    writeFileSync(path, content, { mode, flag: 'wx', flush: true })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** What a file holds; null where it cannot be read. */
export function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}
