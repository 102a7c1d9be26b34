// What the main thread may ask of the downloads worker. Jobs arrive as events through the state worker's port.

export interface DownloadsWorker {
  /**
   * Starts the engine: events come down and facts go up `state`; tokens are asked for at `broker`.
   * @param again the worker before died: what it had not handed out comes again
   */
  open(state: MessagePort, broker: MessagePort, again: boolean): Promise<void>
  /** The session worker is another one: tokens are asked for at this broker from now on. */
  rejoin(broker: MessagePort): Promise<void>
  /**
   * The bytes of a job that was reported as stored, as a file the browser can save without copying it
   * through memory; null when the job or its file is gone.
   * @throws Error `ComesAgain` when the worker that stored it died: it is reported as stored once more
   */
  file(downloadID: string): Promise<File | Blob | null>
  /** Finished files of the signed-in player go into this folder from now on; null: to the browser's own. */
  keepFolder(folder: FileSystemDirectoryHandle | null): Promise<void>
  /** What pages asked for that were left before it lay in the journal; whatever is no such wish is ignored. */
  wished(left: readonly unknown[]): Promise<void>
  /**
   * Somebody scrolls, points or types: for so long, ms, files come no faster than leaves the page its share.
   * @param lag how late the page came to it, ms; null: nothing is to be said of that
   * @param pressed it is a press, to which bytes give way for a moment
   */
  inUse(ms: number, lag: number | null, pressed: boolean): Promise<void>
  /** The picked folder, so that the main thread can ask for permission; null when there is none. */
  folder(): Promise<FileSystemDirectoryHandle | null>
}
