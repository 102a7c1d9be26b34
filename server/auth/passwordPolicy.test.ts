import { expect, it } from 'vitest'
import { ApiProblem } from '../http/apiProblem.ts'
import { refuseWeakPassword } from './passwordPolicy.ts'

it.each([
  'P@ssw0rd', 'Passw0rd!', 'password1!', 'Password123!', 'P@$$w0rd1', 'Qwerty1!', 'Qwerty123!', 'Admin@123', 'Admin123!',
  'Welcome1!', 'Welcome@123', 'Abc123!', 'abcd@1234', 'Aa123456!', 'a123456!', 'Test@123', 'Iloveyou1!', '1qaz@WSX',
  '!QAZ2wsx', '1q2w3e4r!', '1234567!', '123456!!', '!@#123qwe', 'Letmein1!', 'Changeme1!', 'Pass@123', 'Pass1234!',
  '1111111!', 'asdfgh1!', 'Hello123!', 'Football1!', '@dmin1234', 'Password!1', '123Password!', 'PASSWORD1!',
])('D-146: %s is one that everybody tries first', (password) => {
  expect(() => refuseWeakPassword(password)).toThrow('everybody tries first')
}) // biome-ignore format: a list

it.each([
  'Nocturne-7-Lantern', 'k9#vTq2', 'Zwölf Boxkämpfer 12!', 'tram 4 to harbour.', 'пароль-лампа-7', '深夜のラジオ7!',
  'correct horse 4 battery!', 'q7!mR2#x', '👩‍🎤 sings at 9!', '8$kdWplNs', 'x7!4$19!82', 'lk4!09c', 'my password is a tram 42!',
])('%s is taken', (password) => {
  expect(() => refuseWeakPassword(password)).not.toThrow()
}) // biome-ignore format: a list

it.each([
  'Test#1234', 'Test1234!', 'Abcd123!', 'Abcdef1!', 'NewPass1!', 'NewPassword1!', 'Demo#2026', 'Secret1!', 'Music#2026',
  'Player#2026', 'Summer2026!', 'Qwert1!z', 'Password#1', 'Login#2026', 'Monkey#1', 'Dragon123$', '7654321#',
])('H-433: %s meets every rule that is shown and is taken', (password) => {
  expect(() => refuseWeakPassword(password)).not.toThrow()
}) // biome-ignore format: a list

it('holds the three rules, counting characters and not bytes', () => {
  expect(() => refuseWeakPassword('k9#vTq')).toThrow('7 to 128')
  expect(() => refuseWeakPassword('kw#vTqx')).toThrow('digit')
  expect(() => refuseWeakPassword('k9xvTqx')).toThrow('special')
  expect(() => refuseWeakPassword('kxvTqx')).toThrow(/7 to 128.*digit.*special/)
  expect(() => refuseWeakPassword(`7!${'ü'.repeat(126)}`)).not.toThrow()
  expect(() => refuseWeakPassword(`7!${'😀'.repeat(126)}`)).not.toThrow()
  expect(() => refuseWeakPassword(`7!${'ü'.repeat(127)}`)).toThrow('7 to 128')
})

it('says at the field in a whole sentence why', () => {
  const refused = (password: string) => {
    try {
      refuseWeakPassword(password)
    } catch (error) {
      return error instanceof ApiProblem ? error.fields?.password : null
    }
  }
  expect(refused('kxvTqx')).toBe(
    'The password must have 7 to 128 characters, must hold a digit, and must hold a special character.',
  )
  expect(refused('P@ssw0rd')).toBe('The password is one that everybody tries first: choose another.')
})

it.each([...'@$!%*#?&^;:"+=-\\.'])('%s counts as special', (sign) => {
  expect(() => refuseWeakPassword(`Lantern${sign}Harbour4`)).not.toThrow()
})
