// What one tab tells the others about the session. Tokens cross between workers of one origin only.
import * as z from 'zod/mini'
import { later } from '#core/model/later.ts'

export const TabMessage = later(() =>
  z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('tokens'),
      access: z.string(),
      refresh: z.string(),
      kept: z.boolean(),
      /** So many refresh tokens in a row could not be stored: what is stored is older. Absent: it is this one. */
      unsaved: z.optional(z.int()),
    }),
    /** It is over; `expired`: the server had ended it before, and nobody said goodbye. */
    z.object({ kind: z.literal('ended'), expired: z.optional(z.boolean()) }),
    /** A new tab of a public computer asks for the session of those that live. */
    z.object({ kind: z.literal('asked') }),
    /** Who has newer tokens than these says so. */
    z.object({ kind: z.literal('ask'), access: z.string() }),
    /** The server takes the session for over: whoever has it asks for themselves. */
    z.object({ kind: z.literal('refused') }),
  ]),
)
export type TabMessage = z.infer<typeof TabMessage>
