/**
 * Why one file cannot be imported, as a sentence for the person who ran the import.
 * Anything else that is thrown is a fault of the machine or of ours and ends the run.
 */
export class Refusal extends Error {
  override name = 'Refusal'
}

/** The reason to show for an error met while reading one file, or null when the run itself must end (disk full, read-only). */
export function reasonOf(error: unknown): string | null {
  if (error instanceof Refusal) return error.message
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
