// What is said of a log before it leaves the device, and the ways to it from where something went wrong.
import { expect, it, onTestFinished } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Logs } from '#actions/log.ts'
import { appLogLost, appWorkerFailed } from '#core/events/app.ts'
import { sessionEnded } from '#core/events/people/session.ts'
import { SUPPORT_EMAIL } from '#core/model/constants.ts'
import { supportEmail } from '#projections/session.ts'
import { openApp } from '#tests/components/app.tsx'
import { axeFaults } from '#tests/components/axe.ts'
import { STARTED_AT, show } from '#tests/components/stage.tsx'
import { failure } from '#tests/components/wire.ts'
import { ListState } from '../../kit/lists/ListState.tsx'
import { AlertDialog } from '../../kit/overlays/Dialog.tsx'
import { ProblemDialog } from './ProblemDialog.tsx'
import { UnavailableScreen } from './UnavailableScreen.tsx'

const entry = (logId: string, closedAt: number | null, events: number) => ({
  logId,
  owner: 'p1',
  startedAt: STARTED_AT,
  closedAt,
  events,
  bytes: 134_000,
})

const LOGS: Partial<Logs> = {
  list: () => Promise.resolve([entry('now', null, 12_345), entry('before', STARTED_AT + 60_000, 1)]),
}

const dialog = () => page.getByRole('dialog', { name: 'Report a problem' })
const keep = () => dialog().getByRole('checkbox', { name: /Keep names/ })

it('says what is in the file, what never is, how big it is, and what to do with it', async () => {
  await show(<ProblemDialog onClose={() => {}} />, { logs: LOGS })
  for (const words of ['searched for', 'settings of this device', 'replaced by stand-ins', 'Passwords, codes'])
    await expect.element(dialog()).toHaveTextContent(words)
  await expect.element(dialog().getByRole('listitem').first()).toHaveTextContent('12,345 events · about 0.1 MB')
  const link = dialog().getByRole('link', { name: 'Open the replay page' })
  await expect.element(link).toHaveAttribute('href', '/replay.html')
  for (const theme of ['dark', 'light'] as const) {
    await show(<ProblemDialog onClose={() => {}} />, { logs: LOGS, theme })
    await expect.element(dialog().getByRole('listitem').first()).toBeVisible()
    expect(await axeFaults()).toEqual([])
  }
})

it('H-490: says to send it to whom the server was given for the support', async () => {
  onTestFinished(() => {
    supportEmail.value = SUPPORT_EMAIL
  })
  supportEmail.value = 'help@label.example'
  await show(<ProblemDialog onClose={() => {}} />, { logs: LOGS })
  await expect.element(dialog()).toHaveTextContent('Send the file to help@label.example')
})

it('exports masked unless people are to be kept, and says what was saved', async () => {
  const asked: [string | null, boolean][] = []
  await show(<ProblemDialog onClose={() => {}} />, {
    logs: {
      ...LOGS,
      async save(logId, personal) {
        asked.push([logId, personal])
        return { fileName: 'player-1.jsonl.gz', bytes: 120_400 }
      },
    },
  })
  await expect.element(keep()).not.toBeChecked()
  await dialog().getByRole('button', { name: 'Export This session' }).click()
  await expect.element(dialog().getByRole('status')).toHaveTextContent('player-1.jsonl.gz (0.1 MB) was saved')
  await keep().click()
  await expect.element(dialog()).toHaveTextContent('are in it as they are')
  await dialog()
    .getByRole('button', { name: /^Export Nov/ })
    .click()
  await expect
    .poll(() => asked)
    .toEqual([
      ['now', false],
      ['before', true],
    ])
})

it('H-467: lists the logs again when the session ends, and exports the one a row was of', async () => {
  const asked: (string | null)[] = []
  let there = [entry('now', null, 12), entry('before', STARTED_AT + 60_000, 1)]
  const { happens } = await show(<ProblemDialog onClose={() => {}} />, {
    logs: {
      list: async () => there,
      async save(logId) {
        asked.push(logId)
        return { fileName: 'player-1.jsonl.gz', bytes: 120_400 }
      },
    },
  })
  await expect.element(dialog().getByRole('listitem').nth(1)).toBeVisible()
  there = [entry('next', null, 1)]
  happens(sessionEnded({ reason: 'signedOut' }))
  await expect.element(dialog().getByRole('listitem').nth(1)).not.toBeInTheDocument()
  await dialog().getByRole('button', { name: 'Export This session' }).click()
  await expect.poll(() => asked).toEqual(['next'])
})

it('says why a log could not be exported, beside the others, which can be still', async () => {
  const saved = { fileName: 'player-2.jsonl.gz', bytes: 120_400 }
  const save = (logId: string | null) =>
    logId === 'now' ? Promise.reject(new Error('not yours')) : Promise.resolve(saved)
  const logs = { ...LOGS, save }
  await show(<ProblemDialog onClose={() => {}} />, { logs })
  await dialog().getByRole('button', { name: 'Export This session' }).click()
  await expect.element(dialog().getByRole('alert')).toHaveTextContent('The log could not be exported: not yours')
  await dialog()
    .getByRole('button', { name: /^Export Nov/ })
    .click()
  await expect.element(dialog().getByRole('status')).toHaveTextContent('player-2.jsonl.gz')
  await expect.element(dialog().getByRole('alert')).not.toBeInTheDocument()
})

it('asks nobody to export a log that cannot be read: its worker is gone with all it held', async () => {
  const logs = { list: () => Promise.reject(new Error('the log worker failed: gone')) }
  const { happens } = await show(<ProblemDialog onClose={() => {}} />, { logs })
  await expect.element(dialog().getByRole('alert')).toHaveTextContent('the log worker failed: gone')
  happens(appLogLost({ reason: 'refused' }))
  await expect.element(dialog()).not.toHaveTextContent('Export it now')
})

it.each([
  [
    'a dialog that tells of an error',
    <AlertDialog key="a" title="It failed" body="Why" error>
      {null}
    </AlertDialog>,
  ],
  [
    'a list that did not come',
    <ListState key="b" title="It failed" text="Why" failed>
      {null}
    </ListState>,
  ],
  ['a server that does not answer', <UnavailableScreen key="c" onRetry={() => {}} />],
])('is offered by %s', async (_, view) => {
  await show(view)
  await expect.element(page.getByText('Report a problem')).toBeVisible()
})

it('opens where a worker is gone for good, and Escape leads back', async () => {
  const app = await openApp('/releases', { logs: LOGS })
  app.happens(appWorkerFailed({ worker: 'state', message: 'gone' }))
  const report = page.getByRole('button', { name: 'Report a problem' })
  await report.click()
  await expect.element(dialog().getByRole('button', { name: 'Export This session' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog()).not.toBeInTheDocument()
  await expect.element(report).toHaveFocus()
})

it('opens from a gallery that did not come', async () => {
  await openApp('/releases', { logs: LOGS, answers: { 'GET /releases': () => failure(500) } })
  await page.getByRole('alert').getByRole('link', { name: 'Report a problem' }).click()
  await expect.element(dialog().getByRole('button', { name: 'Export This session' })).toBeVisible()
})
