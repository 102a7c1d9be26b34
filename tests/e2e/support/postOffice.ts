/** A real mail server for a test, that keeps what it is given. */
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { parseMail, type ReceivedMail } from '#tests/contract/received.ts'
import { expect } from './fixtures.ts'

export interface PostOffice {
  /** For SMTP_URL. */
  readonly url: string
  /** The newest mail to an address whose subject fits, waited for. */
  mail(to: string, subject: RegExp): Promise<ReceivedMail>
  close(): Promise<void>
}

export async function openPostOffice(): Promise<PostOffice> {
  const received: ReceivedMail[] = []
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const to = envelope.rcptTo.map(({ address }) => address)
        received.push(parseMail(Buffer.concat(chunks).toString('latin1'), to))
        done()
      })
    },
  })
  const port = await new Promise<number>((done) => {
    const listening = server.listen(0, '127.0.0.1', () => done((listening.address() as AddressInfo).port))
  })
  const find = (to: string, subject: RegExp) =>
    received.findLast(({ receivers, subject: said }) => receivers.includes(to) && subject.test(said))
  return {
    url: `smtp://127.0.0.1:${port}`,
    async mail(to, subject) {
      await expect.poll(() => find(to, subject)?.subject, { message: `a mail to ${to}`, timeout: 20_000 }).toBeDefined()
      return find(to, subject) as ReceivedMail
    },
    close: () => new Promise((done) => server.close(() => done())),
  }
}
