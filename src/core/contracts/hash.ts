/** What the downloads worker asks the thread that hashes. */
export interface HashWorker {
  /** Answers as soon as it can work. */
  ready(): Promise<void>
  /**
   * SHA-256 of the first `length` bytes of `memory`, which is transferred there and comes back for the next file.
   * @throws DOMException of the platform when it cannot hash
   */
  digest(memory: ArrayBuffer, length: number): Promise<{ hash: ArrayBuffer; memory: ArrayBuffer }>
  /** SHA-256 of a file, hex. @throws DOMException of the platform when it cannot be read */
  digestFile(file: Blob): Promise<string>
}
