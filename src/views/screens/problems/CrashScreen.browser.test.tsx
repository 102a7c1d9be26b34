import { expect, it, onTestFinished } from 'vitest'
import { page } from 'vitest/browser'
import { appLogLost } from '#core/events/app.ts'
import { keepsNothing } from '#projections/session.ts'
import { show, signedIn } from '#tests/components/stage.tsx'
import { CrashScreen } from './CrashScreen.tsx'

const DOWNLOADS = 'Files that finished, and what of others had come'
const SETTINGS = 'Your settings and your session'
const LOG = 'The event log'

it.each([
  ['all of it', false, [], [DOWNLOADS, SETTINGS, LOG]],
  ['no log that is in memory only', false, [appLogLost({ reason: 'quota' })], [DOWNLOADS, SETTINGS]],
  ['what outlives a page of a public computer (D-006)', true, [], ['Files that finished', 'Your session']],
])('a page that had to stop says what was kept: %s', async (_, isPublic, before, kept) => {
  onTestFinished(() => {
    keepsNothing.value = false
  })
  keepsNothing.value = isPublic
  const { host } = await show(<CrashScreen failure={{ worker: 'state', message: 'out of memory' }} />, {
    story: signedIn().happens(...before),
  })
  await expect.element(page.getByRole('heading', { name: 'What was kept' })).toBeVisible()
  expect([...host.querySelectorAll('section p')].map((row) => row.textContent)).toEqual(kept)
})
