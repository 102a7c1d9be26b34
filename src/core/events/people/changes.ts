// What others, or the player elsewhere, did that this page shows (GET changes).
import * as z from 'zod/mini'
import { CHANGE_DOMAINS, NewConnection, ReceivedShare } from '../../model/changes.ts'
import { defineEvent } from '../define.ts'

/**
 * The server has these domains at another version than this page knew. `shares` came since, newest first, and
 * `connected` are connections now; `told`: another page of this browser has said so already.
 */
export const changeNoticed = defineEvent(
  'change.noticed',
  () => ({
    domains: z.array(z.enum(CHANGE_DOMAINS)),
    shares: z.array(ReceivedShare),
    connected: z.array(NewConnection),
    told: z.boolean(),
  }),
  { kind: 'fact', follows: ['session'], personal: ['shares.by', 'shares.message', 'connected.full_name'] },
)
