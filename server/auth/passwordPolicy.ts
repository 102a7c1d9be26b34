/**
 * Which passwords are taken (D-146): the three rules, and none of those that lead the lists of leaked passwords and
 * pass the rules. The list is exact and short: whoever meets every rule that is shown is not refused for a likeness
 * (H-433).
 */
import { brokenPasswordRules, PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '#core/model/people/fields/password.ts'
import { ApiProblem } from '../http/apiProblem.ts'

/** In lower case; upper and lower case are one password here. */
const COMMON = new Set(
  `p@ssw0rd p@ssw0rd! p@ssw0rd1 p@ssw0rd1! p@ssw0rd123 p@ssw0rd123! p@ssw0rd1234 p@$$w0rd p@$$w0rd1 p@$$w0rd1!
  p@$$w0rd123 p@55w0rd pa$$w0rd pa$$w0rd! pa$$w0rd1 pa$$w0rd123 p@ssword1 p@ssword1! p@ssword12 p@ssword123
  p@ssword123! passw0rd! passw0rd@ passw0rd1! passw0rd@123 password1! password1@ password1. password123! password123@
  password1234! password@1 password@12 password@123 password@1234 password@12345 password!1 password!123 123password!
  pass123! pass1234! pass@123 pass@1234 pass@12345 pass@word1 mypassword1! passwort1! senha@123 qwerty1! qwerty12!
  qwerty123! qwerty123@ qwerty1234! qwerty@1 qwerty@12 qwerty@123 qwerty@1234 qwertz123! azerty1! azerty123!
  qwer1234! qwer@1234 qwer1234!@#$ 1234qwer! 1234qwer!@#$ !@#$1234qwer 123qwe!@# !@#123qwe qwe123!@# qwe!@#123
  123!@#qwe asd123!@# asdf123! asdf1234! asdf@123 asdf@1234 asdfgh1! zxcvbnm1! zxc123!@# 1q2w3e4r! 1q2w3e4r@
  1q2w3e4r5t! 1q2w#e$r !q2w3e4r 1qaz@wsx 1qaz!qaz 1qaz@wsx3edc !qaz2wsx !qazxsw2 zaq1@wsx zaq!2wsx xsw2!qaz @wsx1qaz
  admin1! admin123! admin1234! admin12345! admin@1 admin@12 admin@123 admin@1234 admin@12345 admin@123456 admin!123
  @dmin123 @dmin1234 administrator@1 administrator@123 root123! root@123 root@1234 user@123 user@1234 guest@123
  test@123 test@1234 demo@123 demo@1234 changeme1! changeme123! changeme@123 welcome1! welcome123! welcome1234!
  welcome@1 welcome@12 welcome@123 welcome@1234 w3lcome! welc0me! welc0me1! hello123! letmein1! letmein123! letmein!1
  l3tm31n! trustno1! abc123! abc@123 abc@1234 abc@12345 abc@123456 abc!123 abc123!@# abcd1234@ abcd@123 abcd@1234
  abcd@12345 a123456! a123456@ a1234567! a@123456 a!123456 aa123456! aa123456@ aa12345678! aa@12345 aa@123456
  aa@1234567 aa@12345678 aa@123456789 123456a! 123456a@ 123456aa! 123456aa@ global123@ india@123 aicte@123 123456!
  123456@ 123456. 123456!! 123456!@ 123456!@# !123456 @123456 1234567! 1234567@ 12345678! 12345678@ 12345678.
  123456789! 123456789@ 123456789. 123456789* 1234567890! 1234567890- 1234!@#$ !@#$1234 12345!@#$% 123123! 123-123
  123321! 111111! 1111111! 11111111! 000000! 654321! iloveyou1! iloveyou2! iloveyou123! il0vey0u! football1!
  baseball1! monkey1! monkey123! dragon1! dragon123! sunshine1! princess1! superman1! ncc-1701`.split(/\s+/),
)

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
      : COMMON.has(password.toLowerCase())
        ? 'is one that everybody tries first: choose another'
        : null
  if (reason !== null) {
    const sentence = `The password ${reason}.`
    throw new ApiProblem(400, 'WEAK_PASSWORD', sentence, { fields: { password: sentence } })
  }
}
