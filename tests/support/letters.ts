/** One of each kind of mail, as the server writes them. A kind that is not here fails the type check. */
import type { MailData, MailKind, MailRelease } from '#server/mail/kinds.ts'

export const MAILED_RELEASE: MailRelease = { releaseid: 'r 1/2', title: 'Nocturne & <b>', artist: 'Åsa' }
const release = MAILED_RELEASE

export const SAMPLE_MAILS: { [K in MailKind]: MailData[K] } = {
  magic_link: { token: 'tok.en', minutes: 60, code: '01234' },
  password_reset: { token: 'tok.en', hours: 48 },
  welcome_set_password: { name: 'Vera', token: 'tok.en', hours: 48, setup: false },
  signup_code: { code: '00420', minutes: 10 },
  signup_received: { name: 'Vera' },
  invitation_new: { inviter: 'Vera Lindqvist', token: 'tok.en', days: 7 },
  invitation_existing: { inviter: 'Vera Lindqvist', token: 'tok.en', days: 7 },
  merge_confirm: { name: 'Vera', email: 'new@demo.test', token: 'tok.en', hours: 48 },
  email_linked: { name: 'Vera', email: 'new@demo.test', token: 'tok.en', days: 30 },
  split_confirm: { name: 'Vera', email: 'old@demo.test', token: 'tok.en', hours: 48 },
  email_removed: { name: 'Vera', email: 'old@demo.test' },
  password_changed: { name: 'Vera' },
  passkey_added: { name: 'Vera', passkey: 'Chrome on macOS' },
  passkey_removed: { name: 'Vera', passkey: 'Chrome on macOS' },
  release_shared: { sharer: 'Vera', message: 'Hear this', release },
  contact_request: { name: 'Vera', player_email: 'v@demo.test', type: 'Interview', text: 'Hello', release },
  release_digest: { frequency: 'daily', releases: [release, { ...release, releaseid: 'r2' }], total: 2 },
  support_message: { name: 'Vera', email: 'v@demo.test', text: 'Help' },
}
