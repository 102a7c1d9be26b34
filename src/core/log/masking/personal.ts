import type { Entities, Kind } from '../../model/entities.ts'

type Field<K extends Kind> = keyof Entities[K] & string

/** Fields that name people, as `claims.email`. The state hash leaves them out, so that a masked log still verifies. */
export const PERSONAL: { readonly [K in Kind]?: readonly (Field<K> | `${Field<K>}.${string}`)[] } = {
  detail: ['release.shares'],
  session: ['claims.username', 'claims.email', 'claims.fullname'],
  network: ['connections'],
  inviting: ['sent'],
  // Its form is judged by the server; what stands in it is all about one person.
  profile: ['profile', 'mergeEmailStarted', 'splitEmailStarted'],
  contactHistory: ['messages'],
  notice: ['person'],
  noticeHistory: ['people'],
  signUp: ['about', 'form', 'invitation', 'verified', 'codeSentTo'],
}
