import { signal } from '@preact/signals-react'
import { expect, it, vi } from 'vitest'
import { connectionAccepted, connectionRefused } from '#core/events/people/connections.ts'
import { heardBus } from '#tests/support/heard.ts'
import { takeConnections } from './connections.ts'

function setUp({ visible = true } = {}) {
  const bus = heardBus()
  const isSignedIn = signal(false)
  const accept = vi.fn()
  const forget = vi.fn()
  const page = Object.assign(new EventTarget(), { visibilityState: visible ? 'visible' : 'hidden' })
  const stop = takeConnections({ on: bus.on, isSignedIn, document: page as Document, accept, forget })
  return { bus, isSignedIn, accept, forget, page, stop }
}

it('NETWORK-008: a kept invitation is taken once somebody is signed in, and not before', () => {
  const { isSignedIn, accept } = setUp()
  expect(accept).not.toHaveBeenCalled()
  isSignedIn.value = true
  expect(accept).toHaveBeenCalledTimes(1)
})

it('D-047: of two tabs that are signed in at once the hidden one asks nothing until it is looked at', () => {
  const { isSignedIn, accept, page } = setUp({ visible: false })
  isSignedIn.value = true
  expect(accept).not.toHaveBeenCalled()
  page.visibilityState = 'visible'
  page.dispatchEvent(new Event('visibilitychange'))
  expect(accept).toHaveBeenCalledTimes(1)
})

it('NETWORK-010: an invitation that was accepted is kept no longer', () => {
  const { bus, forget } = setUp()
  bus.happens(connectionAccepted({ link: 'link:1', inviter: 'Pat' }))
  expect(forget).toHaveBeenCalledExactlyOnceWith('link:1')
})

it.each(['accepted', 'notForUser', 'expired', 'unreadable'] as const)(
  'D-047: nor is one that is refused as %s',
  (why) => {
    const { bus, forget } = setUp()
    bus.happens(connectionRefused({ link: 'link:1', why }))
    expect(forget).toHaveBeenCalledExactlyOnceWith('link:1')
  },
)

it('D-047: one that nobody answered is kept', () => {
  const { bus, forget } = setUp()
  bus.happens(connectionRefused({ link: 'link:1', why: 'unanswered' }))
  expect(forget).not.toHaveBeenCalled()
})

it('hears nothing any more once it was stopped', () => {
  const { bus, isSignedIn, accept, page, stop } = setUp()
  stop()
  isSignedIn.value = true
  page.dispatchEvent(new Event('visibilitychange'))
  expect(accept).not.toHaveBeenCalled()
  expect(bus.listeners).toBe(0)
})
