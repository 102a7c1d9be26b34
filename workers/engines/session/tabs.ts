// What one tab tells the others about the session. Tokens cross between workers of one origin only.
import * as z from 'zod/mini'

export const TabMessage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('tokens'), access: z.string(), refresh: z.string(), kept: z.boolean() }),
  z.object({ kind: z.literal('ended') }),
])
export type TabMessage = z.infer<typeof TabMessage>
