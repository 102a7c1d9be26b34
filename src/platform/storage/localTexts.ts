/** Texts of the device whose keys begin alike, as pages leave them for each other. Loaded after the first screen. */
import { localKeys, readText, writeText } from './storage.ts'

export interface LocalTexts {
  /** Keys of all of them, without what they begin with. */
  names(): string[]
  read(name: string): string | null
  /** Null removes it. */
  write(name: string, text: string | null): void
}

/** @param prefix what their keys begin with */
export function localTexts(prefix: string): LocalTexts {
  return {
    names: () => localKeys().flatMap((key) => (key.startsWith(prefix) ? key.slice(prefix.length) : [])),
    read: (name) => readText('local', prefix + name),
    write: (name, text) => writeText('local', prefix + name, text),
  }
}
