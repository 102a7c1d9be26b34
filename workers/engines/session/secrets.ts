// Where each purpose's secrets lie: links outlive the page, everything else is in the vault's memory alone.

import type { TokenBroker } from '#core/contracts/session.ts'
import type { SecretHandle, SecretPurpose } from '#core/model/people/secrets.ts'
import type { Links } from './links.ts'
import type { Vault } from './vault.ts'

export function createSecrets(
  vault: Vault,
  links: Links,
): Pick<TokenBroker, 'keepSecret' | 'reveal' | 'take' | 'cutFrom'> {
  const tokenOf = async (handle: string) => (await links.find(handle))?.token ?? null
  return {
    keepSecret: async <P extends SecretPurpose>(purpose: P, secret: string) => {
      if (purpose !== 'link') return vault.keep(purpose, secret)
      vault.passes(secret)
      return (await links.keep(secret)) as SecretHandle<P>
    },
    cutFrom: async (texts) => vault.cutFrom(texts),
    reveal: async (purpose, handle) => (purpose === 'link' ? tokenOf(handle) : vault.reveal(purpose, handle)),
    async take(purpose, handle) {
      if (purpose !== 'link') return vault.take(purpose, handle)
      const token = await tokenOf(handle)
      await links.drop(handle)
      return token
    },
  }
}
