/**
 * How a mail program lets somebody out of the mails about releases, without a sign-in (RFC 2369, 8058). The token names
 * the e-mail and nothing else, and nothing is kept of it: all it can do is end these mails.
 */
import * as z from 'zod/mini'
import { API_BASE } from '#core/model/constants.ts'
import type { Signer } from '../auth/signer.ts'

const PURPOSE = 'unsubscribe'
/** Old mails are gone through as well. */
const UNSUBSCRIBE_TTL_D = 365
const DAY_S = 86_400
const Claims = z.object({ email: z.string() })

/** The page where the mails are chosen. */
export const MAIL_SETTINGS = '/settings/email'
/** The call, below the API. */
export const UNSUBSCRIBE = '/mails/unsubscribe'

export interface Unsubscribe {
  /** The headers of a mail about releases to this e-mail, by name. */
  headers(email: string): Promise<Record<string, string>>
  /** Whom a token was mailed to; null for none of ours, or one whose year is over. */
  emailOf(token: string): Promise<string | null>
}

/** @param origin where players reach the server */
export function createUnsubscribe(signer: Signer, origin: () => string): Unsubscribe {
  return {
    async headers(email) {
      // One press is for https alone (RFC 8058, 3.1).
      if (!origin().startsWith('https:')) return { 'List-Unsubscribe': `<${origin()}${MAIL_SETTINGS}>` }
      const token = await signer.mint({ email }, PURPOSE, UNSUBSCRIBE_TTL_D * DAY_S)
      return {
        'List-Unsubscribe': `<${origin()}${API_BASE}${UNSUBSCRIBE}?token=${token}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }
    },
    async emailOf(token) {
      const reading = await signer.read(token, PURPOSE, Claims)
      return reading.state === 'good' ? reading.claims.email : null
    },
  }
}
