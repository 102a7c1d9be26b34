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
  const where = error instanceof Error && 'path' in error ? error.path : path
  if (where !== path) return null
  switch (errorCode(error)) {
    case 'EACCES':
    case 'EPERM':
      return 'no permission to read it'
    case 'ENOENT':
      return 'it is gone, or its name is no readable text'
    case 'EIO':
      return 'the disk could not read it'
    default:
      return null
  }
}

/** The system error code (`ENOSPC`, `EACCES`…) of an error, or an empty text. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}
