import { useCallback, useEffect, useRef, useState } from 'react'
import {
  findPasskey,
  forgetPasskey,
  isFor,
  leavePasskey,
  offersPasskeys,
  type PasskeyFailure,
  signInWithPasskey,
} from '#actions/people/passkeys.ts'
import { askSecurity, type CallRefusal, isUnanswered } from '#actions/people/security.ts'
import { hasNoCall } from '#core/model/people/refusal.ts'
import { session } from '#projections/session.ts'
import { moment } from '../../kit/time/moment.ts'
import { useSignalValue } from '../../kit/useSignalValue.ts'

/** A question is good for five minutes: it is asked anew before that. */
const RENEW_MS = 240_000
/** How often that is looked at, ms. */
const LOOK_MS = 30_000
/** Whether a server has no passkeys, or is at an address that can have none. */
const isWithout = (status: number): boolean => hasNoCall(status) || status === 409

interface Question {
  readonly ceremony: string
  readonly origin?: string | undefined
  readonly options: { readonly challenge: string; readonly [name: string]: unknown }
}
/** Why there is no question: no passkeys here, nobody answered, not before a while, or the server failed. */
interface Unasked {
  readonly why: 'off' | 'away' | 'later' | 'wrong'
  /** For how long nobody needs to try again, ms, where that was said. */
  readonly waitMs?: number | undefined
}

/** What is said of a way that came to nothing. */
export type PasskeyFault = Unasked | { readonly why: PasskeyFailure; readonly waitMs?: undefined }

function unasked(refusal: CallRefusal): Unasked {
  const { status, retryAfterMs } = refusal
  if (isWithout(status)) return { why: 'off' }
  if (status === 429 || retryAfterMs !== undefined) return { why: 'later', waitMs: retryAfterMs }
  return { why: status === 503 || isUnanswered(refusal) ? 'away' : 'wrong' }
}

async function question(): Promise<Question | Unasked> {
  const asked = await askSecurity('passkeyRequest', null)
  if (!asked.ok) return unasked(asked.refusal)
  const { options, origin } = asked.value
  return typeof options.rpId === 'string' && !isFor(options.rpId, origin) ? { why: 'off' } : asked.value
}

/**
 * Signs in with a passkey: the browser offers those it has in the list of the address field while the page is looked
 * at, and in a dialog of its own when the button is pressed. One of the two at a time.
 */
export function usePasskeyWay(publicDevice: boolean) {
  const { errorCode, loading } = useSignalValue(session)
  const [isOff, setOff] = useState(false)
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<PasskeyFault | null>(null)
  /** Whoever began later is listened to. */
  const turn = useRef(0)
  const used = useRef<{ rpid: string; id: string } | null>(null)
  const latest = useRef(publicDevice)
  latest.current = publicDevice
  const isTaken = useRef(false)
  isTaken.current = busy || loading
  /** When it was last asked for the list, a `moment`. */
  const askedAt = useRef(0)
  const isOffered = useRef(false)

  const enter = useCallback(async ({ ceremony, options }: Question, response: { readonly id: string }) => {
    used.current = { rpid: String(options.rpId), id: response.id }
    // Without a vault nothing is sent, and it may be pressed again.
    await signInWithPasskey(ceremony, response, latest.current).catch(() => setFault({ why: 'away' }))
  }, [])

  const offer = useCallback(async () => {
    const mine = ++turn.current
    isOffered.current = false
    askedAt.current = moment()
    if (!(await offersPasskeys()) || mine !== turn.current) return
    const asked = await question()
    if (mine !== turn.current) return
    if ('why' in asked) {
      if (asked.why === 'off') setOff(true)
      return
    }
    isOffered.current = true
    const found = await findPasskey(asked.options, true)
    if (mine === turn.current) isOffered.current = false
    // What is not chosen from the list is left without a word.
    if (mine === turn.current && found.ok) await enter(asked, found.response)
  }, [enter])

  useEffect(() => {
    void offer()
    // A page that was hidden for long, a line that was down, a choice that came to nothing: it is offered anew.
    const renew = () => {
      if (document.visibilityState !== 'visible' || isTaken.current) return
      if (isOffered.current && !isOld()) return
      leavePasskey()
      void offer()
    }
    const isOld = () => moment() - askedAt.current >= RENEW_MS
    const timer = setInterval(() => isOld() && renew(), LOOK_MS)
    document.addEventListener('visibilitychange', renew)
    window.addEventListener('online', renew)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', renew)
      window.removeEventListener('online', renew)
      turn.current += 1
      leavePasskey()
    }
  }, [offer])

  // The browser need not offer again what the server knows nothing of.
  useEffect(() => {
    if (errorCode === 'PASSKEY_UNKNOWN' && used.current) void forgetPasskey(used.current.rpid, used.current.id)
  }, [errorCode])

  // Whoever was refused may choose another one.
  useEffect(() => {
    if (errorCode !== null && !isOffered.current && !isTaken.current) void offer()
  }, [errorCode, offer])

  const press = async () => {
    const mine = ++turn.current
    leavePasskey()
    setBusy(true)
    setFault(null)
    const asked = await question()
    if (mine !== turn.current) return
    if ('why' in asked) {
      if (asked.why === 'off') setOff(true)
      else setFault(asked)
    } else {
      const found = await findPasskey(asked.options, false)
      if (mine !== turn.current) return
      if (found.ok) await enter(asked, found.response)
      else if (found.why !== 'aborted') setFault({ why: found.why })
    }
    setBusy(false)
    void offer()
  }
  return { isOff, busy, fault, press }
}
