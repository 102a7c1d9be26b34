// Passkeys on the wire (WebAuthn level 3, as JSON). What is in the responses is judged by the server's library.
import * as z from 'zod/mini'
import { later } from '../later.ts'
import { textOf } from '../text/textSchema.ts'
import { PasswordText } from './account.ts'
import { PASSKEY_NAME } from './fields/fieldRules.ts'

/** A player may have so many. */
export const PASSKEYS_MAX = 20

const Base64Url = (max: number) => later(() => z.string().check(z.regex(/^[\w-]*$/), z.maxLength(max)))
/** A credential's id has at most 1023 bytes. */
const CredentialId = Base64Url(1364)
const Attachment = later(() => z.optional(z.enum(['platform', 'cross-platform'])))
const Extensions = later(() => z.record(z.string(), z.unknown()))

/** What says which question is answered; only the browser that asked has it. */
const Ceremony = Base64Url(64)

const Registered = later(() =>
  z.object({
    id: CredentialId,
    rawId: CredentialId,
    type: z.literal('public-key'),
    authenticatorAttachment: Attachment,
    clientExtensionResults: Extensions,
    response: z.object({
      clientDataJSON: Base64Url(8192),
      attestationObject: Base64Url(32_768),
      transports: z.optional(z.array(z.string().check(z.maxLength(32))).check(z.maxLength(10))),
    }),
  }),
)

const Asserted = later(() =>
  z.object({
    id: CredentialId,
    rawId: CredentialId,
    type: z.literal('public-key'),
    authenticatorAttachment: Attachment,
    clientExtensionResults: Extensions,
    response: z.object({
      clientDataJSON: Base64Url(8192),
      authenticatorData: Base64Url(8192),
      signature: Base64Url(8192),
      userHandle: z.optional(Base64Url(256)),
    }),
  }),
)

/** What goes to the browser's own dialog as it is. */
const Options = later(() => z.looseObject({ challenge: z.string() }))
/** `origin`: where this server takes answers from. */
export const CeremonyAnswer = later(() =>
  z.object({
    data: z.object({ ceremony: z.string(), options: Options, origin: z.optional(z.string()) }),
  }),
)
export type PasskeyCeremony = z.infer<typeof CeremonyAnswer>['data']

export const PasskeyAdd = later(() =>
  z.strictObject({ ceremony: Ceremony, response: Registered, name: textOf(PASSKEY_NAME) }),
)
export type PasskeyAdd = z.infer<typeof PasskeyAdd>
export const PasskeyRename = later(() => z.strictObject({ name: textOf(PASSKEY_NAME) }))
export const PasskeySignIn = later(() =>
  z.strictObject({ ceremony: Ceremony, response: Asserted, publicdevice: z.boolean() }),
)
export type PasskeySignIn = z.infer<typeof PasskeySignIn>
export const ProofRequest = later(() => z.strictObject({ password: PasswordText }))

export const Passkey = later(() =>
  z.object({
    passkeyid: z.string(),
    name: z.string(),
    created: z.iso.datetime(),
    /** Last sign-in with it. */
    used: z.nullable(z.iso.datetime()),
    /** It is on several devices of its owner, or can be. */
    synced: z.boolean(),
  }),
)
export type Passkey = z.infer<typeof Passkey>
export const PasskeyAnswer = later(() => z.object({ data: z.object({ passkey: Passkey }) }))

export const PasskeysAnswer = later(() =>
  z.object({
    data: z.object({
      /** Newest first. */
      passkeys: z.array(Passkey),
      /** The domain they are for; null where this server has no name that could be one. */
      rpid: z.nullable(z.string()),
      /** Where this server takes answers from. */
      origin: z.optional(z.string()),
      /** Who the player is was proved a short while ago, or can be with a password. */
      proof: z.object({ fresh: z.boolean(), password: z.boolean() }),
    }),
  }),
)
export type PlayerPasskeys = z.infer<typeof PasskeysAnswer>['data']
