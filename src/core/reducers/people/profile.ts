/** The profile as it was read and saved last. An answer to a save that nobody waits for is dropped. */
import type { AppEvent } from '../../events/index.ts'
import { type ProfileState, SELF } from '../../model/entities.ts'
import { isQuick, mailsOf, type Profile } from '../../model/people/profile.ts'
import { type ProfileSave, saveOf, type UnsavedMails } from '../../model/people/profileEntities.ts'
import { addNotice } from '../notices.ts'
import type { Store } from '../store.ts'

/** Nobody saves faster than so many answers come. */
const EARLIER_MAX = 8

const NOTHING: ProfileState = {
  status: 'loading',
  profile: null,
  version: null,
  save: null,
  mergeEmailStarted: null,
  mergeEmailError: null,
  splitEmailStarted: null,
  splitEmailError: null,
}

export function reduceProfile(state: Store, event: AppEvent): void {
  const before = state.get('profile', SELF) ?? NOTHING
  const change = (fields: Partial<ProfileState>) => state.set('profile', SELF, { ...before, ...fields })
  switch (event.type) {
    case 'profile.requested':
      return change({ status: 'loading' })
    case 'profile.received': {
      const { profile, version } = event.payload
      const { unsavedFormat: _, unsavedMails: __, ...others } = before
      const read = { status: 'success', profile, version } as const
      return state.set('profile', SELF, { ...others, ...leftToSave(before, profile), ...read })
    }
    case 'profile.failed':
      return change({ status: 'error' })
    case 'profile.saveRequested': {
      const { requestId, edits } = event.payload
      const { save, earlier = [], unsavedMails } = before
      const overtaken = save?.status === 'waiting' ? { earlier: [...earlier, save].slice(-EARLIER_MAX) } : {}
      const { format } = edits
      const chosen = format === undefined ? {} : { unsavedFormat: { requestId, format, isRefused: false } }
      const mails = mailsOf(edits)
      // Whoever has them in sight saves all of them: the form of the profile may have another language alone.
      const isOther = Object.keys(unsavedMails?.edits ?? {}).some((name) => !Object.hasOwn(mails ?? {}, name))
      const wanted =
        mails && !isOther
          ? { requestId, edits: mails, isRefused: false }
          : unsavedMails && without(unsavedMails, (name) => Object.hasOwn(edits, name))
      const { unsavedMails: _, ...others } = before
      return state.set('profile', SELF, {
        ...others,
        ...overtaken,
        ...chosen,
        ...(wanted && { unsavedMails: wanted }),
        save: { requestId, status: 'waiting', refusal: null },
      })
    }
    case 'profile.saved': {
      const { requestId, profile, version } = event.payload
      const { unsavedFormat, unsavedMails, ...others } = before
      const waiting = {
        ...(unsavedFormat && unsavedFormat.requestId !== requestId && { unsavedFormat }),
        ...(unsavedMails && unsavedMails.requestId !== requestId && { unsavedMails }),
      }
      state.set('profile', SELF, {
        ...others,
        ...leftToSave(waiting, profile),
        status: 'success',
        profile,
        version,
        ...answered(before, { requestId, status: 'done', refusal: null }),
      })
      // A profile that was filled in is said by its name, a setting by that of settings (PROFILE-021).
      const quick = before.profile !== null && isQuick(differing(before.profile, profile))
      return addNotice(state, {
        id: `profile.${requestId}`,
        category: quick ? 'settingSaved' : 'profileUpdated',
        notificationType: 'success',
        subject: '',
        detail: '',
      })
    }
    case 'profile.refused': {
      const { requestId, ...refusal } = event.payload
      const { unsavedFormat, unsavedMails } = before
      const isFormat = unsavedFormat?.requestId === requestId
      const isMails = unsavedMails?.requestId === requestId
      if (!isFormat && !isMails && saveOf(before, requestId) === null) return
      change({
        ...answered(before, { requestId, status: 'refused', refusal }),
        ...(isFormat && { unsavedFormat: { ...unsavedFormat, isRefused: true } }),
        ...(isMails && { unsavedMails: { ...unsavedMails, isRefused: true } }),
      })
      if (!isMails || isInSight(unsavedMails, state.single('app').path)) return
      return addNotice(state, {
        id: `mails.${requestId}`,
        category: 'hasError',
        notificationType: 'error',
        subject: '',
        detail: 'mails',
      })
    }
    case 'profile.mailRequested': {
      const { requestId, way, email } = event.payload
      return change(mailOf(way, { requestId, email, sent: false }, null))
    }
    case 'profile.mailSent': {
      const { requestId, way } = event.payload
      const asked = before[`${way}EmailStarted`]
      if (asked?.requestId === requestId) change(mailOf(way, { ...asked, sent: true }, null))
      return
    }
    case 'profile.mailRefused': {
      const { requestId, way, ...refusal } = event.payload
      if (before[`${way}EmailStarted`]?.requestId === requestId) change(mailOf(way, null, refusal))
      return
    }
    case 'profile.linkAnswered': {
      const { requestId, way, email, done } = event.payload
      return addNotice(state, {
        id: `link.${requestId}`,
        category: LINK_NOTICES[way][done ? 'done' : 'failed'],
        notificationType: done ? 'success' : 'error',
        subject: '',
        detail: '',
        person: email,
      })
    }
    case 'profile.mailCleared':
      return change(mailOf(event.payload.way, null, null))
    case 'session.ended':
      return state.drop('profile', SELF)
  }
}

/** Where the mail choices stand, at both of their doors; and the form of the profile, in which the language stands as well. */
const MAILS = /^\/(settings(\/email)?|(account\/)?settings-preferences)\/?$/i
const PROFILE_FORM = /^\/(account\/)?profile\/?$/i

/** Whether it is said where it was chosen. */
const isInSight = ({ edits }: UnsavedMails, path: string) =>
  MAILS.test(path) || (PROFILE_FORM.test(path) && Object.keys(edits).join() === 'language')

type Unsaved = Pick<ProfileState, 'unsavedFormat' | 'unsavedMails'>

/**
 * What is not saved yet as the account is read: what could not be saved and stands there all the same was saved without
 * an answer, or elsewhere; an address that is none of its own any more can be chosen no more.
 */
function leftToSave({ unsavedFormat, unsavedMails }: Unsaved, profile: Profile): Unsaved {
  const isDone = (name: string, value: string) =>
    profile[name as keyof Profile] === value || (name === 'mailto' && !profile.emails.includes(value))
  const format = unsavedFormat?.isRefused && unsavedFormat.format === profile.format ? undefined : unsavedFormat
  const mails = unsavedMails?.isRefused ? without(unsavedMails, isDone) : unsavedMails
  return { ...(format && { unsavedFormat: format }), ...(mails && { unsavedMails: mails }) }
}

/** The mail choices but for some of them; undefined: none is left. */
function without(unsaved: UnsavedMails, isDone: (name: string, value: string) => boolean): UnsavedMails | undefined {
  const left = Object.entries(unsaved.edits).filter(([name, value]) => !isDone(name, value))
  return left.length === 0 ? undefined : { ...unsaved, edits: Object.fromEntries(left) }
}

/** With a save in place of what was known of it. */
function answered({ save, earlier }: ProfileState, answer: ProfileSave): Partial<ProfileState> {
  if (save?.requestId === answer.requestId) return { save: answer }
  return earlier ? { earlier: earlier.map((one) => (one.requestId === answer.requestId ? answer : one)) } : {}
}

const LINK_NOTICES = {
  merge: { done: 'emailSuccessfullyLinked', failed: 'emailLinkingFailed' },
  split: { done: 'emailSuccessfullyUnlinked', failed: 'emailUnlinkingFailed' },
} as const

function mailOf(
  way: 'merge' | 'split',
  started: ProfileState['mergeEmailStarted'],
  error: ProfileState['mergeEmailError'],
): Partial<ProfileState> {
  return way === 'merge'
    ? { mergeEmailStarted: started, mergeEmailError: error }
    : { splitEmailStarted: started, splitEmailError: error }
}

/** The fields of `after` that are others than before. */
function differing(before: object, after: object): object {
  const held: Readonly<Record<string, unknown>> = { ...before }
  const isSame = (name: string, value: unknown) => JSON.stringify(held[name]) === JSON.stringify(value)
  return Object.fromEntries(Object.entries(after).filter(([name, value]) => !isSame(name, value)))
}
