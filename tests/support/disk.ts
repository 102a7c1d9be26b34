// A disk of its own, which can be full.
import { execFileSync } from 'node:child_process'

/** A disk of so many bytes at `path`, a folder that is there; null where this process may not make one. */
export function disk(path: string, bytes: number): { grow(bytes: number): void; remove(): void } | null {
  const mount = (...args: string[]) => execFileSync('mount', args, { stdio: 'ignore' })
  try {
    mount('-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', path)
    return {
      grow: (more) => mount('-o', `remount,size=${more}`, path),
      remove: () => execFileSync('umount', ['-l', path], { stdio: 'ignore' }),
    }
  } catch {
    return null
  }
}
