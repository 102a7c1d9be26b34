/** What the session worker does for the ways in that lead through a mail, in the page's own thread. */
import type { TokenBroker } from '#core/contracts/session.ts'
import type { AppDraft } from '#core/events/index.ts'
import type { SecretHandle, SecretPurpose } from '#core/model/people/secrets.ts'
import { createApi } from '#workers/api/transport/client.ts'
import { systemClock } from '#workers/api/transport/clock.ts'
import type { Engine } from '#workers/engines/engine.ts'
import { createAccessEngine } from '#workers/engines/session/access.ts'
import { createLinks } from '#workers/engines/session/links.ts'
import { Vault } from '#workers/engines/session/vault.ts'
import type { Wire } from './wire.ts'

/** A token as the server signs them, for the page to read. @param claims what it says; good for an hour unless they say */
export function aToken(claims: object): string {
  const text = JSON.stringify({ exp: Math.floor(Date.now() / 1000) + 3600, ...claims })
  const bytes = String.fromCharCode(...new TextEncoder().encode(text))
  return `head.${btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}.sign`
}

const mint = () => crypto.randomUUID()
/** As what the browser keeps, it outlives a page that is opened anew. */
const links = createLinks({ mint, now: () => Date.now() })

/** @param report puts what came of it into the log */
export function waysOver(wire: Wire, report: (draft: AppDraft, cause: number | null) => void) {
  const vault = new Vault(mint)
  const api = createApi({ fetch: wire.fetch, session: null, clock: systemClock })
  const access = createAccessEngine({
    api,
    vault,
    links,
    report({ facts }) {
      for (const { draft, cause } of facts) report(draft, cause)
    },
  })
  const engine: Engine = { accept: (event) => access.accept([event]) }
  const secrets: Pick<TokenBroker, 'keepSecret' | 'reveal' | 'take'> = {
    keepSecret: async <P extends SecretPurpose>(purpose: P, secret: string) =>
      purpose === 'link' ? ((await links.keep(secret)) as SecretHandle<P>) : vault.keep(purpose, secret),
    reveal: async (purpose, handle) =>
      purpose === 'link' ? ((await links.find(handle))?.token ?? null) : vault.reveal(purpose, handle),
    async take(purpose, handle) {
      if (purpose !== 'link') return vault.take(purpose, handle)
      const link = await links.find(handle)
      await links.drop(handle)
      return link?.token ?? null
    },
  }
  return { engine, secrets, links, vault }
}
