/**
 * Which passwords are taken (D-146): the three rules, and none that everybody tries first. A list
 * of leaked passwords that pass the rules is nearly all one pattern, a well-known word with digits
 * and signs around or inside it, so the pattern is looked for and not the list.
 */
import { brokenPasswordRules, PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '#core/model/people/fields/password.ts'
import { ApiProblem } from '../http/apiProblem.ts'

/** The words at the top of the lists of leaked passwords, without what is put around them. */
const WORDS = new Set(
  `password passwort passwd pass passw contrasena motdepasse azerty qwerty qwertz qwertyuiop qwer asdf asdfgh asdfghjkl zxcvbn
  zxcvbnm qaz qazwsx wsx abc abcd abcdef abcdefg aaa aaaa aaaaaa aaaaaaa admin administrator root user guest test
  testing changeme changeit change welcome willkommen bienvenue hello hallo hola letmein login master secret default
  temp temporary iloveyou loveyou lovely love monkey dragon princess sunshine shadow superman batman starwars football
  fussball baseball soccer basketball hockey summer winter spring autumn sommer january february march april june july
  august september october november december monday friday charlie michael jordan daniel jessica ashley nicole thomas
  robert andrew matthew joshua hunter harley ranger buster tigger trustno trustnoone freedom whatever computer internet
  samsung google facebook linkedin microsoft windows cisco oracle company office server music player playlist spotify
  flower pokemon naruto liverpool arsenal chelsea barcelona juventus killer ninja mustang ferrari mercedes access
  mypassword newpassword mypass`.split(/\s+/),
)
/** Signs that stand for a letter. */
const LEET: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
}
/** Rows of the keyboard, walked from anywhere; the shifted digits count as their digits. */
const WALKS = [
  '1234567890',
  '0987654321',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  '1qaz2wsx3edc4rfv',
  '1q2w3e4r5t6y',
  'abcdefghijk',
]
const SHIFTED: Record<string, string> = { '!': '1', '@': '2', '#': '3', $: '4', '%': '5', '^': '6', '&': '7', '*': '8' }

const spelled = (text: string) => text.replace(/[@431!0$57]/g, (sign) => LEET[sign] ?? sign)
const trimmed = (text: string) => text.replace(/^[^a-z@$]+|[^a-z]+$/g, '')

/** True for a password that everybody tries first. */
export function isCommonPassword(password: string): boolean {
  const text = password.toLowerCase()
  const bare = trimmed(text)
  const forms = [
    bare,
    spelled(bare),
    spelled(text).replace(/[^a-z]+$/g, ''),
    text.replace(/[^a-z]/g, ''),
    spelled(bare).replace(/[^a-z]/g, ''),
  ]
  // Nothing but digits and signs: a run, or one sign over and over.
  if (/^[^a-z]*$/.test(text) && !/[^\p{ASCII}]/u.test(text)) return new Set(text).size <= 3 || isWalk(text)
  if (/[^\p{ASCII}]/u.test(text)) return false
  // One or two letters are no word; what is common then are the digits: `Aa123456!`.
  const digits = text.replace(/[^0-9]/g, '')
  const fewLetters = bare.length < 3 && (isWalk(digits) || new Set(digits).size < 3)
  return fewLetters || forms.some((form) => WORDS.has(form)) || isWalk(text)
}

/** True when the digits and letters walk along the keyboard, in one or two goes. */
function isWalk(text: string): boolean {
  const plain = (keys: string) => keys.replace(/[^a-z0-9]/g, '')
  const steps = [plain(text), plain(text.replace(/[!@#$%^&*]/g, (sign) => SHIFTED[sign] ?? sign))]
  const walked = (part: string) => part.length >= 3 && WALKS.some((walk) => walk.includes(part))
  return steps.some(
    (part) =>
      part.length >= 5 &&
      (walked(part) ||
        Array.from(part, (_, at) => at).some(
          (at) => at >= 3 && part.length - at >= 3 && walked(part.slice(0, at)) && walked(part.slice(at)),
        )),
  )
}

const TEXTS = {
  length: `must have ${PASSWORD_MIN_LENGTH} to ${PASSWORD_MAX_LENGTH} characters`,
  digit: 'must hold a digit',
  special: 'must hold a special character',
} as const

const LISTED = new Intl.ListFormat('en', { type: 'conjunction' })

/** @throws ApiProblem 400 WEAK_PASSWORD, saying in `fields.password` why */
export function refuseWeakPassword(password: string): void {
  const broken = brokenPasswordRules(password)
  const reason =
    broken.length > 0
      ? LISTED.format(broken.map((rule) => TEXTS[rule]))
      : isCommonPassword(password)
        ? 'is one that everybody tries first: choose another'
        : null
  if (reason !== null) {
    const sentence = `The password ${reason}.`
    throw new ApiProblem(400, 'WEAK_PASSWORD', sentence, { fields: { password: sentence } })
  }
}
