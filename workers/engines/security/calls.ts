/** Answers what the page asks about sessions and ways in. No engine: it hears no event and reports no fact. */
import type { Answered, AskSecurity, CallRefusal, SecurityCall, SecurityCalls } from '#core/contracts/security.ts'
import type { TokenBroker } from '#core/contracts/session.ts'
import type { MailChoices } from '#core/model/people/profile.ts'
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
import { type ReadProfile, readProfile, saveProfile } from '#workers/api/profile.ts'
import { endOtherSessions, endSession, listSessions } from '#workers/api/sessions.ts'
import { ApiError, refusalDetails, serversText } from '#workers/api/transport/apiError.ts'
import type { Api } from '#workers/api/transport/client.ts'

type Runs = { readonly [K in SecurityCall]: (given: Parameters<SecurityCalls[K]>[0]) => Promise<unknown> }

export interface SecurityParts {
  readonly api: Api
  readonly broker: Pick<TokenBroker, 'take'>
}

export function createSecurityCalls({ api, broker }: SecurityParts): AskSecurity {
  const runs: Runs = {
    sessions: () => listSessions(api),
    // What is not there any more has ended (D-161).
    endSession: (sessionid) => endSession(api, sessionid).catch(unlessGone),
    endOtherSessions: () => endOtherSessions(api),
    endAllSessions: () => cancelSessions(api),
    prove: async (handle) => prove(api, (await broker.take('password', handle)) ?? ''),
    passkeys: () => listPasskeys(api),
    passkeyOptions: () => passkeyOptions(api),
    addPasskey: (passkey) => addPasskey(api, passkey),
    renamePasskey: ({ passkeyid, name }) => renamePasskey(api, passkeyid, name),
    removePasskey: (passkeyid) => removePasskey(api, passkeyid),
    passkeyRequest: () => passkeyRequest(api),
    demoAccounts: () => demoAccounts(api),
    mailChoices: async () => mailsOf(await readProfile(api)),
    // Both of them, as they were just read on the page: what else the profile holds is not touched.
    saveMailChoices: async ({ mailpref, mailto }) => mailsOf(await saveProfile(api, { mailpref, mailto }, null)),
  }
  return async (call, given) => {
    const run = runs[call] as (given: unknown) => Promise<unknown>
    type Answer = Answered<ReturnType<SecurityCalls[typeof call]>>
    try {
      return { ok: true, value: (await run(given)) ?? null } as Answer
    } catch (error) {
      return { ok: false, refusal: refusalOf(error) }
    }
  }
}

function mailsOf({ profile: { mailpref, mailto, emails } }: ReadProfile): MailChoices {
  return { mailpref, mailto, emails }
}

function unlessGone(error: unknown): void {
  if (!(error instanceof ApiError && error.status === 404)) throw error
}

/** What crosses to the page: an error would lose its fields on the way. */
function refusalOf(error: unknown): CallRefusal {
  if (!(error instanceof ApiError)) return { status: 0, code: 'NONE', message: '' }
  const { status, code } = error
  return { status, code, message: serversText(error), ...refusalDetails(error) }
}
