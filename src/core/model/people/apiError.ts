// The one error body of the player API: code, readable message, optional field errors.
import * as z from 'zod/mini'
import { later } from '../later.ts'

export const ApiErrorBody = later(() =>
  z.object({
    code: z.string(),
    message: z.string(),
    fields: z.optional(z.record(z.string(), z.string())),
  }),
)
export type ApiErrorBody = z.infer<typeof ApiErrorBody>

/** As it may come over the wire: a server may say nothing but a sentence (API-AUTH-006). */
export const WireErrorBody = later(() => z.partial(ApiErrorBody, { code: true }))
