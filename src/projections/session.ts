import { computed, signal } from '@preact/signals-react'
import { SUPPORT_EMAIL } from '#core/model/constants.ts'
import { initialsOf } from '#core/model/people/initials.ts'
import { single } from './entity.ts'
import { profile } from './profile.ts'

export const session = single('session')
export const app = single('app')

/** This device keeps no session: the form to sign in need not wait for what the workers find. Set before anything is shown. */
export const isNobodyKept = signal(false)
/** Nothing of this visit stays on this device: it is a public computer (D-006). */
export const keepsNothing = signal(false)
/** Who answers whoever needs help. Set before anything is shown. */
export const supportEmail = signal(SUPPORT_EMAIL)
/** The first screen is on the page, signed in or not: what it had to itself is everybody's now. */
export const screenStands = signal(false)
/** A page says what a session ended for: a public computer begins anew when that was read (D-005, D-006). */
export const saysWhyEnded = signal(false)
/** Signed in, signed out, or not known yet. */
export const sessionStatus = computed(() => session.value.status)
export const claims = computed(() => session.value.claims)
export const isOnline = computed(() => app.value.online)

/** Initials and colour index (0-4) of the avatar (SHELL-010, SHELL-011, D-054). */
export const avatar = computed(() => {
  const who = claims.value
  if (!who) return { initials: '', colour: 0 }
  const { firstname = '', lastname = '', mailto = '' } = profile.value?.profile ?? {}
  // The first letter of each, however many words it has.
  const names = [firstname, lastname].map((name) => name.trim().split(/\s/)[0]).filter(Boolean)
  return initialsOf(names.join(' ') || who.fullname, mailto || who.email)
})
