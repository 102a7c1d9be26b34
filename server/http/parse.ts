// Parsing what comes in: query, path and body, each by a schema.
import * as z from 'zod/mini'
import { QUERY_LIST_MAX } from '#core/model/constants.ts'
import { ApiProblem } from './apiProblem.ts'

/**
 * @param part what is parsed, for the message: `query`, `path` or `body`
 * @throws ApiProblem 400 with the fields that are wrong
 */
export function parse<T>(shape: z.ZodMiniType<T>, value: unknown, part: 'query' | 'path' | 'body'): T {
  // PostgreSQL's text holds every character but this one.
  if (holdsZero(value)) {
    throw new ApiProblem(400, 'BAD_REQUEST', `The ${part} holds a zero character.`)
  }
  const parsed = shape.safeParse(value)
  if (parsed.success) return parsed.data
  // A map: a field may be called as something every object has.
  const said = new Map<string, string>()
  for (const issue of parsed.error.issues) {
    const names = issue.code === 'unrecognized_keys' ? issue.keys : [issue.path.map(String).join('.') || part]
    for (const name of names.map((one) => one.slice(0, 100))) {
      if (!said.has(name)) said.set(name, issue.message)
    }
  }
  const fields = Object.fromEntries(said)
  throw new ApiProblem(400, 'BAD_REQUEST', `The ${part} is not as it must be: ${Object.keys(fields).join(', ')}.`, {
    fields,
  })
}

/** Written as JSON it is `\u0000` behind an even number of backslashes: behind an odd one those six characters were sent. */
function holdsZero(value: unknown): boolean {
  return /(?<!\\)(?:\\\\)*\\u0000/.test(JSON.stringify(value) ?? '')
}

/** A whole number in a query. */
export const queryInteger = (min: number, max: number) =>
  z.pipe(
    z.string().check(z.regex(/^-?\d{1,12}$/, 'must be a whole number')),
    z.pipe(
      z.transform((text: string) => Number(text)),
      z.number().check(z.gte(min, `must be at least ${min}`), z.lte(max, `must be at most ${max}`)),
    ),
  )

/** Far behind the end of any list, and as many rows are still a number. */
const PAGE_MAX = 1e9
/** A page of a list, from 1; however far behind the end it is empty (D-073). */
export const queryPage = z._default(
  z.pipe(
    z.string().check(z.regex(/^\d{1,100}$/, 'must be a whole number')),
    z.pipe(
      z.transform((text: string) => Math.min(Number(text), PAGE_MAX)),
      z.number().check(z.gte(1, 'must be at least 1')),
    ),
  ),
  1,
)

/** A query without its empty values: a form sends those of fields nobody filled in. */
export function given(query: unknown): object {
  return Object.fromEntries(Object.entries(Object(query)).filter(([, value]) => value !== ''))
}

/** `true` or `false` in a query. */
export const queryBoolean = z.pipe(
  z.enum(['true', 'false']),
  z.transform((text: 'true' | 'false') => text === 'true'),
)

/** Ids separated by commas in a query, each once; empty entries are dropped. */
export const queryList = z.pipe(
  z.string().check(z.maxLength(4000)),
  z.pipe(
    z.transform((text: string) => [...new Set(text.split(',').map((entry) => entry.trim()))].filter(Boolean)),
    z.array(z.string()).check(z.maxLength(QUERY_LIST_MAX, `must be at most ${QUERY_LIST_MAX} of them`)),
  ),
)
