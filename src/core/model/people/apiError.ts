// The one error body of the player API: code, readable message, optional field errors.
import * as z from 'zod/mini'
import { isFields } from '../catalogue/releaseWire.ts'
import { later } from '../later.ts'

export const ApiErrorBody = later(() =>
  z.object({
    code: z.string(),
    message: z.string(),
    fields: z.optional(z.record(z.string(), z.string())),
  }),
)
export type ApiErrorBody = z.infer<typeof ApiErrorBody>

const first = (value: unknown): unknown => (Array.isArray(value) ? value[0] : value)

/** What is said of each field, as far as it is said in words. */
const wordsOf = (value: unknown): unknown =>
  isFields(value)
    ? Object.fromEntries(
        Object.entries(value)
          .map(([name, words]) => [name, first(words)])
          .filter(([, words]) => typeof words === 'string'),
      )
    : undefined

/**
 * As it may come over the wire. A server may say nothing but a sentence (API-AUTH-006), so each part is read by itself, and
 * one that makes no sense is as if it lacked; of a list of sentences the first counts (H-527).
 */
export const WireErrorBody = later(() => {
  const words = z.catch(z.optional(z.pipe(z.transform(first), z.string())), undefined)
  const { fields } = ApiErrorBody.shape
  return z.object({ code: words, message: words, fields: z.optional(z.pipe(z.transform(wordsOf), fields)) })
})
