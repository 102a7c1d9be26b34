/**
 * Asks for mails with links, and sets passwords with what such a link brought. It lives beside the session because the
 * vault does; what it reports says what came of it and names no address.
 */
import * as z from 'zod/mini'
import type { FromEngine } from '#core/contracts/engine.ts'
import type { AppDraft, AppEvent } from '#core/events/index.ts'
import { accessMailSent, accessPasswordSet } from '#core/events/people/access.ts'
import { later } from '#core/model/later.ts'
import { forgotPassword, requestMagicLink, resetPassword } from '#workers/api/auth.ts'
import { ApiError } from '#workers/api/transport/apiError.ts'
import type { Api } from '#workers/api/transport/client.ts'
import type { Links } from './links.ts'
import { planSession } from './plan.ts'
import type { Vault } from './vault.ts'
import { goneLink, isSpent, ofLink, refusedAccess } from './waysIn.ts'

export interface AccessParts {
  readonly api: Api
  readonly vault: Vault
  readonly links: Links
  readonly report: (message: FromEngine) => void
}

const Addressed = later(() => z.object({ email: z.string(), publicDevice: z.boolean() }))

export interface AccessEngine {
  accept(events: readonly AppEvent[]): void
}

export function createAccessEngine({ api, vault, links, report }: AccessParts): AccessEngine {
  /** Runs, and reports what it answers, or why it did not. */
  async function answer({ seq }: AppEvent, requestId: string, run: () => Promise<AppDraft>): Promise<void> {
    const tell = (draft: AppDraft) => report({ facts: [{ draft, source: 'session', cause: seq }] })
    try {
      tell(await run())
    } catch (error) {
      tell(refusedAccess(requestId, error))
    }
  }

  return {
    accept(events) {
      for (const event of events) {
        const asked = planSession(event)
        if (asked?.ask === 'mail') {
          const { requestId, kind, handle } = asked.wish
          const secret = vault.take('credentials', handle)
          void answer(event, requestId, async () => {
            const { email, publicDevice } = Addressed.parse(JSON.parse(secret ?? '{}'))
            if (kind === 'magicLink') {
              const hasCode = await requestMagicLink(api, email, publicDevice, await links.ask())
              return accessMailSent({ requestId, ...(hasCode ? { hasCode } : {}) })
            }
            await forgotPassword(api, email)
            return accessMailSent({ requestId })
          })
        } else if (asked?.ask === 'password') {
          const { requestId, link: handle, password: secret } = asked.wish
          const password = vault.take('password', secret) ?? ''
          void answer(event, requestId, async () => {
            const link = await links.find(handle)
            if (!link) throw goneLink()
            try {
              const others = await resetPassword(api, password, link.token, link.key)
              await links.drop(handle)
              return accessPasswordSet({ requestId, ...others })
            } catch (error) {
              if (isSpent(error) && !isExpired(error)) await links.drop(handle)
              throw ofLink(error)
            }
          })
        }
      }
    },
  }
}

/** The page asks for another link to the address an expired one names (D-013). */
const isExpired = (error: unknown) => error instanceof ApiError && /^token expired$/i.test(error.message)
