/**
 * The catalogue: every event of the product, and the envelope it travels in.
 * `parseDraft` is the boundary: what comes from another thread, a file or a tab is refused by name here.
 */
import * as z from 'zod/mini'
import { later } from '../model/later.ts'
import * as app from './app.ts'
import * as decisions from './decisions.ts'
import type { Draft, EventDefinition } from './define.ts'
import * as downloads from './downloads.ts'
import * as library from './library.ts'
import * as notices from './notices.ts'
import type * as access from './people/access.ts'
import type * as changes from './people/changes.ts'
import type * as connections from './people/connections.ts'
import type * as profile from './people/profile.ts'
import * as session from './people/session.ts'
import type * as sharing from './people/sharing.ts'
import type * as signup from './people/signup.ts'
import * as player from './player.ts'
import * as playlists from './playlists.ts'
import * as queue from './queue.ts'
import * as recent from './recent.ts'
import * as releases from './releases.ts'
import * as search from './search.ts'
import * as selection from './selection.ts'
import * as settings from './settings.ts'

const { QueryId: _, ...releaseEvents } = releases
const definitions = {
  ...app,
  ...session,
  ...releaseEvents,
  ...player,
  ...queue,
  ...recent,
  ...selection,
  ...downloads,
  ...library,
  ...decisions,
  ...playlists,
  ...search,
  ...settings,
  ...notices,
}

/** Domains of screens that are not the first one: see `admit`. */
type LateDefinitions = typeof access &
  typeof changes &
  typeof connections &
  typeof profile &
  typeof sharing &
  typeof signup
type Definitions = typeof definitions & LateDefinitions
/** Every event without its place in the log. */
export type AppDraft = { [K in keyof Definitions]: ReturnType<Definitions[K]> }[keyof Definitions]
export type EventType = AppDraft['type']
export type PayloadOf<T extends EventType> = Extract<AppDraft, { type: T }>['payload']

/** Who put an event into the log: a person, an engine by name, platform, another tab. */
export const Source = later(() => z.enum([
  'person', 'session', 'releases', 'selection', 'player', 'downloads', 'library', 'decisions', 'playlists', 'search', 'settings', 'signup', 'connections', 'profile', 'sharing', 'changes', 'platform', 'tab',
])) // biome-ignore format: one line of names
export type Source = z.infer<typeof Source>

/** The place of an event: sequence number (0 for events that are not kept), whole ms since the log began, who, and why. */
export interface LogPosition {
  readonly seq: number
  readonly t: number
  readonly source: Source
  /** Sequence number of the event that led to this one; null when nothing in the log did. */
  readonly cause: number | null
}
export type AppEvent = AppDraft & LogPosition
export type EventOf<T extends EventType> = Extract<AppDraft, { type: T }> & LogPosition
/** Events that are declared `heard`: only these can be listened for on the main thread. */
export type HeardType = Extract<Definitions[keyof Definitions], { readonly heard: true }>['type']
export type HeardEvent = { [T in HeardType]: EventOf<T> }[HeardType]

const known = new Map<string, EventDefinition>()
/** The catalogue by type. */
export const catalogue: ReadonlyMap<string, EventDefinition> = known

/**
 * Takes a domain into the catalogue. The page takes in those of later screens with their scripts (`bridge/late`), so
 * that the first screen does not carry them; everybody else has them from the start (`late.ts`).
 */
export function admit(domain: object): void {
  for (const definition of Object.values(domain) as EventDefinition[]) known.set(definition.type, definition)
}

admit(definitions)

const Frame = later(() => z.object({ type: z.string(), v: z.int(), payload: z.unknown() }))
export const LogPositionShape = later(() =>
  z.object({
    seq: z.int().check(z.nonnegative()),
    t: z.int(),
    source: Source,
    cause: z.nullable(z.int()),
  }),
)

/** Raised when something that should be an event is not one; says which and why. */
export class EventError extends Error {
  override name = 'EventError'
}

/**
 * Parses an event that came from outside.
 * @throws EventError naming the type and the field that is wrong, an unknown type, or a version this build does not know
 */
export function parseDraft(input: unknown): AppDraft {
  const frame = z.safeParse(Frame, input)
  if (!frame.success) throw new EventError('not an event: type, v and payload are needed')
  const definition = catalogue.get(frame.data.type)
  if (!definition) throw new EventError(`unknown event type "${frame.data.type.slice(0, 80)}"`)
  if (frame.data.v !== definition.v)
    throw new EventError(`event ${definition.type} has version ${frame.data.v}, this build knows ${definition.v}`)
  const payload = z.safeParse(definition.schema, frame.data.payload)
  if (!payload.success) {
    const issue = payload.error.issues[0]
    throw new EventError(
      `event ${definition.type}: ${issue?.path.join('.') || 'payload'}: ${issue?.message ?? 'wrong'}`,
    )
  }
  return { type: definition.type, v: definition.v, payload: payload.data } as AppDraft
}

/** The definition of an event that is known to be of the catalogue. */
export function definitionOf(event: Draft): EventDefinition {
  const definition = catalogue.get(event.type)
  if (!definition) throw new EventError(`unknown event type "${event.type}"`)
  return definition
}

/** Whether the main thread's bus repeats it. */
export function isHeard(event: AppEvent): event is HeardEvent {
  return definitionOf(event).heard
}

export type { Draft } from './define.ts'
