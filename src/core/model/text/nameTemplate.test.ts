import { expect, test } from 'vitest'
import { FILE_NAME_TEMPLATE, templateTrouble } from './nameTemplate.ts'

test.each([
  FILE_NAME_TEMPLATE,
  '{title}',
  '{ordinal:2}. {title}',
  '{isrc} [{label}] {title}',
  `${'x'.repeat(60)}{title}`,
])('%s is taken', (template) => {
  expect(templateTrouble(template)).toBeNull()
})
test.each([
  ['no part at all', 'noPart', ''],
  ['{nonsense} {title}', 'unknownPart', 'nonsense'],
  ['{ordinal:9} {title}', 'unknownPart', 'ordinal:9'],
  ['{} {title}', 'unknownPart', ''],
  [`${'x'.repeat(61)}{title}`, 'tooLong', ''],
  ['{title}'.repeat(30), 'tooLong', ''],
] as const)('%s is refused, and it is known why', (template, code, part) => {
  expect(templateTrouble(template)).toEqual({ code, part })
})
