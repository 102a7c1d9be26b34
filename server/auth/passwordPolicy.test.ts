import { expect, it } from 'vitest'
import { ApiProblem } from '../http/apiProblem.ts'
import { isCommonPassword, refuseWeakPassword } from './passwordPolicy.ts'

it.each([
  'P@ssw0rd', 'Passw0rd!', 'password1!', 'Password123!', 'P@$$w0rd1', 'Qwerty123!', 'Admin@123', 'Welcome1!', 'Welcome@123',
  'Abc123!', 'abcd@1234', 'Aa123456!', 'a123456!', 'Test@123', 'Summer2026!', 'Iloveyou1!', '1qaz@WSX', '!QAZ2wsx',
  '1q2w3e4r!', '1234567!', '123456!!', '!@#123qwe', 'Letmein1!', 'Monkey#1', 'Dragon123$', 'Changeme1!', 'Pass@123',
  'Pass1234!', '1111111!', 'asdfgh1!', 'Hello123!', 'Login#2026', 'Football1!', '@dmin1234', 'Password!1', '123Password!',
])('%s is one that everybody tries first', (password) => {
  expect(() => refuseWeakPassword(password)).toThrow('everybody tries first')
}) // biome-ignore format: a list

it.each([
  'Nocturne-7-Lantern', 'k9#vTq2', 'Zwölf Boxkämpfer 12!', 'tram 4 to harbour.', 'пароль-лампа-7', '深夜のラジオ7!',
  'correct horse 4 battery!', 'q7!mR2#x', '👩‍🎤 sings at 9!', '8$kdWplNs', 'x7!4$19!82', 'lk4!09c',
])('%s is taken', (password) => {
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

it('does not mistake a long password with a common word in it', () => {
  expect(isCommonPassword('my password is a tram 42!')).toBe(false)
})
