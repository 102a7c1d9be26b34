// What the commands beside a server do that are run without its switches.
// @module-tag long
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { SMTPServer } from 'smtp-server'
import { afterEach, describe, expect, inject, it, vi } from 'vitest'
import { mailsTo, signUpPending } from './people.ts'
import { parseMail, type ReceivedMail } from './received.ts'
import { runCommand, type StartedServer, startServer } from './server.ts'
import { copied, newDatabase } from './templates.ts'

vi.setConfig({ testTimeout: 150_000 })

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})
const start = async (...args: Parameters<typeof startServer>): Promise<StartedServer> => {
  const server = await startServer(...args)
  ends.push(() => server.stop())
  return server
}

/** A mail server; `next` waits for the next mail to an address. */
async function postOffice() {
  const received: ReceivedMail[] = []
  let wake = () => {}
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    authOptional: true,
    onData: (stream, { envelope }, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const to = envelope.rcptTo.map(({ address }) => address)
        received.push(parseMail(Buffer.concat(chunks).toString('latin1'), to))
        wake()
        done()
      })
    },
  })
  server.on('error', () => undefined)
  const port = await new Promise<number>((done) => {
    const listening = server.listen(0, '127.0.0.1', () => done((listening.address() as AddressInfo).port))
  })
  ends.push(() => new Promise<void>((done) => server.close(done)))
  const next = async (email: string, subject: RegExp) => {
    for (;;) {
      const found = received.find((mail) => mail.receivers.includes(email) && subject.test(mail.subject))
      if (found) return found
      await new Promise<void>((done) => {
        wake = done
      })
    }
  }
  return { url: `smtp://127.0.0.1:${port}`, next }
}

describe.each([
  ['approve', 'vera@example.com'],
  ['import', join(import.meta.dirname, '../fixtures/import')],
])('npm run %s', (command, argument) => {
  it.skipIf(inject('postgresUrl') === '')(
    'H-501: leaves a database that servers of an earlier version share as it is, and says so',
    async () => {
      const DATABASE_URL = await newDatabase(inject('postgresUrl'), inject('templates').postgres?.database)
      const client = new pg.Client(DATABASE_URL)
      await client.connect()
      ends.push(() => client.end())
      const DATA_DIR = mkdtempSync(join(tmpdir(), 'player-'))
      ends.push(() => rmSync(DATA_DIR, { recursive: true }))
      const steps = async () => (await client.query('select name from schema_steps order by name')).rows.length
      await client.query('delete from schema_steps where name = (select max(name) from schema_steps)')
      const before = await steps()
      const run = await runCommand(command, [argument], { DATABASE_URL, DATA_DIR })
      expect(run).toMatchObject({ code: 1, stderr: expect.stringMatching(/^The database is of an earlier version/) })
      expect(await steps()).toBe(before)
    },
  )
})

describe('npm run approve', () => {
  it.skipIf(inject('postgresUrl') === '')(
    'H-400: beside servers with a mail server sends the mail, with a link to where they are reached',
    async () => {
      const office = await postOffice()
      const DATABASE_URL = await newDatabase(inject('postgresUrl'), inject('templates').postgres?.database)
      const { url, dataDir } = await start({
        env: { DATABASE_URL, SMTP_URL: office.url, PUBLIC_URL: 'https://player.example' },
      })
      const email = await signUpPending(url)
      const run = await runCommand('approve', [email], { DATABASE_URL, DATA_DIR: dataDir })
      expect(run).toMatchObject({ code: 0, stderr: '' })
      expect(run.stdout).toContain('is approved, and gets a mail')
      const mail = await office.next(email, /welcome|approved|ready/i)
      expect(JSON.stringify(mail)).toContain('https://player.example/')
    },
  )

  it('H-400: says that no mail goes out where the server has no mail server', async () => {
    const DATA_DIR = await copied(inject('templates').embedded)
    const first = await start({ env: { DATA_DIR } })
    const email = await signUpPending(first.url)
    const another = await signUpPending(first.url)
    await first.stop({ keepData: true })
    const run = await runCommand('approve', [email], { DATA_DIR })
    expect(run).toMatchObject({ code: 0, stderr: '' })
    expect(run.stdout).toContain('is approved, and gets no mail: the server has no mail server (SMTP_URL)')
    // Of one that noted nothing nobody knows that.
    rmSync(join(DATA_DIR, 'server.json'))
    const unheard = await runCommand('approve', [another], { DATA_DIR })
    expect(unheard).toMatchObject({ code: 0, stderr: '' })
    expect(unheard.stdout).toContain('is approved, and gets no mail: no mail server is known here')
    const second = await start({ env: { DATA_DIR } })
    const [mail] = await mailsTo(second.url, email, 'welcome_set_password')
    // Where the server was reached when it noted that, and not where a server is by default.
    expect(mail?.text).toContain(`${first.url}/`)
  })
})

describe('npm run import', () => {
  it('imports nothing where npm kept the word for a dry run', async () => {
    const DATA_DIR = mkdtempSync(join(tmpdir(), 'player-'))
    ends.push(() => rmSync(DATA_DIR, { recursive: true }))
    const music = join(import.meta.dirname, '../fixtures/import')
    const run = await runCommand('import', [music], { DATA_DIR, npm_config_dry_run: 'true' })
    expect([run.code, run.stdout]).toEqual([1, ''])
    expect(run.stderr).toMatch(/^npm kept --dry-run for itself\./)
    expect(readdirSync(DATA_DIR)).toEqual([])
  })
})
