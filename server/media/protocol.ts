// What is said between the media threads and whoever hired them. Plain messages; both ends are this build.
import type { TrackSource } from './contract.ts'

export type SynthSource = Extract<TrackSource, { kind: 'synth' }>

export type ThreadTask =
  | {
      kind: 'audio'
      source: SynthSource
      format: 'wav' | 'mp3'
      /** Absolute path of the temporary file; the caller moves it to its place. */
      path: string
    }
  | {
      kind: 'cover'
      /** What to draw. */
      seed: string
      /** Edge in px. */
      size: number
      /** Absolute path of the temporary PNG; the caller moves it to its place. */
      path: string
    }

export interface Digest {
  bytes: number
  /** Hex. */
  sha256: string
  crc32: number
}

export interface TaskMessage {
  id: number
  task: ThreadTask
}

export type ThreadMessage =
  | { id: number; kind: 'progress'; bytes: number }
  | { id: number; kind: 'done'; digest: Digest }
  | { id: number; kind: 'failed'; code: string; message: string }

/** An error with the code of the operating system (`ENOSPC`) or of ours (`STORE_DOWN`). */
export class MediaError extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message)
    this.name = 'MediaError'
  }
}
