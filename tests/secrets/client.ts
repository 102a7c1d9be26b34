/**
 * What holds secrets and what keeps the log, as they are: the session's engine with its vault, those of mailed ways in,
 * sign-up, player and security beside the state's host, and the log's engine over a disk. A server in memory answers
 * with secrets, and notes what it was sent.
 */

import { gunzipSync } from 'node:zlib'
import type { ExportChoice } from '#core/contracts/log.ts'
import { appOpened } from '#core/events/app.ts'
import { type AppDraft, definitionOf, type Source } from '#core/events/index.ts'
import { eachFrame, encodeHeader, LogHeaderShape } from '#core/log/codec.ts'
import { rotate } from '#core/log/snapshots/rotate.ts'
import { hashText } from '#core/log/textHash.ts'
import type { PersonalPurpose, SecretHandle } from '#core/model/people/secrets.ts'
import { type Router, reportRoute } from '#effects/route.ts'
import { FakeClock, settle } from '#tests/support/fakeClock.ts'
import { someClaims } from '#tests/support/story.ts'
import { createApi, type Fetch } from '#workers/api/transport/client.ts'
import type { Engine } from '#workers/engines/engine.ts'
import { createLogEngine } from '#workers/engines/log/engine.ts'
import type { Kept } from '#workers/engines/log/kept.ts'
import { memoryStorage, type SegmentStorage } from '#workers/engines/log/storage.ts'
import { createPlayerEngine } from '#workers/engines/player/engine.ts'
import { createSecurityCalls } from '#workers/engines/security/calls.ts'
import { createAccessEngine } from '#workers/engines/session/access.ts'
import { createSessionEngine } from '#workers/engines/session/engine.ts'
import { createLinks } from '#workers/engines/session/links.ts'
import { Vault } from '#workers/engines/session/vault.ts'
import { createSignUpEngine } from '#workers/engines/signup/engine.ts'
import { createHost, type Host } from '#workers/engines/state/host.ts'
import type { Canaries } from './canaries.ts'

const PLAYER = 'p1'

/** A token as the server signs them; what is secret in it is the signature. */
export function aToken(now: number, secret: string, claims: object = someClaims(PLAYER)): string {
  const iat = Math.floor(now / 1000)
  const text = JSON.stringify({ ...claims, iat, exp: iat + 1800 })
  return `h.${Buffer.from(text).toString('base64url')}.${secret}`
}

export class Client {
  readonly clock = new FakeClock()
  /** Everything that went over the wire, in both directions. */
  readonly wire: string[] = []
  readonly #disk: SegmentStorage = { ...memoryStorage(), kind: 'opfs' }
  readonly #files = new Set<string>()
  readonly #index = new Map<string, unknown>()
  readonly #log
  readonly #host: Host
  readonly #session
  readonly security
  #minted = 0
  #refused = 0
  #wishes = 0
  /** The next call fails as a browser says it, with what it was about. */
  isBroken = false
  /** Every call is refused, in words that hold all it ever was sent that is secret. */
  isHostile = false

  constructor(readonly canaries: Canaries) {
    const { clock } = this
    const mint = () => `m${++this.#minted}`
    const fetch: Fetch = (address, init) => this.#answer(address, init)
    this.#log = createLogEngine({
      storage: {
        ...this.#disk,
        append: async (file, bytes) => {
          this.#files.add(file)
          await this.#disk.append(file, bytes)
        },
      },
      index: {
        entries: async () => [...this.#index],
        put: async (logId, kept) => void this.#index.set(logId, kept),
        remove: async (logId) => void this.#index.delete(logId),
      },
      hold: () => undefined,
      isFree: async () => false,
      now: () => clock.now(),
      rotator: async () => rotate,
      pause: async () => undefined,
      rest: async () => undefined,
      mayKeep: () => true,
      keepNothing: () => undefined,
    })
    const links = createLinks({ mint, now: () => clock.now() })
    const vault = new Vault(mint)
    const own = createApi({ fetch, session: null, clock, cutFrom: async (texts) => vault.cutFrom(texts) })
    const report = ({ facts }: { facts: Parameters<Host['facts']>[0] }) => this.#host.facts(facts)
    const session = createSessionEngine({
      api: own,
      clock,
      mint,
      vault,
      links,
      kept: { load: async () => null, save: async () => undefined, clear: async () => undefined },
      tabs: { tell: () => undefined },
      exclusively: (run) => run(),
      steady: () => clock.now(),
      jitter: () => 0.5,
      publicTabs: { hold: () => undefined, anybody: async () => false },
      store: () => undefined,
      report,
    })
    this.#session = session
    const access = createAccessEngine({ api: own, vault, links, report })
    const remote: Engine = {
      accept(event) {
        if (!definitionOf(event).follows.includes('session')) return
        session.accept([event])
        access.accept([event])
      },
    }
    const api = createApi({ fetch, session, clock })
    this.security = createSecurityCalls({ api, broker: session })
    const as = (source: Source) => (draft: AppDraft, cause: number | null) =>
      this.#host.facts([{ draft, source, cause }])
    this.#host = createHost({
      clock,
      mint,
      log: this.#log,
      send: () => undefined,
      refused(error) {
        throw error
      },
      engines: [
        remote,
        createPlayerEngine({ api, broker: session, report: as('player'), mint }),
        createSignUpEngine({
          api,
          clock,
          broker: session,
          report: as('signup'),
          pageUrl: 'https://player.test/signup',
        }),
      ],
    })
  }

  async open(): Promise<void> {
    const page = { build: '1', language: 'en', width: 1, height: 1, online: true }
    await this.#host.open(appOpened({ startedAt: this.clock.now(), ...page }))
    await this.#session.open({ access: null, refresh: null, isPublic: false })
    await settle()
  }

  keep<P extends PersonalPurpose>(purpose: P, secret: string): Promise<SecretHandle<P>> {
    return this.#session.keepSecret(purpose, secret)
  }

  /** A wish, and all that comes of it. */
  async press(draft: AppDraft): Promise<void> {
    this.#host.hear([{ wish: ++this.#wishes, at: this.clock.now(), source: 'person', draft }])
    await settle()
    await this.clock.advance(20)
  }

  async facts(...drafts: AppDraft[]): Promise<void> {
    this.#host.facts(drafts.map((draft) => ({ draft, source: 'platform', cause: null })))
    await this.clock.advance(20)
  }

  /** The page stands at an address. */
  async visits(pathname: string, search: string): Promise<void> {
    const router: Router = { state: { location: { key: '', pathname, search } }, subscribe: () => () => undefined }
    const seen: AppDraft[] = []
    reportRoute(router, (draft) => seen.push(draft))
    this.wire.push(pathname + search)
    await this.facts(...seen)
  }

  /** Every stored byte: files as they lie there, their frames unpacked, and the list of logs. */
  async stored(): Promise<string[]> {
    await this.#host.flush()
    const texts = [JSON.stringify([...this.#index])]
    for (const kept of this.#index.values() as Iterable<Kept>) {
      const header = LogHeaderShape.parse(kept.header)
      const bytes = await this.#disk.read(header.logId)
      texts.push(Buffer.from(bytes).toString('latin1'))
      let end = 0
      for (const at of eachFrame(bytes, hashText(encodeHeader(header)))) {
        texts.push(JSON.stringify(at.frame.head), at.frame.lines.join('\n'))
        end = at.end
      }
      if (end !== bytes.length) throw new Error(`${header.logId} is not whole`)
    }
    if (texts.length < 3) throw new Error('nothing was stored')
    return texts
  }

  /** Every log, as it leaves the device. */
  async exported(choice: ExportChoice): Promise<string[]> {
    await this.#host.flush()
    const texts: string[] = []
    for (const player of [PLAYER, null])
      for (const { logId } of await this.#log.list(player))
        texts.push(gunzipSync(await this.#log.export(logId, player, choice)).toString('utf8'))
    return texts
  }

  async #answer(address: string, init?: RequestInit): Promise<Response> {
    const headers = JSON.stringify([...new Headers(init?.headers)])
    const sent = `${init?.method} ${address} ${headers} ${String(init?.body ?? '')}`
    this.wire.push(sent)
    if (this.isBroken) {
      this.isBroken = false
      throw new TypeError(`Failed to fetch: ${sent}`)
    }
    if (this.isHostile) return this.#saysBack(sent)
    const answer = JSON.stringify(this.#bodyOf(`${init?.method} ${address.replace(/^\/api/, '')}`) ?? {})
    this.wire.push(answer)
    return new Response(answer, { status: 200 })
  }

  /** What was sent, and secrets of before, in every place of an error there is. */
  #saysBack(sent: string): Response {
    const secrets = this.canaries.planted.map(({ secret }) => secret)
    const newest = secrets.filter(
      (secret) => sent.includes(secret) || sent.includes(JSON.stringify(secret).slice(1, -1)),
    )
    const told = [...newest, ...secrets.slice(-5)]
    const token = /Bearer ([^"]+)/.exec(sent)?.[1] ?? ''
    const nth = this.#refused++
    const [one = '', other = ''] = [told[nth % told.length], told.at(-1)]
    const spelt =
      [one, encodeURIComponent(one), btoa(unescape(encodeURIComponent(one))), one.toUpperCase()][nth % 4] ?? ''
    const body = JSON.stringify({
      code: nth % 3 === 0 ? one : nth % 3 === 1 ? 'WEAK_PASSWORD' : 'REFUSED_AS_NOBODY_FORESAW',
      message: `The password “${spelt}” (${other}) with ${token} is refused.`,
      fields: { password: `${other} ${spelt}`, [one]: 'is no field', [`x${one.replaceAll(' ', '')}`]: token },
    })
    this.wire.push(body)
    const latin = encodeURIComponent(other)
    return new Response(body, {
      status: [400, 401, 403, 409, 429, 500][nth % 6] ?? 400,
      headers: {
        'Retry-After': latin,
        'X-Request-Id': token,
        ETag: latin,
        Location: latin,
        'WWW-Authenticate': `Bearer ${latin}`,
      },
    })
  }

  #bodyOf(call: string): unknown {
    const plant = (where: string) => this.canaries.plant(where)
    if (/^POST .*(login|initial-setup|passkeys\/sign-in)$|^PUT .*(pwdless|pwdless\/code|refresh)$/.test(call))
      return {
        'access-token': aToken(this.clock.now(), plant('access token')),
        'refresh-token': plant('refresh token'),
      }
    if (/validate-email-verification-code$/.test(call)) return { data: { email_token: plant('token of an address') } }
    if (/^GET \/audio\/[^/]+\/token$/.test(call)) return { data: { token: plant('media token') } }
    if (/chgpwdreset$/.test(call)) return { data: { passkeys: 0 } }
    if (/^POST \/(merge|split)\//.test(call)) return { email: 'p1@demo.test' }
    return null
  }
}
