import { expect, it } from 'vitest'
import { SUPPORT_EMAIL } from '#core/model/constants.ts'
import { markedSupport } from './supportMark.ts'

it.each([
  ["o'neil@label.example", "o'neil@label.example"],
  [null, SUPPORT_EMAIL],
  ['', SUPPORT_EMAIL],
  ['javascript:alert(1)', SUPPORT_EMAIL],
  ['a@b c', SUPPORT_EMAIL],
])('H-490: whom to write to is what the page says, if that is an address: %s', (said, address) => {
  const page = (content: string | null) => ({
    querySelector: (selector: string) =>
      selector === 'meta[name="support-email"]' && content !== null ? { getAttribute: () => content } : null,
  })
  expect(markedSupport(page(said) as unknown as Document)).toBe(address)
})
