import { computed } from '@preact/signals-react'
import { single } from './entity.ts'

const AVATAR_COLOURS = 5

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
  const words = who.fullname.trim().split(/\s+/).filter(Boolean)
  const letters = words.length > 1 ? [words[0], words.at(-1)] : [words[0] ?? who.email]
  const first = who.email.toLowerCase().codePointAt(0) ?? 0
  return {
    initials: letters
      .map((word) => [...(word ?? '')][0] ?? '')
      .join('')
      .toUpperCase(),
    colour: first % AVATAR_COLOURS,
  }
})
