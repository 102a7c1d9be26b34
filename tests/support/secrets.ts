// A vault of the session worker's kind, for engines that are tested without that worker.
import type { TokenBroker } from '#core/contracts/session.ts'
import { isHandleFor, type SecretHandle, type SecretPurpose } from '#core/model/people/secrets.ts'

/** @param held secrets by handle; a map of its own without */
export function secretsIn(held = new Map<string, string>()): Pick<TokenBroker, 'keepSecret' | 'reveal' | 'take'> {
  let kept = 0
  return {
    async keepSecret<P extends SecretPurpose>(purpose: P, secret: string) {
      const handle = `${purpose}:${++kept}` as SecretHandle<P>
      held.set(handle, secret)
      return handle
    },
    reveal: async (purpose, handle) => (isHandleFor(purpose, handle) ? (held.get(handle) ?? null) : null),
    async take(purpose, handle) {
      const secret = isHandleFor(purpose, handle) ? (held.get(handle) ?? null) : null
      if (secret !== null) held.delete(handle)
      return secret
    },
  }
}
