import { computed } from '@preact/signals-react'
import { initialsOf } from '#core/model/people/initials.ts'
import { single } from './entity.ts'
import { profile } from './profile.ts'

export const session = single('session')
export const app = single('app')

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
