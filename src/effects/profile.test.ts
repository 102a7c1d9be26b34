import { signal } from '@preact/signals-react'
import { expect, it } from 'vitest'
import { readOnSignIn } from './profile.ts'

function reading() {
  const isSignedIn = signal(false)
  const isMissing = signal(false)
  const isOnline = signal(true)
  const pauses: number[] = []
  const waiting = new Set<() => void>()
  let reads = 0
  const stop = readOnSignIn({
    isSignedIn,
    isMissing,
    isOnline,
    read: () => {
      reads += 1
      isMissing.value = false
    },
    after: (ms, run) => {
      pauses.push(ms)
      waiting.add(run)
      return () => waiting.delete(run)
    },
  })
  const elapse = () => {
    const due = [...waiting]
    waiting.clear()
    for (const run of due) run()
  }
  return { isSignedIn, isMissing, isOnline, pauses, elapse, stop, reads: () => reads }
}

it('SHELL-011: the profile is read with every sign-in, for the avatar goes by it', () => {
  const { isSignedIn, reads, stop } = reading()
  expect(reads()).toBe(0)
  isSignedIn.value = true
  expect(reads()).toBe(1)
  isSignedIn.value = false
  isSignedIn.value = true
  expect(reads()).toBe(2)
  stop()
})

it('a read that failed is made again, later each time, and anew for the next person', () => {
  const { isSignedIn, isMissing, pauses, elapse, stop, reads } = reading()
  isSignedIn.value = true
  for (let tries = 1; tries <= 8; tries++) {
    isMissing.value = true
    elapse()
    expect(reads()).toBe(1 + tries)
  }
  expect(pauses).toEqual([5, 10, 20, 40, 80, 160, 300, 300].map((s) => s * 1000))
  isSignedIn.value = false
  isSignedIn.value = true
  isMissing.value = true
  expect(pauses.at(-1)).toBe(5000)
  stop()
  elapse()
  expect(reads()).toBe(10)
})

it('waits for a connection, and for nobody who is signed out', () => {
  const { isSignedIn, isMissing, isOnline, pauses, elapse, stop, reads } = reading()
  isSignedIn.value = true
  isOnline.value = false
  isMissing.value = true
  elapse()
  expect([reads(), pauses]).toEqual([1, []])
  isOnline.value = true
  expect(pauses).toEqual([5000])
  isSignedIn.value = false
  elapse()
  expect(reads()).toBe(1)
  stop()
})
