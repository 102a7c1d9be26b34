// The kinds of mail the server sends (contract, "Mails the server sends") and what each needs to be written.

export interface MailData {
  /** `code` for the browser that asked, where it said who it is. */
  magic_link: { token: string; minutes: number; code: string | null }
  password_reset: { token: string; hours: number }
  /**
   * After approval. `setup` for a player who already has a password: the link signs in once
   * (`/login?token=`, API-AUTH-009) where it otherwise leads to setting one.
   */
  welcome_set_password: { name: string; token: string; hours: number; setup: boolean }
  signup_code: { code: string; minutes: number }
  signup_received: { name: string }
  invitation_new: { inviter: string; token: string; days: number }
  invitation_existing: { inviter: string; token: string; days: number }
  merge_confirm: { name: string; email: string; token: string; hours: number }
  /** After an e-mail was linked, to those the account had; the token removes it. */
  email_linked: { name: string; email: string; token: string; days: number }
  split_confirm: { name: string; email: string; token: string; hours: number }
  /** After an e-mail was removed, to those that are left. */
  email_removed: { name: string; email: string }
  password_changed: { name: string }
  /** After a passkey was added or removed; `passkey` is what it is called. */
  passkey_added: { name: string; passkey: string }
  passkey_removed: { name: string; passkey: string }
  /** `message` may be empty; `also` is what was shared together with the release. */
  release_shared: { sharer: string; message: string; release: MailRelease; also?: readonly MailRelease[] }
  /** Goes to the owner of the release; answers go to `player_email` (pass it as `replyTo` too). */
  contact_request: { name: string; player_email: string; type: string; text: string; release: MailRelease }
  /** `total` is how many there are; `releases` are the newest of them. `more` are those beside the ones with a mail each. */
  release_digest: { frequency: 'daily' | 'weekly' | 'track' | 'more'; releases: readonly MailRelease[]; total: number }
  /** A message from the support panel, to the support address (D-067). */
  support_message: { name: string; email: string; text: string }
}

export type MailKind = keyof MailData

export interface MailRelease {
  releaseid: string
  title: string
  artist: string
}

/** A mail as it is kept and sent. */
export interface Letter {
  subject: string
  text: string
  html: string
  /** Every address in it, in the order of the text. */
  links: string[]
}
