import type { Remote } from 'comlink'
import { expect, it } from 'vitest'
import type { TokenBroker } from '#core/contracts/session.ts'
import type { AppDraft, AppEvent } from '#core/events/index.ts'
import { sessionEnded, sessionRefreshFailed } from '#core/events/people/session.ts'
import { BrokerCalls } from './brokerCalls.ts'

const heard = (draft: AppDraft) => ({ seq: 1, t: 0, source: 'session', cause: null, ...draft }) as AppEvent

it('a visit ends with its session, and the next one begins', () => {
  const brokers = new BrokerCalls({} as Remote<TokenBroker>)
  const { visit } = brokers
  brokers.hear(heard(sessionRefreshFailed({ message: 'NETWORK' })))
  expect([visit.aborted, brokers.visit]).toEqual([false, visit])
  brokers.hear(heard(sessionEnded({ reason: 'elsewhere' })))
  expect([visit.aborted, brokers.visit.aborted]).toEqual([true, false])
})
