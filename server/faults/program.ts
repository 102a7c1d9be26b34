/**
 * The language of the fault switch: what may be done to an answer, step by step. Steps of one
 * program work together; a `seed` makes whatever is left to chance repeat exactly.
 */
import * as z from 'zod/mini'

const Count = z.int().check(z.gte(0), z.lte(1_000_000_000))
const Millis = z.int().check(z.gte(0), z.lte(600_000))
/** A prefix of the path, or a regular expression between slashes that begins with `^`: `/^.api.audio/`. */
const Path = z.string().check(z.minLength(1), z.maxLength(300), z.refine(compiles, 'is no regular expression'))
const Method = z._default(z.string().check(z.regex(/^([A-Za-z]{1,10}|\*)$/)), 'GET')
const Header = z.string().check(z.minLength(1), z.maxLength(500), z.regex(/^[\x20-\x7e]*$/))

export const Step = z.discriminatedUnion('step', [
  /** Waits before anything is answered; with `jitterMs` up to so much longer. */
  z.strictObject({ step: z.literal('delay'), ms: Millis, jitterMs: z._default(Millis, 0) }),
  /** What is asked is done at once, and only its answer waits. */
  z.strictObject({ step: z.literal('late'), ms: Millis }),
  /**
   * What is asked is done, and its answer is lost: the connection ends before its `first` byte (the status line is not
   * sent), in the `middle` or before its `last` byte. Also of an answer that has no body.
   */
  z.strictObject({
    step: z.literal('lost'),
    at: z._default(z.enum(['first', 'middle', 'last']), 'first'),
    how: z._default(z.enum(['reset', 'close']), 'close'),
  }),
  /** The body leaves no faster than this. */
  z.strictObject({ step: z.literal('bandwidth'), bytesPerSecond: z.int().check(z.gte(1), z.lte(1_000_000_000)) }),
  /** The body leaves in pieces of this size, each on its own. */
  z.strictObject({
    step: z.literal('slices'),
    bytes: z.int().check(z.gte(1), z.lte(10_000_000)),
    pauseMs: z._default(Millis, 0),
  }),
  /**
   * After so many bytes of the body the connection ends: `reset` (RST) or `close` (FIN). With
   * `orLater`, at a place chosen by chance up to so much further on.
   */
  z.strictObject({
    step: z.literal('cut'),
    afterBytes: Count,
    orLater: z._default(Count, 0),
    how: z._default(z.enum(['reset', 'close']), 'close'),
    /** Without Content-Length and not chunked: the cut body then looks complete. */
    unmeasured: z._default(z.boolean(), false),
  }),
  /** After so many bytes of the body nothing comes any more, and the connection stays. */
  z.strictObject({ step: z.literal('stall'), afterBytes: z._default(Count, 0) }),
  /** This status in place of the answer. */
  z.strictObject({
    step: z.literal('status'),
    status: z.int().check(z.gte(200), z.lte(599)),
    body: z.optional(z.unknown()),
    headers: z.optional(z.record(z.string().check(z.regex(/^[A-Za-z][A-Za-z0-9-]{0,60}$/)), Header)),
  }),
  /** Another Content-Length than the true one. */
  z.strictObject({ step: z.literal('length'), bytes: z.optional(Count), add: z.optional(z.int()) }),
  /**
   * A wrong answer to a Range request. `shifted`: other bytes than asked for, one further on, and a
   * Content-Range that says so. `lying`: those bytes under the Content-Range of the ones before, so that only
   * their digest tells. `missing`: no Content-Range. `whole`: the whole file as 200.
   */
  z.strictObject({ step: z.literal('range'), how: z.enum(['shifted', 'lying', 'missing', 'whole']) }),
  /** Another Content-Type. */
  z.strictObject({ step: z.literal('type'), contentType: Header }),
  /** Another validator (and digest): the file seems to have changed. `etag` null leaves it out. */
  z.strictObject({ step: z.literal('validator'), etag: z._default(z.nullable(Header), '"another"') }),
  /** 401, as for a token that is no longer good. */
  z.strictObject({ step: z.literal('token') }),
  /** 429; Retry-After in seconds, or none. */
  z.strictObject({ step: z.literal('limit'), retryAfterS: z.optional(Count) }),
  /** A zip status that goes on working for ever. */
  z.strictObject({ step: z.literal('zip-pending'), progress: z._default(z.number().check(z.gte(0), z.lte(100)), 42) }),
  /** Where chance begins. */
  z.strictObject({ step: z.literal('seed'), seed: z.int() }),
])
export type Step = z.infer<typeof Step>
export type StepOf<K extends Step['step']> = Extract<Step, { step: K }>

export const Fault = z.strictObject({
  match: z.strictObject({
    /** `*` for every method. */
    method: Method,
    path: Path,
  }),
  /** How many answers it spoils. */
  times: z._default(z.int().check(z.gte(1), z.lte(1_000_000)), 1),
  program: z.array(Step).check(z.minLength(1), z.maxLength(20)),
})
export type Fault = z.infer<typeof Fault>

/** The short form (`POST /dev/fail`). */
export const ShortFault = z.strictObject({
  method: Method,
  path: Path,
  times: z._default(z.int().check(z.gte(1), z.lte(1_000_000)), 1),
  status: z.optional(z.int().check(z.gte(200), z.lte(599))),
  body: z.optional(z.unknown()),
  /** Seconds, sent as Retry-After with the status. */
  retryAfter: z.optional(Count),
  delayMs: z.optional(Millis),
  /** The body leaves no faster than this. */
  bytesPerSecond: z.optional(z.int().check(z.gte(1), z.lte(1_000_000_000))),
  /** Bytes of the body after which the connection is broken. */
  cutAfterBytes: z.optional(Count),
  /** Announced in place of the real Content-Length. */
  wrongLength: z.optional(Count),
  /** Bytes of the body after which nothing comes any more while the connection stays open; true for none at all. */
  stall: z.optional(z.union([Count, z.boolean()])),
})

/** The short form as a program. */
export function programOf(short: z.infer<typeof ShortFault>): Fault {
  const { method, path, times, status, body, retryAfter, delayMs, cutAfterBytes, wrongLength, stall } = short
  const program: Step[] = []
  if (delayMs) program.push({ step: 'delay', ms: delayMs, jitterMs: 0 })
  if (short.bytesPerSecond) program.push({ step: 'bandwidth', bytesPerSecond: short.bytesPerSecond })
  if (wrongLength !== undefined) program.push({ step: 'length', bytes: wrongLength })
  if (cutAfterBytes !== undefined) {
    program.push({ step: 'cut', afterBytes: cutAfterBytes, orLater: 0, how: 'close', unmeasured: false })
  } else if (stall !== undefined && stall !== false) {
    program.push({ step: 'stall', afterBytes: stall === true ? 0 : stall })
  }
  if (status !== undefined) {
    const headers = retryAfter === undefined ? {} : { headers: { 'Retry-After': String(retryAfter) } }
    program.push({ step: 'status', status, ...(body === undefined ? {} : { body }), ...headers })
  }
  return { match: { method, path }, times, program }
}

/** Whether a fault is for this request. */
export function matcher({ method, path }: Fault['match']): (requestMethod: string, requestPath: string) => boolean {
  const wanted = method.toUpperCase()
  const pattern = expressionOf(path)
  return (requestMethod, requestPath) =>
    (wanted === '*' || wanted === requestMethod) && (pattern ? pattern.test(requestPath) : requestPath.startsWith(path))
}

/** `/api/releases/` is a prefix, `/^...$/` an expression: only the latter begins with its own anchor. */
function expressionOf(path: string): RegExp | null {
  const parts = /^\/(.+)\/([imsu]*)$/s.exec(path)
  return parts?.[1]?.startsWith('^') ? new RegExp(parts[1], parts[2]) : null
}

function compiles(path: string): boolean {
  try {
    expressionOf(path)
    return true
  } catch {
    return false
  }
}

/** Chance that repeats: numbers from 0 to below 1 (mulberry32, public domain). */
export function chance(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}
