import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closeVerificationBanner, verificationBannerDue } from './verification.ts'

const DAY_MS = 86_400_000

const kept = new Map<string, string>()
const storage = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, text: string) => void kept.set(key, text),
  removeItem: (key: string) => void kept.delete(key),
}

beforeEach(() => void vi.stubGlobal('localStorage', storage))
afterEach(() => {
  kept.clear()
  vi.unstubAllGlobals()
})

test('SHELL-049, SESSION-018: closing the banner keeps the time and the flag under their names', () => {
  closeVerificationBanner('vera', 1_000)
  expect(JSON.parse(kept.get('verificationBannerData') ?? '')).toEqual({ shouldShow: false, lastClosed: 1_000 })
})

test('SHELL-050, D-056: a closed banner reappears a day after it was closed, not before', () => {
  closeVerificationBanner('vera', 1_000)
  expect(verificationBannerDue('vera', 1_000 + DAY_MS - 1)).toBe(false)
  expect(verificationBannerDue('vera', 1_000 + DAY_MS)).toBe(true)
})

test('D-056: whoever did not close it sees it, though somebody else did on this device', () => {
  closeVerificationBanner('vera', 1_000)
  expect(verificationBannerDue('uwe', 1_001)).toBe(true)
})

test('D-056: a clock that was ahead when it was closed hides it for no longer than a day', () => {
  closeVerificationBanner('vera', 40 * DAY_MS)
  expect(verificationBannerDue('vera', 1_000)).toBe(true)
})

test('what an earlier build kept holds, which did not say who closed it', () => {
  kept.set('verificationBannerData', JSON.stringify({ shouldShow: false, lastClosed: 1_000 }))
  expect(verificationBannerDue('vera', 1_001)).toBe(false)
})

test.each(['', 'null', '{"lastClosed":"x"}'])('an unreadable note %j shows the banner', (text) => {
  kept.set('verificationBannerData', text)
  expect(verificationBannerDue('vera', 5)).toBe(true)
})

test('a storage that refuses shows the banner until it is closed, and does not throw', () => {
  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new Error('refused')
    },
    setItem: () => {
      throw new Error('refused')
    },
  })
  expect(verificationBannerDue('vera', 1)).toBe(true)
  closeVerificationBanner('vera', 1)
  expect(verificationBannerDue('vera', 2)).toBe(false)
})

test('where nothing can be stored it stays closed for as long in this page', () => {
  vi.stubGlobal('localStorage', { ...storage, setItem: () => {} })
  closeVerificationBanner('vera', 1_000)
  expect(verificationBannerDue('vera', 1_001)).toBe(false)
  expect(verificationBannerDue('vera', 1_000 + DAY_MS)).toBe(true)
})
