import { beforeEach, expect, it, vi } from 'vitest'
import { setDispatch } from '#bridge/dispatch.ts'
import type { AppDraft } from '#core/events/index.ts'
import { CONNECTION, keepNothing, readText } from '#platform/storage/storage.ts'
import { type ActionPorts, setActionPorts } from '../ports.ts'
import { acceptConnection, deleteConnection, forgetConnection, keepConnection, sendInvitations } from './connections.ts'

function anArea(): Storage {
  const held = new Map<string, string>()
  const area = {
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, text: string) => void held.set(key, text),
    removeItem: (key: string) => void held.delete(key),
  }
  return area as unknown as Storage
}

const told: AppDraft[] = []
beforeEach(() => {
  told.length = 0
  vi.stubGlobal('localStorage', anArea())
  vi.stubGlobal('sessionStorage', anArea())
  setActionPorts({ keepSecret: async () => 'link:1', mintId: () => 'n1' } as unknown as ActionPorts)
  setDispatch((draft) => void told.push(draft))
})

it('SESSION-017: local storage key `connectionToken` holds the sign-in connection token, as its handle (D-162)', async () => {
  await keepConnection('token-1')
  expect(localStorage.getItem('connectionToken')).toBe('link:1')
})

it('NETWORK-008: what was kept is taken', async () => {
  await keepConnection('token-1')
  acceptConnection()
  expect(told).toMatchObject([{ type: 'connection.acceptRequested', payload: { link: 'link:1' } }])
})

it('without one, nothing is asked', () => {
  acceptConnection()
  expect(told).toEqual([])
})

it('what is no handle of ours is thrown away', () => {
  localStorage.setItem('connectionToken', 'eyJraw.token')
  acceptConnection()
  expect(told).toEqual([])
  expect(localStorage.getItem('connectionToken')).toBeNull()
})

it('NETWORK-010: is kept no longer once it was answered, and one that came meanwhile stays', async () => {
  await keepConnection('token-1')
  forgetConnection('link:2')
  expect(localStorage.getItem('connectionToken')).toBe('link:1')
  forgetConnection('link:1')
  expect(localStorage.getItem('connectionToken')).toBeNull()
})

// The last one: a page that keeps nothing keeps nothing until it is loaded anew.
it('D-162: at a public computer it leaves local storage, and is still there for who signed in', async () => {
  await keepConnection('token-1')
  keepNothing()
  expect(localStorage.getItem('connectionToken')).toBeNull()
  expect(readText('local', CONNECTION)).toBe('link:1')
  await keepConnection('token-1')
  expect(localStorage.getItem('connectionToken')).toBeNull()
})

it('INVITE-016: `invitee_email` is lower-cased', () => {
  sendInvitations([{ invitee_email: ' Nora@Demo.test\u200b', relationship: 'other' }])
  expect(told).toEqual([
    expect.objectContaining({
      type: 'connection.inviteRequested',
      payload: { requestId: 'n1', invitations: [{ invitee_email: 'nora@demo.test', relationship: 'other' }] },
    }),
  ])
})

it('a connection is deleted by its id', () => {
  deleteConnection('p2')
  expect(told).toMatchObject([{ type: 'connection.deleteRequested', payload: { requestId: 'n1', id: 'p2' } }])
})
