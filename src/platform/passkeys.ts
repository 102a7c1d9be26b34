/**
 * Passkeys in this browser: its dialogs, and what comes of them. One at a time: a later one ends the earlier.
 */
import {
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  sendSignal,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
  WebAuthnError,
} from '@simplewebauthn/browser'

/** `address`: the page stands at an address without a name, for which browsers make none. */
export type PasskeyPlace = 'here' | 'address' | 'none'
/** Left by the person or timed out; ended by us; this device has one; not for this host; anything else. */
export type PasskeyFailure = 'cancelled' | 'aborted' | 'known' | 'host' | 'failed'
export type Ceremonied<T> =
  | { readonly ok: true; readonly response: T }
  | { readonly ok: false; readonly why: PasskeyFailure }

/** As the server says them: what is wrong with them the browser says. */
type Options = object & { readonly challenge: string }

const ADDRESS = /^(\d+\.\d+\.\d+\.\d+|\[.*\])$/

export function passkeyPlace({ hostname }: { readonly hostname: string } = location): PasskeyPlace {
  if (!browserSupportsWebAuthn()) return 'none'
  return ADDRESS.test(hostname) ? 'address' : 'here'
}

/**
 * Whether passkeys of a server may be used on this page: browsers take any page below the domain, the server answers
 * of its own origin alone.
 * @param origin where the server says it is; a server that does not say so is judged by the domain
 */
export const isFor = (
  rpid: string,
  origin: string | undefined,
  page: { readonly hostname: string; readonly origin: string } = location,
): boolean => page.hostname === rpid && (origin === undefined || page.origin === origin)

/** Whether the browser offers passkeys in the list of a field. */
export const offersPasskeys = (): Promise<boolean> => browserSupportsWebAuthnAutofill()

export const createPasskey = (options: Options) =>
  settled(() => startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON }))

/** @param inField it is offered in the list of a field, and waits there */
export const findPasskey = (options: Options, inField: boolean) =>
  settled(() =>
    startAuthentication({ optionsJSON: options as PublicKeyCredentialRequestOptionsJSON, useBrowserAutofill: inField }),
  )

/** Ends the one that waits. */
export const leavePasskey = (): void => WebAuthnAbortService.cancelCeremony()

/** Tells the browser that the server knows nothing of a passkey: it is offered no more. */
export async function forgetPasskey(rpid: string, credential: string): Promise<void> {
  await Promise.resolve()
    .then(() => sendSignal({ signalName: 'unknownCredential', rpID: rpid, credentialID: credential }))
    .catch(() => undefined)
}

async function settled<T>(run: () => Promise<T>): Promise<Ceremonied<T>> {
  try {
    return { ok: true, response: await run() }
  } catch (error) {
    return { ok: false, why: failureOf(error) }
  }
}

const NAMES: Readonly<Record<string, PasskeyFailure>> = {
  NotAllowedError: 'cancelled',
  AbortError: 'aborted',
  InvalidStateError: 'known',
  SecurityError: 'host',
}

function failureOf(error: unknown): PasskeyFailure {
  if (!(error instanceof Error)) return 'failed'
  if (error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED') return 'known'
  const cause = error.cause instanceof Error ? error.cause.name : ''
  return NAMES[error.name] ?? NAMES[cause] ?? 'failed'
}
