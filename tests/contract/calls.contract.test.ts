// That there is a call for every row of the requirement catalogue that names one.
import { describe, expect, it } from 'vitest'
import { ApiErrorBody } from '#core/model/people/apiError.ts'
import { call, signIn } from './http.ts'
import { signUpForm } from './people.ts'
import { ROWS } from './rows.ts'
import { onStores } from './stores.ts'

/** Bodies as they must be, but for one field nobody knows. */
const WITH_STRANGER: [method: string, path: string, body: object][] = [
  ['POST', '/player/v2/auth/login', { username: 'a@b.cd', password: 'x', publicdevice: false }],
  ['POST', '/auth/pwdless', { email: 'a@b.cd', publicdevice: false }],
  ['PUT', '/auth/pwdless', { token: 'x' }],
  ['PUT', '/auth/chgpwdreset', { password: 'x', token: 'x' }],
  ['PUT', '/auth/refresh', { 'refresh-token': 'x' }],
  ['POST', '/auth/initial-setup', { token: 'x' }],
  ['POST', '/accounts/player/signup/check-accounts-by-email', { email: 'a@b.cd' }],
  ['POST', '/accounts/player/signup/send-email-verification-code', { email: 'a@b.cd' }],
  ['POST', '/accounts/player/signup/validate-email-verification-code', { email: 'a@b.cd', code: '12345' }],
  ['POST', '/accounts/player/signup/confirm-signup', signUpForm('a@b.cd')],
  ['POST', '/accounts/player/invitations', { invitations: [] }],
  ['POST', '/accounts/player/invitations/accept', { invitation_token: 'x' }],
  ['POST', '/accounts/player/invitations/connect', { invitation_token: 'x' }],
  ['POST', '/profile', { city: 'Utrecht' }],
  ['POST', '/profile/merge', { email: 'a@b.cd' }],
  ['POST', '/profile/split', { email: 'a@b.cd' }],
  ['POST', '/notifications/device', { device_id: 'd', platform: 'web' }],
  ['POST', '/playlists', { name: 'One' }],
  ['POST', '/playlists/demo-playlist-empty/tracks', { tracks: ['t'] }],
  [
    'PUT',
    '/playlists/demo-playlist-empty/tracks/position',
    { position: 'before', trackid: 'a', referenceTrackid: 'b' },
  ],
  ['POST', '/releases/share', { release_id: 'demo-no-comments', players_id: ['demo-staff'] }],
  [
    'POST',
    '/releases/demo-no-attachments/comments',
    { player_email: 'a@b.cd', comment_type_id: 1, comment_type: 'other', comment_text: 'Hello' },
  ],
  ['POST', '/tracking/page-views', { path: '/releases', at: '2026-01-01T00:00:00Z' }],
]
/** What Fastify answers where no route is. */
const NO_CALL = 'There is no such call.'

onStores((server) => {
  describe('the contract', () => {
    it('API-GEN-004: has a call of the server for every row, which answers by the rules of all calls', async () => {
      expect(ROWS.length).toBeGreaterThanOrEqual(73)
      const { access } = await signIn(server().url)
      for (const { id, method, path } of ROWS) {
        if (path === '/auth/logout' || path === '/auth/sessions') continue
        const address = path.replace('{code}', 'en').replace(/\{\w+\}/g, 'nobody-has-this')
        const answer = await call(server().url, address, { method, token: access })
        const body = await answer.text()
        const where = `${id} ${method} ${path}: ${answer.status} ${body.slice(0, 200)}`
        expect(answer.status, where).toBeLessThan(500)
        if (answer.status < 400) continue
        const refused = ApiErrorBody.parse(JSON.parse(body))
        expect(refused.message, where).not.toBe(NO_CALL)
        expect(refused.code, where).toMatch(/^[A-Z][A-Z0-9_]+$/)
        expect(answer.headers.get('cache-control'), where).toBe('no-store')
      }
      // Those two end the session the others need.
      for (const [method, path] of [
        ['POST', '/auth/logout'],
        ['DELETE', '/auth/sessions'],
      ] as const) {
        const { access: own } = await signIn(server().url)
        expect((await call(server().url, path, { method, token: own })).status).toBe(204)
      }
      expect((await call(server().url, '/no/such/call', { token: access })).status).toBe(404)
    })

    it('refuses a field it does not know in every body, and names it', async () => {
      const { access } = await signIn(server().url)
      for (const [method, path, body] of WITH_STRANGER) {
        const answer = await call(server().url, path, { method, token: access, body: { ...body, stranger: 1 } })
        const text = await answer.text()
        expect(answer.status, `${method} ${path} ${text}`).toBe(400)
        const refused = ApiErrorBody.parse(JSON.parse(text))
        expect(Object.keys(refused.fields ?? {}), `${method} ${path}`).toEqual(['stranger'])
      }
    })
  })
})
