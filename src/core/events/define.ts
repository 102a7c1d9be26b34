/**
 * How an event of the catalogue is written down: a type, a schema, and who may report it.
 *
 * A wish is a person's; it is echoed on the main thread before the state worker has seen it.
 * A fact is reported by an engine or by platform and is never echoed. An event that is not
 * durable takes no sequence number and may write volatile fields only, so a replay reaches
 * the same state hash without it. Who hears it stands here and nowhere else: `heard` events are repeated on the main
 * thread's bus, which refuses all others; an engine in a worker of its own is sent what says that it `follows`.
 */
import * as z from 'zod/mini'
import { later } from '../model/later.ts'

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json | undefined }

/** Engines that have a worker of their own. */
export type RemoteDomain = 'session' | 'downloads'

export interface EventOptions<H extends boolean = boolean> {
  kind: 'wish' | 'fact'
  durable?: boolean
  /** Somebody on the main thread listens for it (bridge/bus). */
  heard?: H
  /** The engines in other workers that are sent it; those beside the state see every event. */
  follows?: readonly RemoteDomain[]
  v?: number
  /** Where in the payload texts stand that name people, as `about.email`: exports of the log mask them. */
  personal?: readonly string[]
}

export interface EventDefinition<T extends string = string, P = unknown, H extends boolean = boolean> {
  (payload: P): Draft<T, P>
  readonly type: T
  readonly v: number
  readonly kind: 'wish' | 'fact'
  readonly durable: boolean
  readonly heard: H
  readonly follows: readonly RemoteDomain[]
  readonly personal: readonly string[] | undefined
  readonly schema: z.ZodMiniType<P>
}

/** An event before it has a place in the log. */
export interface Draft<T extends string = string, P = unknown> {
  readonly type: T
  readonly v: number
  readonly payload: P
}

type JsonShape<S extends z.core.$ZodLooseShape> = z.infer<z.ZodMiniObject<S>> extends Json ? S : never

/**
 * Defines one event. The payload must be JSON: a shape that holds a function, a Date or a Map does not compile.
 * @param shape makes the schema's fields, when the first payload is parsed
 * @returns a constructor that also carries the definition
 */
export function defineEvent<const T extends string, const S extends z.core.$ZodLooseShape, H extends boolean = false>(
  type: T,
  shape: () => S & JsonShape<S>,
  options: EventOptions<H>,
): EventDefinition<T, z.infer<z.ZodMiniObject<S>>, H> {
  const v = options.v ?? 1
  const make = (payload: z.infer<z.ZodMiniObject<S>>) => ({ type, v, payload })
  return Object.assign(make, {
    type,
    v,
    kind: options.kind,
    durable: options.durable ?? true,
    heard: options.heard ?? (false as H),
    follows: options.follows ?? [],
    personal: options.personal,
    schema: later(() => z.strictObject(shape())) as unknown as z.ZodMiniType<z.infer<z.ZodMiniObject<S>>>,
  })
}
