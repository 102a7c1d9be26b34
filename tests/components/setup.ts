// Before every component test: theme and words as the application has them; after it: nothing of it is left, and React
// and the page complained of nothing.
import '#views/theme/index.ts'
import '#views/i18n/inside.ts'
import * as React from 'react'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { type Locator, locators } from 'vitest/browser'
import { forgetPage } from './leftBehind.ts'
import { clearStage } from './stage.tsx'

// React notes for each element where it was made, for errors that nobody reads here: a sixth of all that these tests do.
// As many as it notes in a second were noted already.
const internals = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE')
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => Number.POSITIVE_INFINITY, set: () => {} })

/** What React and the page said is wrong. */
const complaints: string[] = []
const complain = (event: ErrorEvent | PromiseRejectionEvent) =>
  complaints.push(`uncaught: ${String('error' in event ? event.error : event.reason)}`)

beforeEach(() => {
  complaints.length = 0
  vi.spyOn(console, 'error').mockImplementation((...said) => void complaints.push(said.map(String).join(' ')))
  addEventListener('error', complain)
  addEventListener('unhandledrejection', complain)
})

afterEach(async () => {
  await clearStage()
  forgetPage()
  vi.restoreAllMocks()
  vi.useRealTimers()
  removeEventListener('error', complain)
  removeEventListener('unhandledrejection', complain)
  expect(complaints, 'nothing was complained of').toEqual([])
})

// Some things have no role and no words: a colour, a place, a mark on a row.
locators.extend({ css: (selector: string) => selector })

declare module 'vitest/browser' {
  interface LocatorSelectors {
    /** By a CSS selector; where there is a role or a name, that is better. */
    css(selector: string): Locator
  }
}
