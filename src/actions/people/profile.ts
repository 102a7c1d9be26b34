// The profile of whoever is signed in.
import '#bridge/profile.ts'
import * as z from 'zod/mini'
import { wish } from '#bridge/dispatch.ts'
import {
  profileMailCleared,
  profileMailRequested,
  profileRequested,
  profileSaveRequested,
} from '#core/events/people/profile.ts'
import { ProfileEdits } from '#core/model/people/profile.ts'
import { readText, wallClock, writeText } from '#platform/storage/storage.ts'
import { ports } from '../ports.ts'

/** Reads the profile, again where it was read before. */
export function readProfile(): void {
  wish(profileRequested({}))
}

/** Saves what was changed and leaves the rest as it is by now (D-042). @returns names the request in the state */
export function saveProfile(edits: ProfileEdits): string {
  const requestId = ports().mintId()
  wish(profileSaveRequested({ requestId, edits }))
  return requestId
}

/** Asks for the mail that joins an address to the account (`merge`) or takes one off (`split`). @returns names the request */
export function askForProfileMail(way: 'merge' | 'split', email: string): string {
  const requestId = ports().mintId()
  wish(profileMailRequested({ requestId, way, email }))
  return requestId
}

/** What was asked for of an address was read. */
export function clearProfileMail(way: 'merge' | 'split'): void {
  wish(profileMailCleared({ way }))
}

const DRAFT = 'profileDraft'
/** After this nobody expects it back, ms. */
const DRAFT_TTL_MS = 24 * 3_600_000
const Draft = z.object({ playerid: z.string(), at: z.number(), edits: ProfileEdits })

/** Keeps what was typed and not saved, for this tab and this person: a reload or an expired session loses no word. */
export function keepProfileDraft(playerid: string, edits: ProfileEdits): void {
  writeText('tab', DRAFT, JSON.stringify({ playerid, at: wallClock(), edits }))
}

/** What this person had typed in this tab; null: nothing, or it was saved or given up. */
export function profileDraft(playerid: string): ProfileEdits | null {
  try {
    const { data } = z.safeParse(Draft, JSON.parse(readText('tab', DRAFT) ?? 'null'))
    const isOurs = data?.playerid === playerid && wallClock() - data.at < DRAFT_TTL_MS
    return data && isOurs ? data.edits : null
  } catch {
    return null
  }
}

/** It was saved, or given up. */
export function forgetProfileDraft(): void {
  writeText('tab', DRAFT, null)
}
