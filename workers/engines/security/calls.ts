/** Answers what the page asks about sessions and ways in. No engine: it hears no event and reports no fact. */
import type { Answered, AskSecurity, CallRefusal, SecurityCall, SecurityCalls } from '#core/contracts/security.ts'
import type { TokenBroker } from '#core/contracts/session.ts'
import { endsLinkedEmail } from '#core/model/people/profile.ts'
import type { SecretHandle } from '#core/model/people/secrets.ts'
import { cancelSessions } from '#workers/api/auth.ts'
import { demoAccounts } from '#workers/api/demo.ts'
import {
  addPasskey,
  listPasskeys,
  passkeyOptions,
  passkeyRequest,
  prove,
  removePasskey,
  renamePasskey,
} from '#workers/api/passkeys.ts'
import { confirmMerge, confirmSplit, readProfile } from '#workers/api/profile.ts'
import { endOtherSessions, endSession, listSessions } from '#workers/api/sessions.ts'
import { ApiError, isGone, refusalOf } from '#workers/api/transport/apiError.ts'
import type { Api } from '#workers/api/transport/client.ts'

type Runs = {
  readonly [K in SecurityCall]: (given: Parameters<SecurityCalls[K]>[0], signal?: AbortSignal) => Promise<unknown>
}

export interface SecurityParts {
  readonly api: Api
  readonly broker: Pick<TokenBroker, 'take' | 'reveal'>
  /** Ends with the session of whoever asks. */
  readonly visit?: () => AbortSignal
}

export function createSecurityCalls({ api, broker, visit }: SecurityParts): AskSecurity {
  const runs: Runs = {
    sessions: () => listSessions(api),
    // What is not there any more has ended (D-161).
    endSession: (sessionid) => endSession(api, sessionid).catch(unlessGone),
    endOtherSessions: () => endOtherSessions(api),
    endAllSessions: () => cancelSessions(api),
    prove: async (handle, signal) => {
      const password = await broker.take('password', handle)
      // A vault that began anew lost it; an empty one would count as a guess.
      if (password === null) throw new ApiError({ status: 0, code: 'UNREACHABLE', message: 'the vault lost it' })
      return prove(api, password, signal)
    },
    passkeys: () => listPasskeys(api),
    passkeyOptions: () => passkeyOptions(api),
    addPasskey: (passkey) => addPasskey(api, passkey),
    renamePasskey: ({ passkeyid, name }) => renamePasskey(api, passkeyid, name),
    removePasskey: (passkeyid) => removePasskey(api, passkeyid),
    passkeyRequest: () => passkeyRequest(api),
    demoAccounts: () => demoAccounts(api),
    mailChoices: async () => {
      const { profile, version } = await readProfile(api)
      const { mailpref, mailto, emails } = profile
      return { mailpref, mailto, emails, version }
    },
    confirmMerge: (link, signal) => spend(broker, link, (token) => confirmMerge(api, token, signal)),
    confirmSplit: (link, signal) => spend(broker, link, (token) => confirmSplit(api, token, signal)),
  }
  return async (call, given) => {
    const run = runs[call] as (given: unknown, signal?: AbortSignal) => Promise<unknown>
    type Answer = Answered<ReturnType<SecurityCalls[typeof call]>>
    try {
      return { ok: true, value: (await run(given, visit?.())) ?? null } as Answer
    } catch (error) {
      return { ok: false, refusal: asAnswer(error) }
    }
  }
}

/** Posts the token of a link. It is dropped once used or of no use; what says nothing of it leaves it for another try. */
async function spend(
  broker: SecurityParts['broker'],
  link: SecretHandle<'link'>,
  post: (token: string) => Promise<string | null>,
): Promise<string | null> {
  const token = await broker.reveal('link', link)
  if (token === null) throw new ApiError({ status: 404, code: 'TOKEN_INVALID', message: '' })
  try {
    const email = await post(token)
    await broker.take('link', link)
    return email
  } catch (error) {
    if (error instanceof ApiError && endsLinkedEmail(error)) await broker.take('link', link)
    throw error
  }
}

function unlessGone(error: unknown): void {
  if (!isGone(error)) throw error
}

/** What crosses to the page: an error would lose its fields on the way. */
function asAnswer(error: unknown): CallRefusal {
  return { status: error instanceof ApiError ? error.status : 0, ...refusalOf(error) }
}
