/**
 * Every call with whatever anybody may send: never a 5xx, and every refusal is the one error body. What
 * fails is printed with the seed that repeats it.
 */
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { ReleaseDetail } from '#core/model/catalogue/release.ts'
import { ApiErrorBody } from '#core/model/people/apiError.ts'
import { PlaylistCreated } from '#core/model/playlists/playlist.ts'
import { call, expectJson, mediaToken, signIn } from './http.ts'
import { ROWS } from './rows.ts'
import { onStores } from './stores.ts'

/** Every call of the contract; `{}` stands for a part that is made up. */
const CALLS = `
POST /player/v2/auth/login
POST /auth/pwdless
PUT /auth/pwdless
GET /auth/reset/{}
PUT /auth/chgpwdreset
PUT /auth/refresh
POST /auth/initial-setup
POST /accounts/player/signup/check-accounts-by-email
POST /accounts/player/signup/send-email-verification-code
POST /accounts/player/signup/validate-email-verification-code
POST /accounts/player/signup/confirm-signup
POST /accounts/player/invitations/accept
POST /accounts/player/invitations
POST /accounts/player/invitations/connect
GET /accounts/player/connections
DELETE /accounts/player/connections/{}
POST /accounts/player/connections/process
GET /changes
GET /profile
POST /profile
POST /profile/merge
GET /merge/{}
POST /merge/{}
POST /profile/split
GET /split/{}
POST /split/{}
GET /releases
GET /options
GET /genres
GET /markets
GET /logos
GET /releases/{}
GET /releases/{}/comments
POST /releases/{}/comments
GET /releases/{}/comments/init
POST /releases/{}/comments/click
GET /releases/{}/report
POST /releases/share
POST /releases/{}/flag
DELETE /releases/{}/flag
POST /releases/{}/tracks/{}/flag
DELETE /releases/{}/tracks/{}/flag
POST /releases/{}/archive
DELETE /releases/{}/archive
GET /flagged
GET /archived
GET /index/releases
GET /index/flagged
GET /index/archived
DELETE /flagged
DELETE /archived
GET /search
GET /search/releases/{}
GET /playlists
POST /playlists
GET /playlists/{}
PUT /playlists/{}
DELETE /playlists/{}
GET /playlists/{}/tracks
POST /playlists/{}/tracks
PUT /playlists/{}/tracks/position
DELETE /playlists/{}/tracks/{}
DELETE /playlists/{}/tracks
POST /playlists/{}/pin
DELETE /playlists/{}/pin
GET /playlists/{}/pdf
GET /audio/{}/token
GET /audio/{}/peaks
GET /audio/{}/blocks
GET /video/{}/blocks
GET /releases/{}/promo
GET /releases/{}/promo/address
GET /audio/{}/stream.mp3
GET /audio/{}/download
GET /video/{}/download
GET /audio/zipper/{}
GET /playlists/{}/zipper
GET /audio/zipper/{}/status
GET /playlists/{}/zipper/status
GET /zips/{}
GET /attachments/{}/{}
GET /images/covers/{}
GET /images/logos/{}
GET /images/markets/{}
GET /player.json
GET /locales/{}
GET /locales/{}.json
POST /notifications/device
POST /tracking/page-views
POST /support/messages
GET /{}
PATCH /releases/{}`
  .trim()
  .split('\n')

/** Sent to each call. */
const TRIES = 50
/** The same garbage in every run, so that a failure is one of the code; FUZZ_SEED tries another. */
const SEED = { seed: Number(process.env.FUZZ_SEED ?? 1) }
/** ms for one store; then each call that is left is tried a few times only. */
const TIME_MS = 20_000
const TRIES_AT_LEAST = 5
/** They end the sessions the others are called with; auth.contract.test.ts has what they refuse. */
const ENDING = ['POST /auth/logout', 'DELETE /auth/sessions']

const FIELDS = [
  'username', 'password', 'publicdevice', 'email', 'token', 'dtw', 'refresh-token', 'code', 'first_name', 'email_token',
  'invitation_token', 'invitations', 'mailpref', 'mailto', 'format', 'page', 'pagesize', 'first', 'count', 'sort', 'filter', 'artist', 'label',
  'genres', 'markets', 'days', 'explicit', 'section', 'summary', 'name', 'desc', 'default', 'tracks', 'position', 'trackid',
  'referenceTrackid', 'player_email', 'comment_type_id', 'comment_type', 'comment_text', 'release_id', 'players_id', 'message',
  'bitrate', 'path', 'at', 'device_id', 'platform', '__proto__', 'constructor',
] // biome-ignore format: a list of names

const hostile = fc.constantFrom(
  '..', '../../etc/passwd', '..%2f..%2fetc', '/etc/passwd', '\\..\\..\\', '\u0000', 'a\u0000b', '\ud800', '', ' ', '.', '%',
  "'; drop table releases; --", '" or ""="', "' | 'x':*", '{}', '[]', 'null', 'undefined', '__proto__', 'NaN', '-1', '0', '1e309',
  '9999999999999999999', '-9223372036854775809', '1;2', '<script>alert(1)</script>', 'x'.repeat(300), '\u202e\u0301\ufeff', 'demo-long',
  'demo-forbidden', 'demo-withdrawn', 'demo-no-comments', 'demo-verified', 'verified@demo.test', 'demo-playlist-covers',
) // biome-ignore format: a list
const text = fc.oneof(
  { weight: 3, arbitrary: hostile },
  fc.string({ maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.integer().map(String),
)
const value = fc.oneof(text, fc.integer(), fc.double(), fc.boolean(), fc.constant(null), fc.array(text, { maxLength: 4 }), fc.jsonValue({ maxDepth: 2 })) // biome-ignore format: a choice
const fields = fc.array(fc.tuple(fc.constantFrom(...FIELDS), value), { maxLength: 8 })

onStores((server) => {
  let tokens: string[] = []
  let foreign: string[] = []

  beforeAll(async () => {
    const mine = (await signIn(server().url)).access
    const other = (await signIn(server().url, 'staff@demo.test')).access
    const body = { name: 'foreign', desc: '', default: false }
    const made = call(server().url, '/playlists', { method: 'POST', token: other, body })
    const release = await expectJson(ReleaseDetail, call(server().url, '/releases/demo-no-comments', { token: other }))
    const trackid = release.songs[0]?.trackid ?? ''
    foreign = [(await expectJson(PlaylistCreated, made, 201)).playlistid, trackid]
    const part = (claims: object) => Buffer.from(JSON.stringify(claims)).toString('base64url')
    const claims = { playerid: 'demo-verified', username: 'x', exp: 4_000_000_000 }
    tokens = [
      mine,
      mine,
      mine,
      await mediaToken(server().url, other, trackid),
      `${part({ alg: 'none', typ: 'JWT' })}.${part(claims)}.`,
      `${part({ alg: 'HS512', typ: 'JWT' })}.${part(claims)}.AAAA`,
      mine.slice(0, -4),
      'x',
      '',
    ]
  })

  describe('any call with any input', () => {
    it('answers below 500, and every refusal with code and message', { tags: ['long'] }, async () => {
      const until = performance.now() + TIME_MS
      const statuses = new Map<number, number>()
      const reached = new Set<string>()
      const left = [...CALLS]
      const one = async (line: string) => {
        const [method = '', template = ''] = line.split(' ')
        let tried = 0
        const input = fc.record({
          parts: fc.array(fc.oneof(text, fc.constantFrom(...foreign)), { minLength: 3, maxLength: 3 }),
          query: fields,
          kind: fc.constantFrom('json', 'json', 'object', 'object', 'broken', 'none', 'type'),
          body: value,
          object: fields,
          token: fc.constantFrom(...tokens),
          asQuery: fc.boolean(),
        })
        await fc.assert(
          fc.asyncProperty(input, async ({ parts, query, kind, body, object, token, asQuery }) => {
            if (++tried > TRIES_AT_LEAST && performance.now() > until) return
            let n = 0
            // A part that is `.` or empty would be another path altogether.
            const path = template.replace(/\{\}/g, () => encodeURIComponent(wellFormed(parts[n++] ?? 'x')) || '%20')
            const pairs = query.map(([name, given]) => [name, wellFormed(String(typeof given === 'object' ? JSON.stringify(given) : given))]) // biome-ignore format: a pair
            if (asQuery) pairs.push(['token', token])
            const takesBody = method !== 'GET' && kind !== 'none'
            const sent = kind === 'broken' ? `{"a":${JSON.stringify(body)}` : JSON.stringify(kind === 'json' ? body : Object.fromEntries(object)) // biome-ignore format: a choice
            const response = await fetch(`${server().url}/api${path}?${new URLSearchParams(pairs as string[][])}`, {
              method,
              redirect: 'manual',
              headers: {
                ...(token === '' ? {} : { Authorization: `Bearer ${token}` }),
                ...(takesBody ? { 'Content-Type': kind === 'type' ? 'text/plain' : 'application/json' } : {}),
              },
              ...(takesBody ? { body: sent } : {}),
            })
            const answer = Buffer.from(await response.arrayBuffer()).toString()
            reached.add(line)
            statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
            if (response.status >= 500) throw new Error(`${response.status} ${answer} for ${method} ${path} ${sent}`)
            if (response.status < 400) return
            const refused = ApiErrorBody.safeParse(JSON.parse(answer))
            if (!refused.success) throw new Error(`no error body but ${answer} for ${method} ${path}`)
            expect(refused.data.message).not.toMatch(/\bat .+:\d+:\d+|node_modules|select .+ from/i)
          }),
          { ...SEED, numRuns: TRIES, endOnFailure: true },
        )
      }
      const lane = async () => {
        for (let line = left.shift(); line; line = left.shift()) await one(line)
      }
      await Promise.all([lane(), lane(), lane(), lane()])
      expect(CALLS.filter((line) => !reached.has(line))).toEqual([])
      // Proof that it got through to the calls, and not only to the door.
      expect(statuses.get(200) ?? 0).toBeGreaterThan(15)
      expect(statuses.get(400) ?? 0).toBeGreaterThan(15)
      expect((await fetch(`${server().url}/readyz`)).status).toBe(200)
    })

    it('is every call of the contract', () => {
      const shape = (path: string) => path.replace(/\?.*$/, '').replace(/\{[^}]*\}/g, '{}')
      const rows = ROWS.map(({ method, path }) => `${method} ${shape(path)}`)
      expect(rows.filter((row) => !CALLS.includes(row) && !ENDING.includes(row))).toEqual([])
    })

    it('refuses a body that is too large, broken or nested without end', async () => {
      const token = tokens[0] ?? ''
      const send = async (body: string) => {
        const answer = await call(server().url, '/playlists', { method: 'POST', token, body })
        return [answer.status, ApiErrorBody.parse(await answer.json()).code]
      }
      expect(await send(JSON.stringify({ name: 'x'.repeat(300_000) }))).toEqual([413, 'TOO_LARGE'])
      expect(await send('{"name":')).toEqual([400, 'BAD_JSON'])
      expect(await send('['.repeat(50_000))).toEqual([400, 'BAD_JSON'])
      expect(await send(`${'['.repeat(50_000)}${']'.repeat(50_000)}`)).toEqual([400, 'BAD_JSON'])
      expect(await send('{"name":"a\\u0000b"}')).toEqual([400, 'BAD_REQUEST'])
    })
  })
})

/** Half a surrogate pair cannot be percent-encoded. */
function wellFormed(given: string): string {
  return given.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd')
}
