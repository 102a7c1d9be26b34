/**
 * The engines of people, of forms and of this device, as `held.ts` holds the others: each asks once for each wish, and
 * what came of it names the wish. What happens without one (a renewed session, a clock) names no event that led to it,
 * and is taken as it is.
 */
import { planConnections } from '../../connections/plan.ts'
import { planProfile } from '../../profile/plan.ts'
import { planSelection } from '../../selection/plan.ts'
import { planSession } from '../../session/plan.ts'
import { planSettings } from '../../settings/plan.ts'
import { planSharing } from '../../sharing/plan.ts'
import { planSignUp } from '../../signup/plan.ts'
import type { Asked, HeldEngine } from './engine.ts'

/** What a player heard, read from this device. */
export const HISTORY = 'what was heard'
const SETTINGS = 'settings of this device'
const PROFILE = 'profile'
const LIST = 'connections'
const SIGN_IN = 'a session'
const SIGN_OUT = 'the end of the session'
const LANGUAGES = 'languages'
/** What a run makes of a release is a wish as of a person. */
const DONE = 'what a run does'

const wish = (requestId: string) => `wish ${requestId}`
const accepting = (link: string) => `invitation ${link}`
const one = (asked: Asked | null): readonly Asked[] => (asked === null ? [] : [asked])

const session: HeldEngine = {
  source: 'session',
  asks: (_, event) => {
    const asked = planSession(event)
    switch (asked?.ask) {
      case 'signIn':
        return [asked.requestId === null ? [SIGN_IN] : [SIGN_IN, wish(asked.requestId)]]
      case 'restore':
        return [[SIGN_IN]]
      case 'signOut':
        return [[SIGN_OUT]]
      case 'mail':
      case 'password':
        return [[wish(asked.wish.requestId)]]
      default:
        return []
    }
  },
  answers: (event) => {
    switch (event.type) {
      case 'session.started':
      case 'session.signInFailed':
        return [SIGN_IN]
      case 'session.ended':
        return [SIGN_OUT]
      case 'access.mailSent':
      case 'access.passwordSet':
      case 'access.refused':
        return [wish(event.payload.requestId)]
      default:
        return null
    }
  },
}

const selection: HeldEngine = {
  source: 'selection',
  asks: (state, event) => {
    const asked = planSelection(state, event)
    return asked.ask === 'run' ? [[`run ${asked.runId}`, DONE]] : []
  },
  answers: (event) => {
    switch (event.type) {
      case 'selection.runProgressed':
      case 'selection.runEnded':
        return [`run ${event.payload.runId}`]
      default:
        return [DONE]
    }
  },
}

const settings: HeldEngine = {
  source: 'settings',
  asks: (_, event) => one(planSettings(event) && [SETTINGS]),
  answers: (event) => (event.type === 'setting.restored' ? [SETTINGS] : null),
}

const signup: HeldEngine = {
  source: 'signup',
  asks: (state, event) => {
    const asked = planSignUp(state, event)
    return one(asked && (asked.ask === 'languages' ? [LANGUAGES] : [wish(asked.requestId)]))
  },
  answers: (event) => {
    switch (event.type) {
      case 'signup.languagesReceived':
      case 'signup.invitationEnded':
        return [LANGUAGES]
      case 'signup.passed':
      case 'signup.refused':
      case 'signup.confirmed':
        return [wish(event.payload.requestId)]
      default:
        return null
    }
  },
}

const connections: HeldEngine = {
  source: 'connections',
  asks: (state, event) => {
    const asked = planConnections(state, event)
    switch (asked?.ask) {
      case 'list':
        return [[LIST]]
      case 'delete':
        return [[wish(asked.requestId), LIST]]
      case 'invite':
        return [[wish(asked.requestId)]]
      case 'accept':
        return [[accepting(asked.link), LIST]]
      default:
        return []
    }
  },
  answers: (event) => {
    switch (event.type) {
      case 'connection.listed':
      case 'connection.listKept':
      case 'connection.listFailed':
        return [LIST]
      case 'connection.deleted':
      case 'connection.deleteFailed':
      case 'connection.invited':
      case 'connection.inviteFailed':
        return [wish(event.payload.requestId)]
      case 'connection.accepted':
      case 'connection.refused':
        return [accepting(event.payload.link)]
      default:
        return null
    }
  },
}

const sharing: HeldEngine = {
  source: 'sharing',
  asks: (_, event) => {
    const asked = planSharing(event)
    return one(asked && [asked.ask === 'history' ? `messages about ${asked.releaseid}` : wish(asked.wish.requestId)])
  },
  answers: (event) => {
    switch (event.type) {
      case 'sharing.contactHistoryReceived':
        return [`messages about ${event.payload.releaseid}`]
      case 'sharing.shareSent':
      case 'sharing.shareRefused':
      case 'sharing.supportSent':
      case 'sharing.supportRefused':
      case 'sharing.contactSent':
      case 'sharing.contactRefused':
        return [wish(event.payload.requestId)]
      default:
        return null
    }
  },
}

const profile: HeldEngine = {
  source: 'profile',
  asks: (state, event) => {
    const asked = planProfile(state, event)
    return one(asked && [asked.ask === 'read' ? PROFILE : wish(asked.wish.requestId)])
  },
  answers: (event) => {
    switch (event.type) {
      case 'profile.received':
      case 'profile.failed':
        return [PROFILE]
      case 'profile.saved':
      case 'profile.refused':
      case 'profile.mailSent':
      case 'profile.mailRefused':
        return [wish(event.payload.requestId)]
      default:
        return null
    }
  },
}

export const BESIDE: readonly HeldEngine[] = [session, selection, settings, signup, connections, sharing, profile]
