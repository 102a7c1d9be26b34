/**
 * Reads and saves the profile (API-PROF). Saved is the profile as last read with the edits in it; where it was changed
 * meanwhile, it is read again and the edits alone go into what is newer, so that two tabs with different fields do not
 * undo each other (D-042). A mail choice that was made anew elsewhere is not undone unseen either (H-040).
 */
import type { AppDraft } from '#core/events/index.ts'
import {
  profileFailed,
  profileMailRefused,
  profileMailSent,
  profileReceived,
  profileRefused,
  profileSaved,
} from '#core/events/people/profile.ts'
import { SELF } from '#core/model/entities.ts'
import { isOfMails, isQuick, type ProfileEdits, undoneBy } from '#core/model/people/profile.ts'
import { type ReadProfile, readProfile, saveProfile, startMerge, startSplit } from '#workers/api/profile.ts'
import { ApiError, failureOf, refusalOf } from '#workers/api/transport/apiError.ts'
import type { Api } from '#workers/api/transport/client.ts'
import type { Clock } from '#workers/api/transport/clock.ts'
import type { Engine, Report } from '../engine.ts'
import { createConnection, createRepeat, pauseAfterRead } from '../repeating.ts'
import { planProfile } from './plan.ts'

/** So often it may have been changed between reading and saving. */
const TRIES_MAX = 5
/** The longest pause a server may ask for before it is read again, in ms. */
const PAUSE_MAX_MS = 10_000

export interface ProfileParts {
  readonly api: Api
  readonly clock: Clock
  readonly report: Report
  /** 0 to 1, to spread repeats; the real one is chance. */
  readonly jitter?: () => number
}

export function createProfileEngine({ api, clock, report, jitter = Math.random }: ProfileParts): Engine {
  const connection = createConnection()
  const repeat = createRepeat({ clock, connection, jitter, longest: PAUSE_MAX_MS, pauseOf: pauseAfterRead })
  /** Ends with the session of whom it is about. */
  let visit = new AbortController()
  let isReading = false
  /** One save after the other: each is made of what the last one left. */
  let saving: Promise<unknown> = Promise.resolve()
  /** Beginnings and ends of saves, and wishes to read: what was read while one came was overtaken by it. */
  let overtakings = 0

  /** The profile as it is after what this page changed: an answer from before would put the old choice back. */
  async function readAfterChanges(
    signal: AbortSignal,
    ask = (one: AbortSignal) => readProfile(api, one),
  ): Promise<ReadProfile> {
    for (;;) {
      await saving
      const before = overtakings
      const read = await ask(signal)
      if (overtakings === before) return read
    }
  }

  /**
   * @param held as it was read last; null: not yet
   * @param newer told what was read because somebody else had saved
   */
  async function save(
    edits: ProfileEdits,
    held: ReadProfile | null,
    signal: AbortSignal,
    newer: (read: ReadProfile) => void,
  ): Promise<ReadProfile> {
    // A choice of its own is posted alone: it is meant whatever else is changed.
    const isAlone = isQuick(edits)
    if (isAlone && (held === null || !isOfMails(edits))) return saveProfile(api, edits, null, signal)
    let known = held ?? (await readProfile(api, signal))
    for (let at = 1; ; at += 1) {
      try {
        return await saveProfile(api, isAlone ? edits : { ...known.profile, ...edits }, known.version, signal)
      } catch (error) {
        if (!(error instanceof ApiError && error.status === 412) || at === TRIES_MAX) throw error
        const before = known.profile
        known = await readProfile(api, signal)
        if (!isAlone) continue
        newer(known)
        if (undoneBy(edits, before, known.profile).length > 0) throw error
      }
    }
  }

  return {
    accept(event, state) {
      connection.accept(event, state)
      if (event.type === 'session.ended') {
        visit.abort()
        visit = new AbortController()
        isReading = false
        saving = Promise.resolve()
        return
      }
      const { signal } = visit
      const tell = (draft: AppDraft) => {
        if (!signal.aborted) report(draft, event.seq)
      }
      const asked = planProfile(state, event)
      if (asked === null) return
      if (asked.ask === 'read' && !asked.again) {
        if (isReading) {
          // Whoever wants it now may have changed it since it was asked for: an address was linked (SETTINGS-031).
          overtakings += 1
          return
        }
        isReading = true
        readAfterChanges(signal)
          .then((read) => tell(profileReceived(read)))
          .catch((error: unknown) => tell(profileFailed(failureOf(error))))
          .finally(() => {
            if (!signal.aborted) isReading = false
          })
      } else if (asked.ask === 'read') {
        // What this page saves itself moves the profile too: then there is nothing new. Nobody asks for it a second
        // time, as whoever waits for a profile would.
        readAfterChanges(signal, (one) => repeat((line) => readProfile(api, line), one))
          .then((read) => {
            const { profile = null, version = null } = state.get('profile', SELF) ?? {}
            // The version says nothing of what no save changes: the linked addresses.
            const isSame = read.version === version && JSON.stringify(read.profile) === JSON.stringify(profile)
            if (!isSame) tell(profileReceived(read))
          })
          .catch(() => undefined)
      } else if (asked.ask === 'save') {
        const { requestId, edits } = asked.wish
        const held = () => {
          const { profile = null, version = null } = state.get('profile', SELF) ?? {}
          return profile && { profile, version }
        }
        saving = saving
          .then(() => {
            overtakings += 1
            return save(edits, held(), signal, (read) => tell(profileReceived(read))).finally(() => {
              overtakings += 1
            })
          })
          .then((saved) => tell(profileSaved({ requestId, ...saved })))
          .catch((error: unknown) => tell(profileRefused({ requestId, ...refusalOf(error) })))
      } else {
        const { requestId, way, email } = asked.wish
        const ask = way === 'merge' ? startMerge : startSplit
        ask(api, email, signal)
          .then(() => tell(profileMailSent({ requestId, way })))
          .catch((error: unknown) => tell(profileMailRefused({ requestId, way, ...refusalOf(error) })))
      }
    },
  }
}
