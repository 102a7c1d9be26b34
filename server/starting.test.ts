import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { supportAdvice } from './starting.ts'

test('H-401: whoever sends mails is told once that nobody reads the address of the support', () => {
  const SMTP_URL = 'smtp://mail.example'
  const of = (env: Record<string, string>) => supportAdvice(readConfig({ NODE_ENV: 'production', ...env }, []))
  expect(of({ SMTP_URL })).toEqual([expect.stringMatching(/support@player\.example.*set SUPPORT_EMAIL/)])
  expect(of({ SMTP_URL, SUPPORT_EMAIL: 'help@label.example' })).toEqual([])
  expect(of({})).toEqual([])
})
