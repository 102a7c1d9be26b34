// What the environment and the command line say, parsed once.
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import * as z from 'zod/mini'
import { SUPPORT_EMAIL } from '#core/model/constants.ts'
import { CatalogueSize } from './catalogue/contract.ts'
import { hostName, isOwnMachine } from './http/names.ts'
import { placeName, readS3Address, S3_FORM, type S3Place } from './media/objects/s3/address.ts'
import { StartProblem } from './problem.ts'

export interface Config {
  /** 0 asks the system for a free one. */
  port: number
  host: string
  /** Absolute path. */
  dataDir: string
  databaseUrl: string | null
  /** Where players reach the server, an origin (no slash at the end); null for http://localhost:{port}. The base of links in mails. */
  publicUrl: string | null
  /** Further host names this server is reached by, as given. */
  allowedHosts: string[]
  /** smtp://… or smtps://…; null keeps mails in the outbox alone. */
  smtpUrl: string | null
  /** Sender of every mail; null derives one from the public address. */
  mailFrom: string | null
  /** Who reads what the support panel sends. */
  supportEmail: string
  /** Addresses or networks of proxies whose X-Forwarded-For is believed; null believes none. */
  trustProxy: string[] | null
  /** Minutes after which a sign-up is approved by itself; null leaves that to a person. */
  approveAfterMin: number | null
  /** The S3-compatible store the media lie in; null for the folder `media` of the data folder. Holds a secret. */
  mediaStore: S3Place | null
  /** Bytes of generated media kept, a quarter of it for pictures. */
  mediaCacheBytes: number
  /** Covers of a demo catalogue that are drawn before somebody looks at them. */
  coversAhead: number
  /** Length of a demo catalogue's songs when it is made, percent of their own. */
  songPercent: number
  production: boolean
  /** Demo accounts and catalogue. Never in production. */
  demo: boolean
  /**
   * Test controls answer. Not under a public address: a proxy on this machine that does not say whom it asks for would
   * hand every mail to everybody. `TEST_CONTROLS=1` has them all the same, for the tests.
   */
  controls: boolean
  /** Asked for on the command line. */
  catalogue: CatalogueSize | null
  reset: boolean
}

const Environment = z.object({
  PORT: z._default(z.string().check(z.regex(/^\d{1,5}$/)), '4173'),
  HOST: z._default(z.string().check(z.minLength(1)), 'localhost'),
  DATA_DIR: z._default(z.string().check(z.minLength(1)), '.data'),
  DATABASE_URL: z.optional(z.string().check(z.regex(/^postgres(ql)?:\/\//))),
  PUBLIC_URL: z.optional(z.url({ protocol: /^https?$/ }).check(z.refine(isOrigin))),
  ALLOWED_HOSTS: z.optional(
    z.string().check(z.refine((text) => hostList(text).every((host) => hostName(host) !== null))),
  ),
  SMTP_URL: z.optional(z.url({ protocol: /^smtps?$/ })),
  MAIL_FROM: z.optional(z.string().check(z.regex(/^([^<>@\r\n]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/))),
  SUPPORT_EMAIL: z._default(z.email(), SUPPORT_EMAIL),
  TRUST_PROXY: z.optional(z.string().check(z.refine((text) => proxiesOf(text).every(isProxy)))),
  APPROVE_AFTER_MIN: z.optional(z.string().check(z.regex(/^\d{1,6}$/))),
  MEDIA_CACHE_MB: z._default(z.string().check(z.regex(/^\d{1,7}$/)), '4096'),
  COVERS_AHEAD: z._default(z.string().check(z.regex(/^\d{1,6}$/)), '5000'),
  DEMO_SONG_PERCENT: z._default(z.string().check(z.regex(/^([1-9]\d?|100)$/)), '100'),
  MEDIA_URL: z.optional(z.string()),
  AWS_ACCESS_KEY_ID: z.optional(z.string()),
  AWS_SECRET_ACCESS_KEY: z.optional(z.string()),
  AWS_SESSION_TOKEN: z.optional(z.string()),
  NODE_ENV: z.optional(z.string()),
  DEMO: z.optional(z.enum(['0', '1'])),
  TEST_CONTROLS: z.optional(z.enum(['0', '1'])),
})

/** Whether an address is of a server and of nothing on it: what is mailed is put behind it. */
function isOrigin(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { username, password, pathname, search, hash } = new URL(address)
  return username + password + pathname.replace(/^\/+$/, '') + search + hash === ''
}

/** The entries of a list with commas. */
const hostList = (text: string): string[] => text.split(',').flatMap((entry) => entry.trim() || [])

/** The addresses a program on this machine calls `localhost` at: which of them it takes is its own affair. */
const OWN_ADDRESSES = ['127.0.0.1', '::1']

/** The proxies of a list. One on this machine comes from either of its own addresses, as it likes. */
function proxiesOf(text: string): string[] {
  const entries = text.split(',').map((entry) => entry.trim())
  const isHere = OWN_ADDRESSES.some((address) => entries.includes(address))
  return isHere ? [...new Set([...entries, ...OWN_ADDRESSES])] : entries
}

/** Whether it is an address, or a network: one with the number of bits that count, or with a mask of IPv4. */
function isProxy(entry: string): boolean {
  const [address = '', counting, ...more] = entry.split('/')
  const kind = isIP(address)
  if (kind === 0 || address.includes('%') || more.length > 0) return false
  if (counting === undefined) return true
  if (/^\d+$/.test(counting)) return Number(counting) > 0 && Number(counting) <= (kind === 4 ? 32 : 128)
  const bits = counting.split('.').map((part) => Number(part).toString(2).padStart(8, '0'))
  return kind === 4 && isIP(counting) === 4 && /^1+0*$/.test(bits.join(''))
}

const PORT_HINT = 'PORT must be a number from 0 to 65535, such as 4173.'
const HINTS: Record<string, string> = {
  PORT: PORT_HINT,
  HOST: 'HOST must be a host name or an address, such as localhost.',
  DATA_DIR: 'DATA_DIR must be the path of a folder.',
  DATABASE_URL: 'DATABASE_URL must begin with postgresql:// (postgresql://user:password@host:port/name).',
  PUBLIC_URL:
    'PUBLIC_URL must be the address players reach the server at, with no path, user or password, such as https://player.example.',
  ALLOWED_HOSTS: 'ALLOWED_HOSTS must list names the server is reached by, such as player.example, 192.168.1.20.',
  SMTP_URL: 'SMTP_URL must begin with smtp:// or smtps:// (smtps://user:password@host:465).',
  MAIL_FROM: 'MAIL_FROM must be one address, such as Player <no-reply@player.example>.',
  SUPPORT_EMAIL: 'SUPPORT_EMAIL must be an e-mail address.',
  TRUST_PROXY:
    'TRUST_PROXY must list addresses or networks of your proxies, such as 127.0.0.1, 10.0.0.0/8, and not how many there are.',
  APPROVE_AFTER_MIN: 'APPROVE_AFTER_MIN must be a whole number of minutes, such as 60.',
  MEDIA_CACHE_MB: 'MEDIA_CACHE_MB must be a whole number of megabytes, such as 4096.',
  COVERS_AHEAD: 'COVERS_AHEAD must be a whole number of covers, such as 5000.',
  DEMO_SONG_PERCENT: 'DEMO_SONG_PERCENT must be a whole number from 1 to 100.',
  DEMO: 'DEMO must be 1 (demo accounts and catalogue) or 0.',
  TEST_CONTROLS: 'TEST_CONTROLS must be 1 (test controls under a public address too) or 0.',
}

/**
 * @param env the environment; an empty value counts as not set
 * @param args the command line after the script's name
 * @throws StartProblem for a value nobody can mean
 */
export function readConfig(env: Record<string, string | undefined>, args: readonly string[]): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const parsed = Environment.safeParse(given)
  if (!parsed.success) {
    const name = String(parsed.error.issues[0]?.path[0] ?? '')
    throw new StartProblem(HINTS[name] ?? `The environment variable ${name} has a value that cannot be used.`)
  }
  const { PORT, HOST, DATA_DIR, DATABASE_URL, MEDIA_URL, MEDIA_CACHE_MB, COVERS_AHEAD, NODE_ENV, DEMO } = parsed.data
  const { PUBLIC_URL, ALLOWED_HOSTS, SMTP_URL, MAIL_FROM, TRUST_PROXY, APPROVE_AFTER_MIN } = parsed.data
  if (Number(PORT) > 65_535) throw new StartProblem(PORT_HINT)
  const mediaStore = MEDIA_URL === undefined ? null : readS3Address(MEDIA_URL, parsed.data)
  if (MEDIA_URL !== undefined && mediaStore === null) throw new StartProblem(S3_FORM)
  const { isShared, ...flags } = readFlags(args)
  if (flags.reset && !isShared) refuseToEmpty(DATABASE_URL !== undefined, mediaStore)
  const production = NODE_ENV === 'production'
  const demo = !production && DEMO !== '0'
  const publicUrl = PUBLIC_URL === undefined ? null : new URL(PUBLIC_URL).origin
  return {
    port: Number(PORT),
    host: HOST,
    dataDir: resolve(DATA_DIR),
    databaseUrl: DATABASE_URL ?? null,
    publicUrl,
    allowedHosts: hostList(ALLOWED_HOSTS ?? ''),
    smtpUrl: SMTP_URL ?? null,
    mailFrom: MAIL_FROM ?? null,
    supportEmail: parsed.data.SUPPORT_EMAIL,
    trustProxy: TRUST_PROXY === undefined ? null : proxiesOf(TRUST_PROXY),
    approveAfterMin: APPROVE_AFTER_MIN === undefined ? null : Number(APPROVE_AFTER_MIN),
    mediaStore,
    mediaCacheBytes: Number(MEDIA_CACHE_MB) * 1_048_576,
    coversAhead: Number(COVERS_AHEAD),
    songPercent: Number(parsed.data.DEMO_SONG_PERCENT),
    production,
    demo,
    controls: demo && (isOwnMachine(publicUrl) || parsed.data.TEST_CONTROLS === '1'),
    ...flags,
  }
}

/** What other servers or other data folders may live on is not emptied by the word that empties a folder. */
function refuseToEmpty(hasServer: boolean, mediaStore: S3Place | null): void {
  const shared = [
    ...(hasServer ? ['the database of DATABASE_URL'] : []),
    ...(mediaStore === null ? [] : [`${placeName(mediaStore)} (MEDIA_URL), imported music with it`]),
  ]
  if (shared.length === 0) return
  throw new StartProblem(
    `--reset would empty ${shared.join(' and ')}, for every server that uses it. Say --reset --shared if that is what you want.`,
  )
}

interface Flags {
  catalogue: CatalogueSize | null
  reset: boolean
  isShared: boolean
}

function readFlags(args: readonly string[]): Flags {
  let values: { catalogue?: string; reset?: boolean; shared?: boolean }
  try {
    const flag = { type: 'boolean' } as const
    const options = { catalogue: { type: 'string' }, reset: flag, shared: flag } as const
    values = parseArgs({ args: args.filter((arg) => arg !== '--'), options }).values
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split('. ')[0] ?? error.message) : String(error)
    throw new StartProblem(`${reason}. The switches are --catalogue small, demo or large, --reset, and --shared.`)
  }
  const { catalogue, reset = false, shared: isShared = false } = values
  if (catalogue === undefined) return { catalogue: null, reset, isShared }
  const size = CatalogueSize.safeParse(catalogue)
  if (!size.success) {
    throw new StartProblem(`There is no catalogue "${catalogue}": use --catalogue small, demo or large.`)
  }
  return { catalogue: size.data, reset, isShared }
}
