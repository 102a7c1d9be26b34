/**
 * What was asked for last of the ways in that lead through a mail, and what came of it. An answer to anything but the
 * last request is dropped.
 */
import type { AppEvent } from '../../events/index.ts'
import { type AccessState, SELF } from '../../model/entities.ts'
import type { Store } from '../store.ts'

const NOTHING: AccessState = { requestId: '', status: 'idle', refusal: null, isEmailSent: false }

export function reduceAccess(state: Store, event: AppEvent): void {
  const before = state.get('access', SELF) ?? NOTHING
  switch (event.type) {
    case 'access.mailRequested':
    case 'access.passwordChosen':
    case 'access.linkFollowed':
    case 'access.codeSent':
      return state.set('access', SELF, {
        requestId: event.payload.requestId,
        status: 'waiting',
        refusal: null,
        isEmailSent: before.isEmailSent,
        ...(before.hasCode ? { hasCode: true } : {}),
      })
    case 'access.cleared':
      return state.set('access', SELF, NOTHING)
    case 'access.mailSent':
    case 'access.passwordSet':
    case 'access.refused': {
      const { requestId, ...said } = event.payload
      if (before.requestId !== requestId || before.status !== 'waiting') return
      if ('code' in said) return state.set('access', SELF, { ...before, status: 'refused', refusal: said })
      const left: Pick<AccessState, 'passkeys' | 'addresses' | 'hasCode'> = {}
      if ('hasCode' in said && said.hasCode) left.hasCode = said.hasCode
      if ('passkeys' in said && said.passkeys) left.passkeys = said.passkeys
      if ('addresses' in said && said.addresses) left.addresses = said.addresses
      const { hasCode: _, ...others } = before
      const isEmailSent = event.type === 'access.mailSent'
      return state.set('access', SELF, { ...others, status: 'done', isEmailSent, ...left })
    }
  }
}
