import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ReleaseDetail } from '#core/model/catalogue/release.ts'
import { demoCatalogue } from '#server/demo/catalogue/catalogue.ts'
import { call, expectJson } from './http.ts'
import {
  DAY, demo, dev, emailToken, freshEmail, GOOD_PASSWORD, HOUR, linkToken, MINUTE, mailsTo, newPlayer, post, put, signUpForm, signUpPending,signup, 
} from './people.ts' // biome-ignore format: a list
import { parseMail, type ReceivedMail } from './received.ts'
import { onStores } from './stores.ts'

/** A real mail server that keeps what it is given, and can refuse for a while. */
function mailServer() {
  const received: ReceivedMail[] = []
  const refusals = new Set<string>()
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    onAuth: ({ username, password }, _session, done) =>
      username === 'player' && password === 'p@ss'
        ? done(null, { user: username })
        : done(new Error('wrong user or password')),
    onRcptTo: ({ address }, session, done) => {
      if (session.user !== 'player') return done(new Error('sign in first'))
      if (address.startsWith('nobody')) {
        return done(Object.assign(new Error('no such mailbox'), { responseCode: 550 }))
      }
      if (refusals.delete(address)) {
        return done(Object.assign(new Error('come back later'), { responseCode: 451 }))
      }
      done()
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const { envelope } = session
        received.push(
          parseMail(
            Buffer.concat(chunks).toString('latin1'),
            envelope.rcptTo.map(({ address }) => address),
          ),
        )
        done()
      })
    },
  })
  return {
    received,
    /** The next mail to this address is for later. */
    refuse: (address: string) => {
      refusals.add(address)
    },
    listen: () =>
      new Promise<number>((done) => {
        const listening = server.listen(0, '127.0.0.1', () => done((listening.address() as AddressInfo).port))
      }),
    close: () => new Promise<void>((done) => server.close(() => done())),
  }
}

const post25 = mailServer()
const env: Record<string, string> = {
  MAIL_FROM: 'Player <no-reply@player.example>',
  SUPPORT_EMAIL: 'help@player.example',
  PUBLIC_URL: 'https://player.example/',
}
beforeAll(async () => {
  // The servers start after this, with the port that was free.
  env.SMTP_URL = `smtp://player:p%40ss@127.0.0.1:${await post25.listen()}`
})
afterAll(() => post25.close(), 20_000)

/** The newest mail that arrived at an address, waited for. */
async function arrived(to: string, wanted: (mail: ReceivedMail) => boolean = () => true): Promise<ReceivedMail> {
  for (let n = 0; n < 150; n++) {
    const mail = post25.received.findLast((one) => one.receivers.includes(to) && wanted(one))
    if (mail) return mail
    await new Promise((done) => setTimeout(done, 100))
  }
  throw new Error(`no mail arrived at ${to}`)
}
onStores(
  (server) => {
    const url = () => server().url
    beforeAll(() => {
      post25.received.length = 0
    })

    /** What every mail must have; answers the first link in the text. */
    async function arrivedWhole(to: string, language = 'en'): Promise<ReceivedMail & { link: string }> {
      const mail = await arrived(to)
      const [kept] = await mailsTo(url(), to)
      expect(mail.headers.from).toBe('Player <no-reply@player.example>')
      expect(mail.headers.to).toBe(to)
      expect(mail.receivers).toEqual([to])
      expect(mail.subject).toBe(kept?.subject)
      expect(mail.text.trim()).toBe(kept?.text.trim())
      expect(mail.html.trim()).toBe(kept?.html.trim())
      expect(mail.html).toContain(`<html lang="${language}" dir="ltr">`)
      expect(mail.headers['auto-submitted']).toBe('auto-generated')
      const link = /^https:\/\/player\.example\/\S*$/m.exec(mail.text)?.[0] ?? ''
      if (link !== '') expect(mail.html).toContain(`href="${link}"`)
      return { ...mail, link }
    }
    const tokenIn = (link: string) => decodeURIComponent(link.split(/\/|=/).at(-1) ?? '')
    /** A player, made with mails whose links begin with the public address. */
    const player = (options: { verified?: boolean; language?: string } = {}) =>
      newPlayer(url(), { ...options, origin: 'https://player.example' })

    describe('mails read from a real mail server', () => {
      it('API-AUTH-003: magic_link arrives with a link that signs in', async () => {
        await post(url(), '/auth/pwdless', { email: 'verified@demo.test', publicdevice: false })
        const { link } = await arrivedWhole('verified@demo.test')
        expect(link).toMatch(/^https:\/\/player\.example\/authverify\//)
        expect((await put(url(), '/auth/pwdless', { token: tokenIn(link) })).status).toBe(200)
      })

      it('API-AUTH-005: password_reset arrives with the 48 hours and a link that works', async () => {
        const { email } = await player()
        await call(url(), `/auth/reset/${email}`)
        const mail = await arrived(email, ({ subject }) => subject === 'Set a new password')
        expect(mail.text).toContain('48 hours')
        const link = /https:\S+\/resetpwd\/\S+/.exec(mail.text)?.[0] ?? ''
        expect((await put(url(), '/auth/chgpwdreset', { password: GOOD_PASSWORD, token: tokenIn(link) })).status).toBe(
          200,
        )
      })

      it('API-SIGNUP-002: signup_code arrives with five digits', async () => {
        const email = freshEmail()
        await signup(url(), 'send-email-verification-code', { email })
        expect((await arrivedWhole(email)).text).toMatch(/^\d{5}$/m)
      })

      it('API-SIGNUP-004: signup_received and then welcome_set_password arrive', async () => {
        const email = await signUpPending(url())
        expect((await arrived(email, ({ subject }) => subject === 'We got your request')).text).toContain('24 hours')
        await dev(url(), `players/${email}`, { approve: true })
        const welcome = await arrived(email, ({ subject }) => subject.startsWith('Welcome'))
        const link = /https:\S+\/resetpwd\/\S+/.exec(welcome.text)?.[0] ?? ''
        expect((await put(url(), '/auth/chgpwdreset', { password: GOOD_PASSWORD, token: tokenIn(link) })).status).toBe(
          200,
        )
      })

      it('API-NET-002: invitation_new arrives, names the inviter and lets the invitee answer them', async () => {
        const email = freshEmail()
        const invitations = [{ invitee_email: email, relationship: 'coworker' }]
        await post(url(), '/accounts/player/invitations', { invitations }, await demo(url()))
        const mail = await arrivedWhole(email)
        expect(mail.subject).toContain('Vera Lindqvist')
        expect(mail.headers['reply-to']).toBe('verified@demo.test')
        const form = signUpForm(email, {
          token: tokenIn(mail.link),
          password: GOOD_PASSWORD,
          confirm_password: GOOD_PASSWORD,
        })
        expect((await signup(url(), 'confirm-signup', form)).status).toBe(201)
      })

      it('API-NET-002: invitation_existing arrives in the invitee’s language with a link to accept', async () => {
        const invitee = await player({ language: 'fr' })
        const invitations = [{ invitee_email: invitee.email, relationship: 'coworker' }]
        await post(url(), '/accounts/player/invitations', { invitations }, await demo(url()))
        const mail = await arrived(invitee.email, ({ html }) => html.includes('/signin/'))
        expect(mail.subject).toBe('Vera Lindqvist souhaite entrer en contact avec vous sur Player')
        const link = /https:\S+\/signin\/\S+/.exec(mail.text)?.[0] ?? ''
        const accept = post(
          url(),
          '/accounts/player/invitations/accept',
          { invitation_token: tokenIn(link) },
          invitee.access,
        )
        expect((await accept).status).toBe(200)
      })

      it('API-PROF-003, API-PROF-006: merge_confirm and split_confirm arrive at the address they speak of', async () => {
        const { access } = await player()
        const email = freshEmail()
        await post(url(), '/profile/merge', { email }, access)
        const merge = await arrivedWhole(email)
        expect(merge.link).toContain('/merge/')
        expect((await post(url(), `/merge/${tokenIn(merge.link)}`, undefined, access)).status).toBe(200)
        await post(url(), '/profile/split', { email }, access)
        const split = await arrived(email, ({ html }) => html.includes('/split/'))
        const link = /https:\S+\/split\/\S+/.exec(split.text)?.[0] ?? ''
        expect((await post(url(), `/split/${tokenIn(link)}`, { dtw: false }, access)).status).toBe(200)
      })

      it('API-REL-011: release_shared arrives at the receiver’s mailto with the message and the link', async () => {
        const access = await demo(url())
        const body = { release_id: 'demo-no-comments', players_id: ['demo-contact-ana'], message: 'Hear <this> & that' }
        expect((await post(url(), '/releases/share', body, access)).status).toBe(201)
        const mail = await arrivedWhole('ana@demo.test')
        expect(mail.link).toBe('https://player.example/releases/releaseInfo/demo-no-comments')
        expect(mail.text).toContain('> Hear <this> & that')
        expect(mail.html).toContain('Hear &lt;this&gt; &amp; that')
      })

      it('API-REL-007: contact_request arrives with type, text and an answer that goes to player_email', async () => {
        const access = await demo(url())
        const release = await expectJson(ReleaseDetail, call(url(), '/releases/demo-no-attachments', { token: access }))
        const body = {
          player_email: 'verified@demo.test',
          comment_type_id: 4,
          comment_type: 'schedule interview',
          comment_text: 'Tuesday at noon?',
        }
        expect((await post(url(), '/releases/demo-no-attachments/comments', body, access)).status).toBe(200)
        const mail = await arrivedWith(({ text }) => text.includes('> Tuesday at noon?'))
        expect(mail.headers['reply-to']).toBe('verified@demo.test')
        expect(mail.subject).toContain(release.title)
        expect(mail.text).toContain('schedule interview')
      })

      it('release_digest arrives by mailpref, at mailto, with links to the new releases', async () => {
        const { access, email } = await player()
        await post(url(), '/profile', { mailpref: 'daily' }, access)
        // The morning after a release appeared, days ago: a morning no look of this server has seen yet.
        await dev(url(), 'clock', { ms: morningAfter(fresh.available) + 5 * MINUTE - Date.now() })
        try {
          const mail = await arrived(email, ({ subject }) => subject === "Today's new releases")
          const [kept] = await mailsTo(url(), email, 'release_digest')
          expect(kept?.links).toContain(`https://player.example/releases/releaseInfo/${fresh.releaseid}`)
          for (const link of kept?.links ?? []) expect(mail.text).toContain(link)
          // H-494: a mail program ends them by one press, which needs no sign-in.
          expect(mail.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')
          const [, address = ''] =
            /^<https:\/\/player\.example(\S+)>$/.exec(mail.headers['list-unsubscribe'] ?? '') ?? []
          const press = () =>
            fetch(new URL(address, url()), {
              method: 'POST',
              headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
              body: 'List-Unsubscribe=One-Click',
            })
          expect([(await press()).status, (await press()).status]).toEqual([204, 204])
          const profile = await (await call(url(), '/profile', { token: access })).json()
          expect(profile).toMatchObject({ mailpref: 'none' })
          const looked = await fetch(new URL(address, url()), { redirect: 'manual' })
          expect([looked.status, looked.headers.get('location')]).toEqual([302, '/settings/email'])
        } finally {
          await dev(url(), 'clock', { reset: true })
        }
      })

      it('a message to support arrives there', async () => {
        const { access, email } = await player()
        await post(url(), '/support/messages', { message: 'The sea is silent' }, access)
        const mail = await arrived('help@player.example')
        expect(mail.text).toContain('> The sea is silent')
        expect(mail.headers['reply-to']).toBe(email)
      })
    })

    describe('the way to a mail server', () => {
      it('tells non-ASCII subjects and texts as they are', async () => {
        const { email } = await player({ language: 'de' })
        await post(url(), '/auth/pwdless', { email, publicdevice: false })
        const mail = await arrived(email, ({ text }) => text.includes('/authverify/'))
        expect(mail.subject).toBe('Dein Anmeldelink')
        expect(mail.text).toContain('Der Link gilt einmal, 60 Minuten lang')
        const { email: spanish } = await player({ language: 'es' })
        await call(url(), `/auth/reset/${spanish}`)
        expect((await arrived(spanish, ({ text }) => text.includes('contraseña nueva'))).subject).toBe(
          'Elige una contraseña nueva',
        )
      })

      it('never builds a link from the Host header', async () => {
        const { email } = await player()
        const { port } = new URL(url())
        const { request } = await import('node:http')
        const ask = (host: string) =>
          new Promise<number | undefined>((done) => {
            const body = JSON.stringify({ email, publicdevice: false })
            const headers = { Host: host, 'X-Forwarded-Host': 'evil.example', 'Content-Type': 'application/json' }
            request({ port, host: '127.0.0.1', method: 'POST', path: '/api/auth/pwdless', headers }, (answer) => {
              answer.resume().on('end', () => done(answer.statusCode))
            }).end(body)
          })
        expect(await ask('evil.example'), 'it is no name of this server').toBe(421)
        expect(await ask(`localhost:${port}`), 'nobody said that a proxy is to be believed').toBe(200)
        const mail = await arrived(email, ({ text }) => text.includes('/authverify/'))
        expect(mail.text + mail.html).not.toContain('evil.example')
      })

      it('keeps a mail the mail server cannot take just now, and marks one it took as sent', async () => {
        const email = freshEmail()
        post25.refuse(email)
        await signup(url(), 'send-email-verification-code', { email })
        await expect.poll(() => server().output().stderr, { timeout: 15_000 }).toContain('"event":"mail-delayed"')
        expect((await mailsTo(url(), email))[0]?.sent).toBeNull()
        const other = freshEmail()
        await signup(url(), 'send-email-verification-code', { email: other })
        await arrived(other)
        await expect
          .poll(async () => (await mailsTo(url(), other))[0]?.sent, { timeout: 15_000 })
          .toEqual(expect.any(String))
      })

      it('is not blocked by a receiver who does not exist', async () => {
        const nobody = `nobody${freshEmail()}`
        await signup(url(), 'send-email-verification-code', { email: nobody })
        const email = freshEmail()
        await emailToken(url(), email)
        await arrived(email)
        expect(post25.received.some(({ receivers }) => receivers.includes(nobody))).toBe(false)
        // The log names no address, not even one that failed.
        expect(server().output().stderr).not.toContain(nobody)
      })

      it('sends nothing of the start data', async () => {
        await arrived('verified@demo.test')
        expect(
          await linkToken(url(), 'new.colleague@demo.test', 'invitation_new', '/signup/', 'https://player.example'),
        ).not.toBe('')
        expect(post25.received.some(({ receivers }) => receivers.includes('new.colleague@demo.test'))).toBe(false)
      })
    })
  },
  { env },
)

/** An open demo release that appeared at least three days ago. */
const fresh = [...demoCatalogue('small')]
  .filter(({ access, available }) => access === 'open' && Date.parse(available) < Date.now() - 3 * DAY)
  .reduce((newest, release) => (release.available > newest.available ? release : newest))
/** When the daily mails are written that name what appeared then: 6:00 UTC. */
const morningAfter = (iso: string): number => Math.ceil((Date.parse(iso) - 6 * HOUR) / DAY) * DAY + 6 * HOUR

async function arrivedWith(wanted: (mail: ReceivedMail) => boolean): Promise<ReceivedMail> {
  for (let n = 0; n < 150; n++) {
    const mail = post25.received.findLast(wanted)
    if (mail) return mail
    await new Promise((done) => setTimeout(done, 100))
  }
  throw new Error('no such mail arrived')
}
