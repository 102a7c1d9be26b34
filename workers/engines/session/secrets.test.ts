import { describe, expect, test } from 'vitest'
import type { SecretHandle } from '#core/model/people/secrets.ts'
import type { Links } from './links.ts'
import { createSecrets } from './secrets.ts'
import type { Vault } from './vault.ts'

/** Where links lie, and where everything else does. */
function places() {
  const held = { links: new Map<string, string>(), vault: new Map<string, string>() }
  const links = {
    keep: async (token: string) => (held.links.set(`link:${token}`, token), `link:${token}`),
    find: async (handle: string) => (held.links.has(handle) ? { token: held.links.get(handle) } : null),
    drop: async (handle: string) => void held.links.delete(handle),
  } as unknown as Links
  const vault = {
    passes: () => undefined,
    keep: (purpose: string, secret: string) => (held.vault.set(`${purpose}:${secret}`, secret), `${purpose}:${secret}`),
    reveal: (_: string, handle: string) => held.vault.get(handle) ?? null,
    take(_: string, handle: string) {
      const secret = held.vault.get(handle) ?? null
      held.vault.delete(handle)
      return secret
    },
  } as unknown as Vault
  return { held, secrets: createSecrets(vault, links) }
}

describe('a secret', () => {
  test('that is a link lies where links outlive the page, any other in memory alone', async () => {
    const { held, secrets } = places()
    expect(await secrets.keepSecret('link', 'one')).toBe('link:one')
    expect(await secrets.keepSecret('media', 'two')).toBe('media:two')
    expect([[...held.links.values()], [...held.vault.values()]]).toEqual([['one'], ['two']])
  })

  test('is shown as often as it is asked for, until it is taken', async () => {
    const { secrets } = places()
    const link = await secrets.keepSecret('link', 'one')
    const media = await secrets.keepSecret('media', 'two')
    for (const _ of [1, 2]) {
      expect(await secrets.reveal('link', link)).toBe('one')
      expect(await secrets.reveal('media', media)).toBe('two')
    }
    expect(await secrets.take('link', link)).toBe('one')
    expect(await secrets.take('media', media)).toBe('two')
    expect([await secrets.reveal('link', link), await secrets.reveal('media', media)]).toEqual([null, null])
    expect(await secrets.take('link', link)).toBeNull()
  })

  test('is not found in the place of another kind', async () => {
    const { secrets } = places()
    const media = await secrets.keepSecret('media', 'two')
    expect(await secrets.reveal('link', media as unknown as SecretHandle<'link'>)).toBeNull()
    expect(await secrets.take('link', media as unknown as SecretHandle<'link'>)).toBeNull()
    expect(await secrets.reveal('media', media)).toBe('two')
  })
})
