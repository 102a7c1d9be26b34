import { type StartedServer, startServer } from '#tests/contract/server.ts'
import { test } from './fixtures.ts'
import { openPostOffice, type PostOffice } from './postOffice.ts'

/** A server of a file's own, which mails over the wire, and where its mails arrive. */
export interface MailedServer {
  readonly server: StartedServer
  readonly office: PostOffice
}

/** Stands while the tests of the calling file run. */
export function mailedServer(): MailedServer {
  const own = {} as { server: StartedServer; office: PostOffice }
  test.beforeAll(async () => {
    own.office = await openPostOffice()
    own.server = await startServer({ env: { SMTP_URL: own.office.url } })
  })
  test.afterAll(async () => {
    await own.server?.stop()
    await own.office?.close()
  })
  return own
}
