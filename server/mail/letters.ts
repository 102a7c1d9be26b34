// What each kind of mail says, as blocks that become the text part and the HTML part alike.
import { isolated } from '#core/model/text/direction.ts'
import type { Letter, MailData, MailKind, MailRelease } from './kinds.ts'
import { type Block, isFromRight, layOut } from './layout.ts'
import { withoutAddresses } from './namesOfStrangers.ts'
import type { MailTexts, Say } from './texts.ts'

/** Subject and body of a mail. */
interface Draft {
  subject: string
  blocks: Block[]
}

/** What a template may use: texts, and addresses on the player's own origin. */
interface Desk {
  t: Say
  /** @param path the parts, each percent-encoded */
  address(...path: string[]): string
  loginAddress(token: string): string
}

type Templates = { [K in MailKind]: (data: MailData[K], desk: Desk) => Draft }

/**
 * A name or title as it stands in a sentence of ours: with a line end in it, it would begin a paragraph of its own, and
 * with a mark that turns writing around, the words behind it would be read backwards.
 */
const oneLine = (text: string): string =>
  text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').replace(/[\u202A-\u202E\u2066-\u2069]/g, '')

/** Who writes, to people who need not know them, or may be somebody who has another's session. */
const stranger = (name: string, t: Say): string => withoutAddresses(oneLine(name)) || t('somebody')

const say = (text: string): Block => ({ kind: 'text', text })
/**
 * Whom it is to. Whoever had their session for a minute may have written the name: a warning that comes of it must not
 * lead where they like.
 */
const hello = (name: string, t: Say): Block => {
  const called = withoutAddresses(oneLine(name))
  return say(called === '' ? t('helloUnnamed') : t('hello', { name: called }))
}
/** What a passkey is called, without what leads elsewhere. */
const keyName = (passkey: string): string => withoutAddresses(oneLine(passkey)) || '…'
const note = (text: string): Block => ({ kind: 'note', text })
const button = (label: string, href: string): Block => ({ kind: 'link', label, href })
const named = ({ title, artist }: MailRelease): string => oneLine(artist === '' ? title : `${artist} – ${title}`)
const release = ({ address }: Desk, { releaseid }: MailRelease): string => address('releases', 'releaseInfo', releaseid)

const templates: Templates = {
  magic_link: ({ token, minutes, code }, { t, address }) => ({
    subject: t('magicLink.subject'),
    blocks: [
      say(t('magicLink.text')),
      button(t('magicLink.action'), address('authverify', token)),
      ...(code === null ? [] : [say(t('magicLink.code')), { kind: 'code', code } as const]),
      note(t('magicLink.note', { minutes })),
    ],
  }),
  password_reset: ({ token, hours }, { t, address }) => ({
    subject: t('passwordReset.subject'),
    blocks: [
      say(t('passwordReset.text')),
      button(t('passwordReset.action'), address('resetpwd', token)),
      note(t('passwordReset.note', { hours })),
    ],
  }),
  welcome_set_password: ({ name, token, hours, setup }, { t, address, loginAddress }) => ({
    subject: t('welcome.subject'),
    blocks: [
      hello(name, t),
      say(t(setup ? 'welcome.textSetup' : 'welcome.text')),
      setup
        ? button(t('welcome.actionSetup'), loginAddress(token))
        : button(t('welcome.action'), address('resetpwd', token)),
      note(t('welcome.note', { hours })),
    ],
  }),
  signup_code: ({ code, minutes }, { t }) => ({
    subject: t('signupCode.subject', { code }),
    blocks: [say(t('signupCode.text')), { kind: 'code', code }, note(t('signupCode.note', { minutes }))],
  }),
  signup_received: ({ name }, { t }) => ({
    subject: t('signupReceived.subject'),
    blocks: [hello(name, t), say(t('signupReceived.text')), note(t('signupReceived.note'))],
  }),
  invitation_new: ({ inviter, token, days }, { t, address }) => ({
    subject: t('invitation.subject', { inviter: stranger(inviter, t) }),
    blocks: [
      say(t('invitation.textNew', { inviter: stranger(inviter, t) })),
      button(t('invitation.actionNew'), address('signup', token)),
      note(t('invitation.note', { days })),
    ],
  }),
  invitation_existing: ({ inviter, token, days }, { t, address }) => ({
    subject: t('invitation.subjectExisting', { inviter: stranger(inviter, t) }),
    blocks: [
      say(t('invitation.textExisting', { inviter: stranger(inviter, t) })),
      button(t('invitation.actionExisting'), address('signin', token)),
      note(t('invitation.note', { days })),
    ],
  }),
  merge_confirm: ({ name, email, token, hours }, { t, address }) => ({
    subject: t('merge.subject'),
    blocks: [
      say(t('merge.text', { name: stranger(name, t), email })),
      button(t('merge.action'), address('merge', token)),
      note(t('merge.note', { hours })),
    ],
  }),
  split_confirm: ({ name, email, token, hours }, { t, address }) => ({
    subject: t('split.subject'),
    blocks: [
      say(t('split.text', { name: stranger(name, t), email })),
      button(t('split.action'), address('split', token)),
      note(t('split.note', { hours })),
    ],
  }),
  passkey_added: ({ name, passkey }, { t, address }) => ({
    subject: t('passkey.addedSubject'),
    blocks: [
      hello(name, t),
      say(t('passkey.addedText', { passkey: keyName(passkey) })),
      button(t('passkey.action'), address('account-management')),
      note(t('passkey.note')),
    ],
  }),
  email_linked: ({ name, email, token, days }, { t, address }) => ({
    subject: t('linked.subject'),
    blocks: [
      hello(name, t),
      say(t('linked.text', { email })),
      say(t('linked.undo')),
      button(t('split.action'), address('split', token)),
      note(t('linked.note', { days })),
    ],
  }),
  email_removed: ({ name, email }, { t, address }) => ({
    subject: t('removed.subject'),
    blocks: [
      hello(name, t),
      say(t('removed.text', { email })),
      button(t('passkey.action'), address('account-management')),
      note(t('removed.note')),
    ],
  }),
  // Whoever it was not is signed out: the button leads to where they ask for a mail of their own.
  password_changed: ({ name }, { t, address }) => ({
    subject: t('passwordChanged.subject'),
    blocks: [
      hello(name, t),
      say(t('passwordChanged.text')),
      button(t('passwordReset.action'), address('forgot-password')),
      note(t('passwordChanged.note')),
    ],
  }),
  passkey_removed: ({ name, passkey }, { t, address }) => ({
    subject: t('passkey.removedSubject'),
    blocks: [
      hello(name, t),
      say(t('passkey.removedText', { passkey: keyName(passkey) })),
      button(t('passkey.action'), address('account-management')),
      note(t('passkey.note')),
    ],
  }),
  release_shared: ({ sharer: name, message, release: shared, also = [] }, desk) => {
    const sharer = stranger(name, desk.t)
    const quoted = message === '' ? [] : [{ kind: 'quote', text: message } as const]
    if (also.length === 0)
      return {
        subject: desk.t('shared.subject', { sharer, release: named(shared) }),
        blocks: [
          say(desk.t('shared.text', { sharer, release: named(shared) })),
          ...quoted,
          button(desk.t('shared.action'), release(desk, shared)),
        ],
      }
    const all = [shared, ...also]
    return {
      subject: desk.t('shared.subjectMore', { sharer, release: named(shared) }),
      blocks: [
        say(desk.t('shared.textMore', { sharer, number: all.length })),
        ...quoted,
        { kind: 'list', items: all.map((item) => ({ label: named(item), href: release(desk, item) })) },
      ],
    }
  },
  contact_request: ({ name, player_email, type, text, release: about }, desk) => ({
    subject: desk.t('contact.subject', { type, release: named(about) }),
    blocks: [
      say(desk.t('contact.text', { name: stranger(name, desk.t), email: player_email, type, release: named(about) })),
      { kind: 'quote', text },
      button(desk.t('contact.action'), release(desk, about)),
      note(desk.t('contact.note', { email: player_email })),
    ],
  }),
  release_digest: ({ frequency, releases, total }, desk) => ({
    subject: desk.t(`digest.subject_${frequency}`, {
      count: total,
      release: releases[0] && named(releases[0]),
    }),
    blocks: [
      say(desk.t('digest.text', { count: total })),
      ...(total > releases.length ? [say(desk.t('digest.newest', { shown: releases.length }))] : []),
      { kind: 'list', items: releases.map((item) => ({ label: named(item), href: release(desk, item) })) },
      button(desk.t('digest.settings'), desk.address('settings', 'email')),
    ],
  }),
  support_message: ({ name, email, text }, { t }) => ({
    subject: t('support.subject', { name }),
    blocks: [say(t('support.text', { name, email })), { kind: 'quote', text }, note(t('support.note', { email }))],
  }),
}

/**
 * Writes a mail.
 * @param origin where the player lives, e.g. https://player.example; no slash at the end
 */
export function writeLetter<K extends MailKind>(
  kind: K,
  data: MailData[K],
  language: string,
  texts: MailTexts,
  origin: string,
): Letter {
  const { t, code } = texts.in(language)
  // Languages that are written from the right have these marks in their texts, as most of what they name runs the other way.
  const inSentence = (hole: string) => (isFromRight(code) ? oneLine(hole) : isolated(oneLine(hole)))
  const draft = templates[kind](data, {
    t: (key, holes = {}) =>
      t(
        key,
        Object.fromEntries(
          Object.entries(holes).map(([name, value]) => [name, typeof value === 'string' ? inSentence(value) : value]),
        ),
      ),
    address: (...path) => `${origin}/${path.map(encodeURIComponent).join('/')}`,
    loginAddress: (token) => `${origin}/login?token=${encodeURIComponent(token)}`,
  })
  // Nothing in it may begin a header of its own.
  const subject = draft.subject.replace(/\p{Cc}+/gu, ' ').trim()
  return { subject, ...layOut(subject, draft.blocks, t('footer'), code, (label) => t('labelled', { label })) }
}
