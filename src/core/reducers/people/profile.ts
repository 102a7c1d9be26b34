/** The profile as it was read and saved last. An answer to a save that nobody waits for is dropped. */
import type { AppEvent } from '../../events/index.ts'
import { type ProfileState, SELF } from '../../model/entities.ts'
import { isQuick } from '../../model/people/profile.ts'
import { type ProfileSave, saveOf } from '../../model/people/profileEntities.ts'
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
      return change({ status: 'success', profile, version })
    }
    case 'profile.failed':
      return change({ status: 'error' })
    case 'profile.saveRequested': {
      const { requestId, edits } = event.payload
      const { save, earlier = [] } = before
      const overtaken = save?.status === 'waiting' ? { earlier: [...earlier, save].slice(-EARLIER_MAX) } : {}
      const { format } = edits
      const chosen = format === undefined ? {} : { unsavedFormat: { requestId, format, isRefused: false } }
      return change({ ...overtaken, ...chosen, save: { requestId, status: 'waiting', refusal: null } })
    }
    case 'profile.saved': {
      const { requestId, profile, version } = event.payload
      const { unsavedFormat, ...others } = before
      const isStillOpen = unsavedFormat !== undefined && unsavedFormat.requestId !== requestId
      state.set('profile', SELF, {
        ...(isStillOpen ? before : others),
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
      const { unsavedFormat } = before
      if (unsavedFormat?.requestId === requestId)
        return change({
          ...answered(before, { requestId, status: 'refused', refusal }),
          unsavedFormat: { ...unsavedFormat, isRefused: true },
        })
      if (saveOf(before, requestId) === null) return
      return change(answered(before, { requestId, status: 'refused', refusal }))
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
