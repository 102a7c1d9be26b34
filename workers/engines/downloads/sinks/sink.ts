/**
 * Where the bytes of a job go while they arrive. One job writes one part, in order, from its first byte.
 */
export interface Part {
  /** Bytes that are there; in private storage they are safely there. */
  readonly size: number
  /** Its tail, where that lies in the same file; others have it in a part beside them. */
  readonly innerTail?: InnerTail
  /**
   * Adds bytes at the end. The caller may reuse the buffer once it returned, or its promise settled.
   * @throws Trouble `quota` or `storage`: size is then unchanged; `folder` or `folderFull`: then nothing is left
   */
  append(bytes: Uint8Array): Promise<void> | void
  /**
   * Writes over bytes that are there, before it is sealed.
   * @throws Trouble `storage`; `folder` or `folderFull`: then nothing is left
   */
  rewrite(at: number, bytes: Uint8Array<ArrayBuffer>): Promise<void> | void
  /** Drops every byte. @throws Trouble `storage` */
  truncate(): void
  /** Every byte is there: from now on they can be read. Other parts can always be. @throws Trouble `folder` or `folderFull` */
  seal?(): Promise<void>
  /** Its bytes as a file another thread can read, while they lie where only files can be read from. */
  readonly file?: Blob | undefined
  /** Up to `length` bytes at `at`. @throws Trouble `storage` */
  read(at: number, length: number): Promise<Uint8Array>
  /** Reads into `into` from `at` on, and answers how many bytes there were: fewer at the end. @throws Trouble `storage` */
  readInto(at: number, into: Uint8Array): Promise<number>
  /** Lets go of the file; its bytes stay. May be called twice. */
  close(): void
}

/** The tail of a part, in the same file. */
export interface InnerTail {
  /** What is there of one that was opened and not joined, and where it begins; null: nothing. */
  readonly left: { readonly from: number; readonly part: Part } | null
  /** Another connection is of no use: what comes waits for the disk. */
  readonly isHeld: boolean
  /** An empty one that begins at `from`, in place of any other. It cannot be read. */
  open(from: number): Part
  drop(): void
  /** Its bytes follow those of the part, which has reached them, and are its own from now on. */
  join(): void
}

export interface Sinks {
  readonly kind: 'opfs' | 'blob' | 'memory'
  /** How long a saved file must be kept, because the browser may still be copying it, ms. */
  readonly keepMs: number
  /**
   * Opens the part of a job, with the bytes it already has.
   * @throws Trouble `quota`, `memory` or `storage`
   */
  open(id: string): Promise<Part>
  /** Says early when so many bytes will not fit beside all others. Nothing is set aside for them. @throws Trouble `quota` or `memory` */
  fits(bytes: number): Promise<void>
  /** Says early when so many more bytes of a job will not fit. @throws Trouble `quota`, `memory` or `storage` */
  reserve(id: string, bytes: number): Promise<void>
  /** A closed part as a file; null when it is gone. */
  file(id: string): Promise<File | Blob | null>
  /** The browser has the file of this part, or is copying it: it takes no room from others any more. */
  saved(id: string): void
  /** Removes a closed part. Never rejects; a part that cannot be removed now is found by a later sweep. */
  remove(id: string): Promise<void>
  /** Every part there is; `modified` in ms since 1970. */
  list(): Promise<readonly { id: string; modified: number }[]>
}
