/**
 * Why one file cannot be imported, as a sentence for the person who ran the import.
 * Anything else that is thrown is a fault of the machine or of ours and ends the run.
 */
export class Refusal extends Error {
  override name = 'Refusal'
}

/**
 * The reason to show for an error met while reading the file at `path`, or null when the run itself must
 * end: the disk is full, or what we write is not taken.
 */
export function reasonOf(error: unknown, path: string): string | null {
  if (error instanceof Refusal) return error.message
  return isOfReading(error, path) ? (REASONS.get(errorCode(error)) ?? null) : null
}

/** Whether it was met at `path`. What fails at an open file names none, and is ours where it was written. */
function isOfReading(error: unknown, path: string): boolean {
  if (!(error instanceof Error)) return false
  // What fails while it is copied is of where it goes to: it was read whole before.
  if ('dest' in error) return false
  if ('path' in error) return error.path === path
  return !('syscall' in error) || error.syscall === 'read' || error.syscall === 'fstat'
}

const GONE = 'it is gone, or its name is no readable text'
const IN_USE = 'another program has it: run the import again when that is done'
const AWAY = 'the disk it lies on did not answer: run the import again when it is back'

/** What one file can have. A full or read-only disk and too many open files are the machine's, and end the run. */
const REASONS: ReadonlyMap<string, string> = new Map([
  ['EACCES', 'no permission to read it'],
  ['EPERM', 'no permission to read it'],
  ['ENOENT', GONE],
  ['ENOTDIR', GONE],
  ['EIO', 'the disk could not read it'],
  ['EBUSY', IN_USE],
  ['ETXTBSY', IN_USE],
  ['EDEADLK', IN_USE],
  ['ESTALE', AWAY],
  ['ETIMEDOUT', AWAY],
  ['ENXIO', AWAY],
  ['ENODEV', AWAY],
  ['ENOTCONN', AWAY],
  ['EHOSTDOWN', AWAY],
  ['EISDIR', 'it is a folder now'],
  ['ELOOP', 'a link that leads nowhere'],
  ['ENAMETOOLONG', 'its path is too long to be read'],
])

/** The system error code (`ENOSPC`, `EACCES`…) of an error, or an empty text. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}

/** Whether an error says that a file is not there, rather than that it cannot be looked at. */
export function isGone(error: unknown): boolean {
  return errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR'
}
