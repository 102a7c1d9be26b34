/**
 * A form and the server take the same texts: what a form lets through the request's schema takes and keeps as it was
 * sent, and what a form stops the server would have refused.
 */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as yup from 'yup'
import type * as z from 'zod/mini'
import { EMAIL_MAX, emailKey } from '#core/model/people/fields/email.ts'
import * as rules from '#core/model/people/fields/fieldRules.ts'
import { brokenPasswordRules, PASSWORD_SPECIALS } from '#core/model/people/fields/password.ts'
import { PasskeyRename } from '#core/model/people/passkeys.ts'
import { ProfileChange, SupportMessage } from '#core/model/people/profile.ts'
import { CommentRequest, ShareRequest } from '#core/model/people/sharing.ts'
import { SignUpRequest } from '#core/model/people/signup.ts'
import { PlaylistCreate } from '#core/model/playlists/playlist.ts'
import { PLAYLIST_DESC, PLAYLIST_NAME } from '#core/model/playlists/playlistRules.ts'
import { optional, type TextRule } from '#core/model/text/textRule.ts'
import { refuseWeakPassword } from '#server/auth/passwordPolicy.ts'
import { emailField } from '#server/people/emailField.ts'
import { judge } from '#views/forms/form/judge.ts'
import { newPassword, text } from '#views/forms/form/rules.ts'

const WORDS = { missing: 'missing', long: 'long', wrong: 'wrong' }

/** What the server keeps of a text; null when it refuses. */
type Server = (value: string) => string | null

const field =
  (shape: z.ZodMiniType): Server =>
  (value) => {
    const parsed = shape.safeParse(value)
    return parsed.success ? (parsed.data as string) : null
  }

const email: Server = (value) => {
  try {
    return emailField(value)
  } catch {
    return null
  }
}

const { shape: signUp } = SignUpRequest
const { shape: profile } = ProfileChange

const PAIRS: readonly [string, TextRule, Server][] = [
  ['H-019: name of a passkey', rules.PASSKEY_NAME, field(PasskeyRename.shape.name)],
  ['SIGNUP-023: first_name', rules.NAME, field(signUp.first_name)],
  ['SIGNUP-024: last_name', rules.NAME, field(signUp.last_name)],
  ['SIGNUP-025, RESET-002, SIGNIN-013: email', rules.EMAIL, email],
  ['SIGNUP-028: phone', rules.PHONE, field(signUp.phone)],
  ['SIGNUP-043: group_owner', rules.COMPANY, field(signUp.group_owner)],
  ['SIGNUP-044: country', rules.COUNTRY, field(signUp.country)],
  ['SIGNUP-045: city', rules.CITY, field(signUp.city)],
  ['SIGNUP-047: state', rules.REGION, field(signUp.state)],
  ['SIGNUP-053: web_site', rules.WEBSITE, field(signUp.web_site)],
  ['SIGNUP-051: call_letter', rules.CALL_LETTERS, field(signUp.call_letter)],
  ['PROFILE-011: firstname', rules.NAME, field(profile.firstname)],
  ['PROFILE-012: lastname', rules.NAME, field(profile.lastname)],
  ['PROFILE-013: title', rules.NAME, field(profile.title)],
  ['PROFILE-014: country', rules.COUNTRY, field(profile.country)],
  ['PROFILE-015: state', rules.REGION, field(profile.state)],
  ['PROFILE-016: phone', optional(rules.PHONE), field(profile.phone)],
  ['PROFILE-017: website', rules.WEBSITE, field(profile.website)],
  ['PROFILE-018: city', optional(rules.CITY), field(profile.city)],
  ['PROFILE-018: company', optional(rules.COMPANY), field(profile.company)],
  ['PLAYLIST-016, PLAYLIST-017: name', PLAYLIST_NAME, field(PlaylistCreate.shape.name)],
  ['PLAYLIST-019: description', PLAYLIST_DESC, field(PlaylistCreate.shape.desc)],
  ['CONTACT-014: comment_text', rules.CONTACT_MESSAGE, field(CommentRequest.shape.comment_text)],
  ['SHARE-007: message', rules.SHARE_MESSAGE, field(ShareRequest.shape.message)],
  ['D-067: message', rules.SUPPORT_MESSAGE, field(SupportMessage.shape.message)],
]

const cluster = fc.constantFrom('a', 'é', 'e\u0301', '👩‍👩‍👧‍👦', '🇨🇦', 'ช้', '한', 'م', 'क्\u200Dष', '\u2067א\u2069')
const space = fc.constantFrom(
  '',
  ' ',
  '\n',
  '\r\n',
  '\u200B',
  '\uFEFF',
  '\u00A0 ',
  ...'\0\t\x07\x7F\u200C\u200E\u2069',
  '\u202A',
  '\u00AD\u2060',
  '\uD83D',
)
/** Around a limit of characters, of letters that are one unit and of such that are many. */
const around = (max: number) =>
  fc
    .tuple(cluster, fc.integer({ min: Math.max(0, max - 2), max: max + 2 }), space, space)
    .map(([one, times, before, after]) => before + one.repeat(times) + after)
const formed = fc.oneof(
  fc.emailAddress(),
  fc.webUrl(),
  fc.domain(),
  fc.stringMatching(/^\+?[0-9 ()\-.]{5,24}$/),
  fc.stringMatching(/^\+[0-9]{6,16}$/),
  fc.stringMatching(/^[A-Z]{2}$/),
  fc.constantFrom('NL', 'US', 'ZZ', 'su', 'a@b.co', `${'a'.repeat(64)}@${'b'.repeat(EMAIL_MAX)}.com`),
)
const any = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), fc.constant(''))
/** Marks may stand within what is pasted as well. */
const marked = fc.tuple(formed, space, fc.nat(8)).map(([text, mark, at]) => text.slice(0, at) + mark + text.slice(at))
const padded = fc.tuple(space, fc.oneof(formed, any, marked), space).map((parts) => parts.join(''))

describe('a form and the server judge alike', () => {
  test.each(PAIRS)('%s', (_, rule, server) => {
    const form = yup.object({ value: text(rule, WORDS) })
    let [taken, refused] = [0, 0]
    fc.assert(
      fc.property(fc.oneof(padded, around(rule.max)), (value) => {
        const sent = judge(form, { value }).sent?.value ?? null
        expect(sent).toBe(server(value))
        if (sent === null) refused += 1
        else {
          taken += 1
          expect(server(sent)).toBe(sent)
        }
      }),
      { numRuns: rule.max > 500 ? 100 : 300 },
    )
    expect(Math.min(taken, refused)).toBeGreaterThan(0)
  })

  test('H-038: what is written into an area keeps its lines, as LF; anything else is one line', () => {
    const areas = [PLAYLIST_DESC, rules.CONTACT_MESSAGE, rules.SHARE_MESSAGE, rules.SUPPORT_MESSAGE]
    for (const [name, rule, server] of PAIRS.filter(([, { is }]) => is === undefined)) {
      const kept = areas.includes(rule) ? 'Nora\n\nMoss' : 'Nora  Moss'
      expect([name, server('Nora\r\n\r\nMo\x07ss')]).toEqual([name, kept])
    }
  })

  test('SIGNUP-025, RESET-002, SIGNIN-013: an address is found by whatever was pasted around it', () => {
    fc.assert(
      fc.property(space, fc.emailAddress(), space, (before, address, after) => {
        expect(emailKey(before + address + after)).toBe(emailKey(address))
      }),
    )
  })

  test.each([
    ['a letter', 'e-mail', rules.EMAIL, 'nora@demo.test'],
    ['an address book', 'phone', rules.PHONE, '+31 20 123 4567'],
    ['a page', 'website', rules.WEBSITE, 'https://noon.example/a'],
  ] as const)(
    'SIGNUP-025, SIGNUP-028, SIGNUP-053: out of %s, a pasted %s loses the marks around it',
    (_, _name, rule, text_) => {
      const form = yup.object({ value: text(rule, WORDS) })
      for (const mark of '\u200B\u200E\u200F\u202A\u202B\u202C\u202D\u202E\u2066\u2067\u2068\u2069\u00AD\u2060\u180E\uFEFF')
        expect([mark, judge(form, { value: `${mark} ${text_}${mark}` }).sent?.value]).toEqual([mark, text_])
    },
  )

  test('RESET-015 to RESET-017: a new password', () => {
    const form = yup.object({ value: newPassword('broken') })
    const sign = fc.constantFrom(...PASSWORD_SPECIALS, ...'abcXYZ0189', 'ß', '👍', ' ')
    fc.assert(
      fc.property(fc.oneof(any, fc.string({ unit: sign, minLength: 5, maxLength: 9 }), around(128)), (value) => {
        const isTaken = judge(form, { value }).sent !== null
        expect(isTaken).toBe(brokenPasswordRules(value).length === 0)
        // The server knows passwords that everybody tries first as well (D-146): it may refuse more, never less.
        if (!isTaken) expect(() => refuseWeakPassword(value)).toThrow()
      }),
    )
  })
})
