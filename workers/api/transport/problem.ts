/**
 * What the server said of a call that came to nothing. All of it may go into the log, so it holds codes and names of
 * fields as they are written, and sentences from which every secret was cut: a server may say back what it was told.
 */
import * as z from 'zod/mini'
import { WireErrorBody } from '#core/model/people/apiError.ts'
import { hasNoAnswer } from '#core/model/people/refusal.ts'
import { SENTENCE_MAX, withoutSecretShapes } from '#core/model/text/secretShapes.ts'
import { ApiError, bareMessage } from './apiError.ts'

/** As the server's codes are written; what is not is none. */
const CODE = /^[A-Z][A-Z0-9_]{0,59}$/
/** As the fields of a form are called. */
const FIELD = /^[A-Za-z][\w.[\]-]{0,59}$/
/**
 * As the fields of a form and of the entries of a list are called: words alone, and places. That is no secret, however
 * long; told of a list without its places, nobody could say which entry was refused.
 */
const WORDS = /^[a-z_]+(\.\d{1,4}\.[a-z_]+)*$/
/** A form has fewer fields. */
const FIELDS_MAX = 40

/** Texts without any secret the session has or had. Where it rejects, nothing of them is kept. */
export type CutSecrets = (texts: readonly string[]) => Promise<readonly string[]>

export interface BadAnswer {
  /** HTTP status. */
  readonly status: number
  readonly body: unknown
  readonly retryAfterMs: number | undefined
  readonly isPage?: boolean
}

export async function problem(
  { status, body, retryAfterMs, isPage = false }: BadAnswer,
  cutSecrets: CutSecrets,
): Promise<ApiError> {
  const wait = retryAfterMs === undefined ? {} : { retryAfterMs }
  // Whoever names a time did not let the call pass.
  const later = retryAfterMs !== undefined && hasNoAnswer(`HTTP_${status}`) ? '_LATER' : ''
  const unknown = { status, code: `HTTP_${status}${later}`, message: bareMessage(status), isPage, ...wait }
  const told = z.safeParse(WireErrorBody, body)
  if (!told.success) return new ApiError(unknown)
  const { fields: all, code: saidCode = unknown.code, message: saidMessage = unknown.message } = told.data
  const names = Object.keys(all ?? {})
    .filter((name) => FIELD.test(name))
    .slice(0, FIELDS_MAX)
  const said = [saidCode, saidMessage, ...names, ...names.map((name) => all?.[name] ?? '')]
  const [code = '', message = '', ...rest] = await cut(said, cutSecrets)
  if (!CODE.test(code)) return new ApiError(unknown)
  // Told what it is about by a name that holds a secret, nobody could say where it belongs.
  const kept = names.flatMap((name, at) => (rest[at] === name ? [[name, rest[names.length + at] ?? '']] : []))
  return new ApiError({ status, code, message, ...(all ? { fields: Object.fromEntries(kept) } : {}), ...wait })
}

async function cut(texts: readonly string[], cutSecrets: CutSecrets): Promise<readonly string[]> {
  try {
    const known = await cutSecrets(texts.map((text) => (text.length > SENTENCE_MAX ? '' : text)))
    return known.map((text) => (WORDS.test(text) ? text : withoutSecretShapes(text)))
  } catch {
    return texts.map(() => '')
  }
}
