import type { Entities, Kind } from '../../model/entities.ts'

type Field<K extends Kind> = keyof Entities[K] & string
type Fields = { readonly [K in Kind]?: readonly (Field<K> | `${Field<K>}.${string}`)[] }

/**
 * What a person typed to name files by, and the names made of it: personal since states are hashed in the third way. A
 * log that was hashed before could not be verified without them.
 */
export const NAMES: Fields = { setting: ['downloads.nameTemplate'], job: ['fileName'] }
/** The domains whose events carry them. */
export const NAMING = /^(setting|download)\./

/** Fields that name people, as `claims.email`. The state hash leaves them out, so that a masked log still verifies. */
export const PERSONAL: Fields = {
  ...NAMES,
  detail: ['release.shares'],
  session: ['claims.username', 'claims.email', 'claims.fullname'],
  network: ['connections'],
  inviting: ['sent'],
  // Its form is judged by the server; what stands in it is all about one person.
  profile: ['profile', 'mergeEmailStarted', 'splitEmailStarted', 'unsavedMails'],
  contactHistory: ['messages'],
  notice: ['person'],
  noticeHistory: ['people'],
  signUp: ['about', 'form', 'invitation', 'verified', 'codeSentTo'],
}

const ABOUT = ['first_name', 'last_name', 'email', 'phone']
const COMPANY = ['group_owner', 'country', 'city', 'state', 'web_site', 'call_letter']
const PROFILE = ['firstname', 'lastname', 'website', 'phone', 'city', 'company', 'state', 'country', 'mailto', 'emails']

/**
 * What a snapshot masks of them: the very texts that are masked in the events they came with (`personal` there). Ids and
 * choices that stand beside them are compared by reducers, so what follows a masked snapshot comes out as it was
 * recorded only if they stay. A path that leads through a list means each of its entries.
 */
export const MASKED: Fields = {
  ...NAMES,
  detail: ['release.shares.by', 'release.shares.message'],
  session: ['claims.username', 'claims.email', 'claims.fullname'],
  network: ['connections.full_name', 'connections.first_name', 'connections.last_name', 'connections.email'],
  inviting: ['sent.invitee_email'],
  profile: [
    ...PROFILE.map((name) => `profile.${name}` as const),
    'mergeEmailStarted.email',
    'splitEmailStarted.email',
    'unsavedMails.edits.mailto',
  ],
  contactHistory: ['messages.text'],
  notice: ['person'],
  noticeHistory: ['people'],
  signUp: [
    ...ABOUT.map((name) => `about.${name}` as const),
    ...[...ABOUT, ...COMPANY].map((name) => `form.${name}` as const),
    'invitation.email',
    'invitation.inviter_email',
    'verified',
    'codeSentTo',
  ],
}
