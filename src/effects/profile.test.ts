import { signal } from '@preact/signals-react'
import { expect, it } from 'vitest'
import { readOnSignIn } from './profile.ts'

it('SHELL-011: the profile is read with every sign-in, for the avatar goes by it', () => {
  const isSignedIn = signal(false)
  let reads = 0
  const stop = readOnSignIn({ isSignedIn, read: () => (reads += 1) })
  expect(reads).toBe(0)
  isSignedIn.value = true
  expect(reads).toBe(1)
  isSignedIn.value = false
  isSignedIn.value = true
  expect(reads).toBe(2)
  stop()
})
