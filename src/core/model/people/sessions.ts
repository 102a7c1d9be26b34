// Where a player is signed in, as `GET /auth/sessions` tells it; nothing of it goes into state or events.
import * as z from 'zod/mini'
import { later } from '../later.ts'

/** How a session began. */
export const SessionWay = later(() => z.enum(['password', 'link', 'passkey']))
export type SessionWay = z.infer<typeof SessionWay>

export const PlayerSession = later(() =>
  z.object({
    sessionid: z.string(),
    /** The one that asks. */
    current: z.boolean(),
    /** Names of products, as they are said in every language; empty where nobody knows. */
    browser: z.string(),
    system: z.string(),
    /** What the browser said of itself at its last renewal, such as Europe/Amsterdam; empty where it said nothing. */
    timezone: z.string(),
    /** The network it was used from last, shortened: of one address nobody is told. */
    network: z.string(),
    began: z.iso.datetime(),
    /** Last use, to about five minutes. */
    seen: z.iso.datetime(),
    how: SessionWay,
    publicdevice: z.boolean(),
  }),
)
export type PlayerSession = z.infer<typeof PlayerSession>

/** Its own first, then what was used last. */
export const SessionsAnswer = later(() => z.object({ data: z.object({ sessions: z.array(PlayerSession) }) }))

/** What a browser says of where it is, beside a call that begins or renews a session. */
export const TIME_ZONE_HEADER = 'X-Time-Zone'
