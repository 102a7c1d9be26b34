import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { MAIL_LANGUAGES } from './mailLanguages.ts'

test('a person may choose each language the mails are written in, and no other; English comes first', () => {
  expect(new Set(MAIL_LANGUAGES)).toEqual(new Set(readdirSync('locales')))
  expect(MAIL_LANGUAGES[0]).toBe('en')
})
