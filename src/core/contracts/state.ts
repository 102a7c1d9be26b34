/**
 * The protocol between the main thread and the state worker: wishes down, batches up, over one plain
 * MessagePort. Calls that have an answer go through Comlink (StateWorker).
 */
import type { AppDraft, HeardEvent, Source } from '../events/index.ts'
import type { ListIndexPart } from '../model/catalogue/listIndex.ts'
import type { PromoAnswer } from '../model/catalogue/media.ts'
import type { WantedFile } from '../model/catalogue/releaseFile.ts'
import type { Kind } from '../model/entities.ts'
import type { ExportChoice, LogEntry } from './log.ts'
import type { AskSecurity } from './security.ts'

/** A wish or a platform fact. `wish` numbers what the main thread sent, from 1. `at` is the wall clock in ms. */
export interface Sent {
  readonly wish: number
  readonly at: number
  readonly source: Source
  readonly draft: AppDraft
}

/**
 * `Sent[]` in the order in which they were made, as JSON of one flat array: wish, at, source, draft, wish, at, … It
 * is the page that writes it, for each event, and names and brackets take a third of that time.
 */
export type ToState = string

/** So many places of that array are one event. */
export const SENT_PARTS = 4

/** @throws SyntaxError when it is no JSON; what stands in a draft is judged by the host */
export function readSent(message: ToState): Sent[] {
  const flat: unknown = JSON.parse(message)
  if (!Array.isArray(flat) || flat.length % SENT_PARTS > 0)
    throw new SyntaxError('a message to the state worker is no list')
  const sent: Sent[] = []
  for (let n = 0; n < flat.length; n += SENT_PARTS)
    sent.push({ wish: flat[n], at: flat[n + 1], source: flat[n + 2], draft: flat[n + 3] })
  return sent
}

/** One entity that changed: as an object, or as JSON text to be parsed by its first reader, or gone. */
export type EntityChange =
  | { readonly kind: Kind; readonly id: string; readonly entity: object }
  | { readonly kind: Kind; readonly id: string; readonly text: string }
  | { readonly kind: Kind; readonly id: string; readonly gone: true }

export interface FromState {
  /** Number of the last wish that is in these changes. */
  readonly ack: number
  /** The state began anew: everything not named in this batch is gone. */
  readonly fresh: boolean
  /** More of the same batch follows: nothing of it may be shown before the rest is there. */
  readonly more?: boolean
  readonly changes: readonly EntityChange[]
  /** Facts the main thread listens to, in order. Wishes were heard when they were echoed. */
  readonly heard: readonly HeardEvent[]
}

/** Ports to the other workers and what the state worker must know of the page. */
export interface StateOpening {
  readonly main: MessagePort
  readonly session: MessagePort
  readonly broker: MessagePort
  readonly downloads: MessagePort
  readonly log: MessagePort
  readonly opened: Extract<AppDraft, { type: 'app.opened' }>
  /** What the visit before could not write any more, as text; null: nothing. */
  readonly lastChanges: string | null
}

/** Makes the page forget its tokens. @returns the access token it had, or null */
export type TakeAccess = () => Promise<string | null>

/** Ports to workers that were started again. */
export type Rejoining = Partial<Pick<StateOpening, 'session' | 'broker' | 'downloads' | 'log'>>

export interface StateWorker {
  open(opening: StateOpening): Promise<void>
  /** Fetches what is needed once somebody is signed in. Without it that is fetched when somebody is. */
  ahead(): Promise<void>
  /** Other workers are new: they are told what they have to know, and asked again what the dead ones did not answer. */
  rejoin(ports: Rejoining): Promise<void>
  /**
   * There will be no other session worker: from now on a sign-out is carried out here.
   * @param takeAccess makes the page forget its tokens, and answers the access token it had
   */
  loseSession(takeAccess: TakeAccess): Promise<void>
  /** The bytes of a report or of an attachment. @throws Error when they cannot be had, or are not as long as told */
  releaseFile(wanted: WantedFile): Promise<{ bytes: ArrayBuffer; type: string }>
  /** Where a promotional e-mail can be read for a minute. */
  promoAddress(releaseid: string, withImages: boolean): Promise<PromoAnswer>
  /** The outline of a track's loudness; null when it cannot be had. */
  peaks(trackid: string): Promise<Uint8Array<ArrayBuffer> | null>
  /** A part of a list's light index, from a place on, from 0; null when it cannot be had. */
  listIndex(queryId: string, first: number): Promise<ListIndexPart | null>
  readonly security: AskSecurity
  /** From now on every event is told at this port too (FromInspected), until something is said there. */
  inspect(port: MessagePort): Promise<void>
  /** Writes what is not stored yet; called when the page is hidden. */
  flush(): Promise<void>
  /** State hash and sequence number of the last event in it. */
  hash(): Promise<{ seq: number; state: string }>
  /** Logs the signed-in player may export, the running one first. */
  logs(): Promise<readonly LogEntry[]>
  /** One of those logs as `.jsonl.gz`; without an id the running one. @throws Error as LogWorker.export does */
  exportLog(logId: string | null, choice: ExportChoice): Promise<Uint8Array<ArrayBuffer>>
}
