import { describe, expect, test } from 'vitest'
import { isHandleFor, SECRET_PURPOSES, type SecretPurpose } from '#core/model/people/secrets.ts'
import { MEDIA_HELD, Vault } from './vault.ts'

function vault(): Vault {
  let minted = 0
  return new Vault(() => `${++minted}`)
}

describe('the vault', () => {
  test.each(SECRET_PURPOSES)('D-152: what is kept as %s is read for that purpose alone', (purpose) => {
    const kept = vault()
    const handle = kept.keep(purpose, 'said to nobody')
    const readable = SECRET_PURPOSES.filter((other) => kept.reveal(other, handle) !== null)
    expect(readable).toEqual([purpose])
  })

  test('D-152: a handle whose text was changed to another purpose reads nothing', () => {
    const kept = vault()
    const handle = kept.keep('password', 'said to nobody')
    expect(kept.reveal('media', handle.replace('password', 'media'))).toBeNull()
  })

  test('D-152: a handle holds nothing of its secret and tells its purpose', () => {
    const handle = vault().keep('link', 'eyJ0b2tlbiI')
    expect(handle).not.toContain('eyJ0b2tlbiI')
    expect([isHandleFor('link', handle), isHandleFor('media', handle)]).toEqual([true, false])
  })

  test('what is taken for the wrong purpose stays, for the right one it is gone', () => {
    const kept = vault()
    const handle = kept.keep('code', '01234')
    expect(kept.take('media', handle)).toBeNull()
    expect(kept.take('code', handle)).toBe('01234')
    expect(kept.take('code', handle)).toBeNull()
  })

  test('of media the newest are held, and those that were read last; of nothing else any is let go', () => {
    const kept = vault()
    const password = kept.keep('password', 'said to nobody')
    const [first, second] = [kept.keep('media', '/1'), kept.keep('media', '/2')]
    for (let n = 2; n < MEDIA_HELD; n++) kept.keep('media', '/n')
    expect(kept.reveal('media', first)).toBe('/1')
    kept.keep('media', '/more')
    expect([kept.reveal('media', first), kept.reveal('media', second)]).toEqual(['/1', null])
    expect(kept.reveal('password', password)).toBe('said to nobody')
  })

  test('nothing is kept but text', () => {
    expect(() => vault().keep('code', 1234 as unknown as string)).toThrow(TypeError)
  })

  test('nothing is kept for a purpose there is not', () => {
    expect(() => vault().keep('anything' as SecretPurpose, 'x')).toThrow(TypeError)
  })
})
