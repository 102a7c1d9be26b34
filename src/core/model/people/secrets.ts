// What the session worker's vault keeps, by what it is for; everywhere else a handle stands in its place (D-152).

/**
 * `credentials`: JSON of what a sign-in form holds. `password`: a new one. `code`: digits out of a mail. `link`: the
 * token of a mailed link. `media`: a signed address of a song or file, the only one the page itself may read.
 */
export const SECRET_PURPOSES = ['credentials', 'password', 'code', 'link', 'media'] as const
export type SecretPurpose = (typeof SECRET_PURPOSES)[number]
/** What a person types or a mail brings; the page hands it over and never gets it back. */
export type PersonalPurpose = Exclude<SecretPurpose, 'media'>

/** Names a secret and its purpose, and says nothing else: it may stand in state and events. */
export type SecretHandle<P extends SecretPurpose = SecretPurpose> = `${P}:${string}`

/** Whether a handle out of state or an event is one for this purpose. */
export function isHandleFor<P extends SecretPurpose>(purpose: P, handle: string): handle is SecretHandle<P> {
  return handle.startsWith(`${purpose}:`)
}
