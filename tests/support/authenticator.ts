/**
 * An authenticator in software, for the server's end of WebAuthn: one credential, with a key of its own, that answers
 * whatever it is asked, rightly or as a test wants it wrong.
 */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

export interface Spoilt {
  origin?: string
  rpid?: string
  challenge?: string
  /** User present, user verified; both unless said otherwise. */
  present?: boolean
  verified?: boolean
  userHandle?: string
  counter?: number
  type?: string
}

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest()
const url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')

/** Just enough of CBOR (RFC 8949): small integers, bytes, text and maps. */
function cbor(value: number | string | Uint8Array | Map<unknown, unknown>): Buffer {
  const head = (major: number, n: number) =>
    n < 24
      ? Buffer.from([(major << 5) | n])
      : n < 256
        ? Buffer.from([(major << 5) | 24, n])
        : Buffer.from([(major << 5) | 25, n >> 8, n & 255])
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (value instanceof Map)
    return Buffer.concat([
      head(5, value.size),
      ...[...value].flatMap(([key, inner]) => [cbor(key as number), cbor(inner as number)]),
    ])
  return Buffer.concat([head(2, value.length), value])
}

export class Authenticator {
  readonly id = randomBytes(32)
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  readonly #origin: string
  readonly #rpid: string
  /** Of the player, from the registration. */
  userHandle = ''
  counter: number

  /** @param counter 0: of a passkey that is on several devices */
  constructor(origin: string, counter = 0) {
    this.#origin = origin
    this.#rpid = new URL(origin).hostname
    this.counter = counter
  }

  #client(type: string, challenge: string, spoilt: Spoilt): Buffer {
    const told = { type: spoilt.type ?? type, challenge: spoilt.challenge ?? challenge, crossOrigin: false }
    return Buffer.from(JSON.stringify({ ...told, origin: spoilt.origin ?? this.#origin }))
  }

  #data({ rpid, present = true, verified = true, counter }: Spoilt, attested: Uint8Array | null): Buffer {
    const flags = (present ? 1 : 0) | (verified ? 4 : 0) | (attested ? 64 : 0)
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter ?? this.counter)
    return Buffer.concat([sha256(rpid ?? this.#rpid), Buffer.from([flags]), count, attested ?? Buffer.alloc(0)])
  }

  /** The answer to options of `POST /auth/passkeys/options`. */
  create(options: Record<string, unknown>, spoilt: Spoilt = {}) {
    const { challenge, user } = options as { challenge: string; user: { id: string } }
    this.userHandle = user.id
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' })
    const key = cbor(
      new Map<number, unknown>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]),
    )
    const length = Buffer.from([this.id.length >> 8, this.id.length & 255])
    const authData = this.#data(spoilt, Buffer.concat([Buffer.alloc(16), length, this.id, key]))
    const attestation = cbor(
      new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ]),
    )
    return {
      id: url(this.id),
      rawId: url(this.id),
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: url(this.#client('webauthn.create', challenge, spoilt)),
        attestationObject: url(attestation),
        transports: ['internal', 'teleport'],
      },
    }
  }

  /** The answer to options of `POST /auth/passkeys/sign-in/options`. */
  get(options: Record<string, unknown>, spoilt: Spoilt = {}) {
    const client = this.#client('webauthn.get', String(options.challenge), spoilt)
    const data = this.#data(spoilt, null)
    const signature = sign('sha256', Buffer.concat([data, sha256(client)]), this.#keys.privateKey)
    return {
      id: url(this.id),
      rawId: url(this.id),
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: url(client),
        authenticatorData: url(data),
        signature: url(signature),
        userHandle: spoilt.userHandle ?? this.userHandle,
      },
    }
  }
}
