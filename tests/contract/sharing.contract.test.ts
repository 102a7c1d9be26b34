import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { ReleaseDetail, ReleaseList } from '#core/model/catalogue/release.ts'
import { CommentInit, SentComments } from '#core/model/people/sharing.ts'
import { demoCatalogue } from '#server/demo/catalogue/catalogue.ts'
import { call, expectJson, refusal, signIn } from './http.ts'
import { linkToken, newPlayer } from './people.ts'
import { onStores } from './stores.ts'

const Outbox = z.array(
  z.looseObject({
    kind: z.string(),
    to: z.string(),
    replyTo: z.nullable(z.string()),
    subject: z.string(),
    text: z.string(),
    links: z.array(z.string()),
  }),
)
const Connections = z.object({
  data: z.object({
    connections: z.array(z.looseObject({ player_id: z.string(), email: z.string(), verified: z.boolean() })),
  }),
})

onStores((server) => {
  let access = ''
  let connected: z.infer<typeof Connections>['data']['connections'] = []
  const post = (path: string, body?: unknown, token = access, headers: Record<string, string> = {}) =>
    call(server().url, path, { method: 'POST', token, headers, ...(body === undefined ? {} : { body }) })
  const get = (path: string, token = access) => call(server().url, path, { token })
  const outbox = async (kind: string) => {
    const answer = await fetch(`${server().url}/dev/outbox`)
    return Outbox.parse(await answer.json()).filter((mail) => mail.kind === kind)
  }
  const catalogue = [...demoCatalogue('small')]
  const without = (flag: 'commenting_enabled' | 'allow_sharing') =>
    catalogue.find((release) => release.access === 'open' && !release[flag])?.releaseid ?? ''
  const open = catalogue.find((r) => r.access === 'open' && r.commenting_enabled && r.allow_sharing)
  const releaseid = open?.releaseid ?? ''

  beforeAll(async () => {
    access = (await signIn(server().url)).access
    connected = (await expectJson(Connections, get('/accounts/player/connections'))).data.connections
  })

  describe('comments', () => {
    const comment = {
      player_email: 'verified@demo.test',
      comment_type_id: 4,
      comment_type: 'schedule interview',
      comment_text: '<b>Hello</b> & goodbye',
    }

    it('API-REL-007: goes to the owner of the release, and an answer to the player', async () => {
      const answer = await post(`/releases/${releaseid}/comments`, comment)
      expect(answer.status).toBe(200)
      const [mail] = await outbox('contact_request')
      expect(mail).toMatchObject({ replyTo: 'verified@demo.test', to: expect.stringMatching(/^promo@.+\.demo\.test$/) })
      expect(mail?.text).toContain('<b>Hello</b> & goodbye')
      expect(mail?.text.toLowerCase()).toContain('schedule interview')
    })

    it.each([
      ['3001 characters', { comment_text: 'x'.repeat(3001) }],
      ['no text', { comment_text: '  ' }],
      ['an unknown type', { comment_type_id: 9 }],
      ['type 0', { comment_type_id: 0 }],
      ['a type nobody knows', { comment_type: 'nonsense' }],
      ['no e-mail', { player_email: 'nobody' }],
      ['an e-mail of somebody else', { player_email: 'staff@demo.test' }],
    ])('API-REL-007: is refused with %s', async (_what, change) => {
      const before = (await outbox('contact_request')).length
      const answer = refusal(post(`/releases/${releaseid}/comments`, { ...comment, ...change }))
      expect(await answer).toEqual({ status: 400, code: 'BAD_REQUEST' })
      expect(await outbox('contact_request')).toHaveLength(before)
    })

    it('API-REL-007: takes 3000 characters', async () => {
      const answer = await post(`/releases/${releaseid}/comments`, { ...comment, comment_text: 'ä'.repeat(3000) })
      expect(answer.status).toBe(200)
    })

    it('API-REL-007: answers 403 where commenting is disabled', async () => {
      const answer = refusal(post(`/releases/${without('commenting_enabled')}/comments`, comment))
      expect(await answer).toEqual({ status: 403, code: 'COMMENTING_DISABLED' })
    })

    it('API-REL-007: sent again with the same key, after a lost answer or at once, it is mailed once', async () => {
      const before = (await outbox('contact_request')).length
      const send = () =>
        post(`/releases/${releaseid}/comments`, comment, access, { 'Idempotency-Key': 'comment-once-1' })
      const answers = [...(await Promise.all([send(), send()])), await send()]
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
      expect((await outbox('contact_request')).length - before).toBe(1)
    })

    it('H-045: a short key in quotes is one too, and with other words it is another message', async () => {
      const before = (await outbox('contact_request')).length
      for (const comment_text of ['Seven', 'Seven', 'Eight'])
        await post(`/releases/${releaseid}/comments`, { ...comment, comment_text }, access, {
          'Idempotency-Key': '"7"',
        })
      expect((await outbox('contact_request')).length - before).toBe(2)
    })

    it('API-REL-007: under another key it is another message', async () => {
      const before = (await outbox('contact_request')).length
      for (const key of ['comment-two-1', 'comment-two-2'])
        await post(`/releases/${releaseid}/comments`, comment, access, { 'Idempotency-Key': key })
      expect((await outbox('contact_request')).length - before).toBe(2)
    })

    it('CONTACT-014: counts what a person sees: 3000 families are taken, one more is not', async () => {
      const family = '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}'
      const of = (count: number) => ({ ...comment, comment_text: family.repeat(count) })
      expect((await post(`/releases/${releaseid}/comments`, of(300))).status).toBe(200)
      expect(await refusal(post(`/releases/${releaseid}/comments`, of(3001)))).toEqual({
        status: 400,
        code: 'BAD_REQUEST',
      })
    })

    it('API-REL-007: lines that look like headers of a mail are words of the message', async () => {
      const comment_text = 'Hello\r\nBcc: everybody@demo.test\r\nSubject: other\r\n\r\n<script>1</script>'
      expect((await post(`/releases/${releaseid}/comments`, { ...comment, comment_text })).status).toBe(200)
      const [mail] = await outbox('contact_request')
      expect(mail?.text).toContain('Bcc: everybody@demo.test')
      expect([mail?.to, mail?.subject].join()).not.toMatch(/everybody|other/)
    })

    it('tells what one wrote to the same owner before, the newest first, and nobody else what it was', async () => {
      const earlier = async (id: string, token = access) =>
        (await expectJson(SentComments, call(server().url, `/releases/${id}/comments`, { token }))).comments
      await post(`/releases/${releaseid}/comments`, { ...comment, comment_text: 'The last one 静か' })
      const sent = await earlier(releaseid)
      expect(sent[0]).toMatchObject({ release_id: releaseid, comment_text: 'The last one 静か', comment_type_id: 4 })
      expect(sent.length).toBeLessThanOrEqual(20)
      expect(sent.map(({ sent_at }) => sent_at)).toEqual(sent.map(({ sent_at }) => sent_at).toSorted((a, b) => b - a))
      expect(await earlier(releaseid, (await signIn(server().url, 'staff@demo.test')).access)).toEqual([])
      expect(await earlier('demo-no-sharing')).toEqual([])
      expect((await refusal(get('/releases/none/comments'))).status).toBe(404)
    })

    it('API-REL-008: tells whether comments are taken, and the eight types in order', async () => {
      const init = await expectJson(CommentInit, get(`/releases/${releaseid}/comments/init`))
      expect([init.enabled, init.types.map((type) => type.id)]).toEqual([true, [1, 2, 3, 4, 5, 6, 7, 8]])
      expect(init.types[0]?.name).toBe('feedback to artist')
      const off = await expectJson(CommentInit, get(`/releases/${without('commenting_enabled')}/comments/init`))
      expect(off.enabled).toBe(false)
    })

    it('API-REL-009: takes an opening of a release there is', async () => {
      expect((await post(`/releases/${releaseid}/comments/click`)).status).toBe(204)
      expect((await refusal(post('/releases/none/comments/click'))).status).toBe(404)
    })
  })

  describe('sharing', () => {
    const share = (body: object, token = access) => post('/releases/share', { release_id: releaseid, ...body }, token)
    const verified = () => connected.filter((one) => one.verified)

    it('API-REL-011: mails each receiver the link, the sharer and the message', async () => {
      expect(verified().length).toBeGreaterThan(0)
      const before = (await outbox('release_shared')).length
      const players_id = verified().map((one) => one.player_id)
      expect((await share({ players_id, message: 'Für dich' })).status).toBe(201)
      const mails = (await outbox('release_shared')).slice(0, players_id.length)
      expect((await outbox('release_shared')).length).toBe(before + players_id.length)
      for (const mail of mails) {
        expect(mail.text).toContain('Für dich')
        expect(mail.text).toContain('Vera Lindqvist')
        expect(mail.replyTo).toBe('verified@demo.test')
        expect(mail.links.some((link) => link.endsWith(`/releases/releaseInfo/${releaseid}`))).toBe(true)
      }
      expect(new Set(mails.map((mail) => mail.to)).size).toBe(players_id.length)
    })

    it('API-REL-011: takes 500 characters and one mail for a receiver named twice', async () => {
      const id = verified()[0]?.player_id ?? ''
      const before = (await outbox('release_shared')).length
      expect((await share({ players_id: [id, id], message: 'x'.repeat(500) })).status).toBe(201)
      expect(await outbox('release_shared')).toHaveLength(before + 1)
    })

    it('API-REL-011: sent again with the same key each receiver has it once, whoever was added meanwhile', async () => {
      const before = (await outbox('release_shared')).length
      const ids = verified().map((one) => one.player_id)
      expect(ids.length).toBeGreaterThan(1)
      const send = (players_id: string[]) =>
        post('/releases/share', { release_id: releaseid, players_id }, access, { 'Idempotency-Key': 'share-once-1' })
      const answers = [...(await Promise.all([send(ids.slice(0, 1)), send(ids.slice(0, 1))])), await send(ids)]
      expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
      expect((await outbox('release_shared')).length - before).toBe(ids.length)
    })

    it('H-045: other words with the same key are another message', async () => {
      const before = (await outbox('release_shared')).length
      const [friend] = verified()
      for (const message of ['One', 'One', 'Two'])
        await post('/releases/share', { release_id: releaseid, players_id: [friend?.player_id], message }, access, { 'Idempotency-Key': 's1' }) // biome-ignore format: one call
      expect((await outbox('release_shared')).length - before).toBe(2)
    })

    it('API-REL-011: several releases go out in one mail, and each is kept for itself', async () => {
      const [friend] = verified()
      const before = (await outbox('release_shared')).length
      const also = ['demo-no-comments', releaseid, 'demo-no-comments']
      const answer = await share({ also, players_id: [friend?.player_id ?? ''], message: 'Both' })
      // All that were named went out at once (H-534).
      expect([answer.status, await answer.json()]).toEqual([201, { data: { shared: 4 } }])
      const mails = await outbox('release_shared')
      expect(mails).toHaveLength(before + 1)
      expect(mails[0]?.links.filter((link) => link.includes('/releaseInfo/'))).toEqual([
        expect.stringMatching(new RegExp(`/${releaseid}$`)),
        expect.stringMatching(/\/demo-no-comments$/),
      ])
    })

    it('API-REL-011: several releases are refused as one when one of them may not be shared', async () => {
      const before = (await outbox('release_shared')).length
      const body = { also: [without('allow_sharing')], players_id: [verified()[0]?.player_id ?? ''] }
      expect(await refusal(share(body))).toEqual({ status: 403, code: 'SHARING_NOT_ALLOWED' })
      expect(await outbox('release_shared')).toHaveLength(before)
    })

    it('API-REL-011: 300 emoji are a message, and lines that look like headers are words of it', async () => {
      const players_id = verified()
        .slice(0, 1)
        .map((one) => one.player_id)
      const message = `${'👩‍🚀'.repeat(300)}\r\nBcc: everybody@demo.test\r\n<img src=x onerror=alert(1)>`
      expect((await share({ players_id, message })).status).toBe(201)
      const [mail] = await outbox('release_shared')
      expect(mail?.text).toContain('👩‍🚀'.repeat(300))
      expect(mail?.text).toContain('Bcc: everybody@demo.test')
      expect([mail?.to, mail?.subject, mail?.replyTo].join()).not.toContain('everybody')
      expect(mail?.html).not.toContain('<img src=x')
    })

    it('API-REL-011: a connection that is deleted while it is shared with is either mailed or refused', async () => {
      const [mine, theirs] = [await newPlayer(server().url), await newPlayer(server().url)]
      const invitations = [{ invitee_email: theirs.email, relationship: 'industry-contact' }]
      await post('/accounts/player/invitations', { invitations }, mine.access)
      const invitation_token = await linkToken(server().url, theirs.email, 'invitation_existing', '/signin/')
      expect((await post('/accounts/player/invitations/accept', { invitation_token }, theirs.access)).status).toBe(200)
      const before = (await outbox('release_shared')).length
      const [answer, gone] = await Promise.all([
        share({ players_id: [theirs.playerid] }, mine.access),
        call(server().url, `/accounts/player/connections/${mine.playerid}`, { method: 'DELETE', token: theirs.access }),
      ])
      expect(gone.status).toBeLessThan(500)
      expect([201, 403]).toContain(answer.status)
      expect((await outbox('release_shared')).length - before).toBe(answer.status === 201 ? 1 : 0)
    })

    it.each([
      ['nobody', { players_id: [] }],
      ['26 releases', { players_id: ['x'], also: Array.from({ length: 25 }, (_, at) => `r${at}`) }],
      ['501 characters', { players_id: ['x'], message: 'x'.repeat(501) }],
      ['no list', {}],
    ])('API-REL-011: is refused with %s', async (_what, body) => {
      expect(await refusal(share(body))).toEqual({ status: 400, code: 'BAD_REQUEST' })
    })

    it('API-REL-011: answers 403 to a player who is not verified', async () => {
      const token = (await signIn(server().url, 'unverified@demo.test')).access
      const answer = refusal(share({ players_id: [verified()[0]?.player_id ?? ''] }, token))
      expect(await answer).toEqual({ status: 403, code: 'NOT_VERIFIED' })
    })

    it('API-REL-011: answers 403 where sharing is not allowed', async () => {
      const body = { release_id: without('allow_sharing'), players_id: [verified()[0]?.player_id ?? ''] }
      expect(await refusal(share(body))).toEqual({ status: 403, code: 'SHARING_NOT_ALLOWED' })
    })

    it('API-REL-011: answers 403, and mails nobody, when a receiver is no verified connection', async () => {
      const unverified = connected.find((one) => !one.verified)?.player_id
      expect(unverified).toBeDefined()
      const before = (await outbox('release_shared')).length
      for (const bad of [unverified ?? '', 'demo-verified', 'nobody']) {
        const answer = refusal(share({ players_id: [verified()[0]?.player_id ?? '', bad] }))
        expect(await answer).toEqual({ status: 403, code: 'NOT_CONNECTED' })
      }
      expect(await outbox('release_shared')).toHaveLength(before)
    })
  })

  describe('the metadata report', () => {
    it('API-REL-010: is a CSV after RFC 4180 with one line for each track', async () => {
      const release = await expectJson(ReleaseDetail, get(`/releases/${releaseid}`))
      const answer = await get(`/releases/${releaseid}/report?format=csv`)
      expect([answer.status, answer.headers.get('content-type')]).toEqual([
        200,
        'text/csv; charset=utf-8; header=present',
      ])
      const rows = parseCsv((await answer.text()).replace(/^\ufeff/, ''))
      expect(rows).toHaveLength(release.songs.length + 1)
      for (const row of rows) expect(row).toHaveLength(rows[0]?.length ?? 0)
      expect(rows.slice(1).map((row) => row[2])).toEqual(release.songs.map((song) => song.title))
      expect(rows.slice(1).map((row) => row[13])).toEqual(release.songs.map((song) => song.isrc))
      for (const row of rows) for (const cell of row) expect(cell).not.toMatch(/^[=+@\t\r-]/)
    })

    it('API-REL-010: is a PDF', async () => {
      const { releases } = await expectJson(ReleaseList, get('/releases?pagesize=100'))
      for (const { releaseid: id } of releases.slice(0, 3)) {
        const answer = await get(`/releases/${id}/report?format=pdf`)
        expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf'])
        const bytes = Buffer.from(await answer.arrayBuffer())
        expect(bytes.subarray(0, 5).toString('latin1')).toBe('%PDF-')
        expect(bytes.includes('%%EOF')).toBe(true)
      }
    })

    it('API-REL-010: answers 404 for an unknown release and 400 for another format', async () => {
      expect(await refusal(get('/releases/none/report?format=csv'))).toEqual({ status: 404, code: 'RELEASE_NOT_FOUND' })
      expect((await refusal(get(`/releases/${releaseid}/report?format=xls`))).status).toBe(400)
      expect((await refusal(get(`/releases/${releaseid}/report`))).status).toBe(400)
      expect((await refusal(get('/releases/demo-forbidden/report?format=csv'))).status).toBe(403)
    })
  })

  describe('digests', () => {
    const clock = (body: object) =>
      fetch(`${server().url}/dev/clock`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      })
    const prefer = async (email: string, mailpref: string) => {
      const token = (await signIn(server().url, email)).access
      expect((await post('/profile', { mailpref }, token)).status).toBe(200)
    }
    /** How far the server's clock stands from this one, ms. */
    let moved = 0
    /** In one step: between two of them the server would stand at today, and may write what is due today. */
    const moveTo = async (iso: string) => {
      const ms = Date.parse(iso) - (Date.now() + moved)
      expect((await clock({ ms })).ok).toBe(true)
      moved += ms
    }
    /** The server looks for what is due every two seconds, and nobody is told when it has. */
    const twoLooks = () => new Promise((done) => setTimeout(done, 4500))
    const digests = async (to: string, wanted: number, release = '') => {
      for (let tries = 0; tries < 100; tries++) {
        const mails = (await outbox('release_digest')).filter((mail) => mail.to === to)
        if (mails.filter((mail) => mail.links.join(' ').includes(release)).length >= wanted) return mails
        await new Promise((done) => setTimeout(done, 200))
      }
      return (await outbox('release_digest')).filter((mail) => mail.to === to)
    }
    beforeEach(async () => {
      await clock({ reset: true })
      moved = 0
    })

    it('mail daily, weekly and single releases to those who want them, once, and nothing to the others', {
      tags: ['long'],
    }, async () => {
      const within = (from: string, to: string) =>
        catalogue.filter((r) => r.access === 'open' && r.available > from && r.available <= to)
      const naming = async (to: string, release = '') =>
        (await digests(to, 1, release)).find((mail) => mail.links.join(' ').includes(release))
      // What is due at what time this test happens to run was passed over, for nobody wants a mail yet: these times are others.
      await moveTo('2026-11-15T07:00:00Z')
      await prefer('staff@demo.test', 'weekly')
      await moveTo('2026-11-16T06:05:00Z')
      const lastWeek = within('2026-11-09T06:00:00.000Z', '2026-11-16T06:00:00.000Z')
      expect(lastWeek.length).toBeGreaterThan(0)
      const weekly = await naming('staff@demo.test', lastWeek[0]?.releaseid)
      for (const release of lastWeek) expect(weekly?.links.join(' ')).toContain(release.releaseid)

      await moveTo('2026-11-19T07:00:00Z')
      await prefer('verified@demo.test', 'daily')
      await prefer('many@demo.test', 'none')
      // Asked for in the quarter before, once the server has passed over what nobody wanted: the mail begins there.
      await moveTo('2026-11-20T05:50:00Z')
      await twoLooks()
      await prefer('unverified@demo.test', 'track')
      await moveTo('2026-11-20T06:05:00Z')
      const lastDay = within('2026-11-19T06:00:00.000Z', '2026-11-20T06:00:00.000Z')
      expect(lastDay.length).toBeGreaterThan(0)
      const daily = await naming('verified@demo.test', lastDay[0]?.releaseid)
      for (const release of lastDay)
        expect(daily?.links.join(' ')).toContain(`/releases/releaseInfo/${release.releaseid}`)
      const quarter = within('2026-11-20T05:45:00.000Z', '2026-11-20T06:00:00.000Z')
      expect(await digests('unverified@demo.test', quarter.length)).toHaveLength(quarter.length)

      // Two looks later nothing was repeated.
      await twoLooks()
      expect((await digests('staff@demo.test', 1)).filter((mail) => mail.text === weekly?.text)).toHaveLength(1)
      expect((await digests('verified@demo.test', 1)).filter((mail) => mail.text === daily?.text)).toHaveLength(1)
      expect(await digests('many@demo.test', 0)).toEqual([])
    })
  })

  it('asks for a session on every call', async () => {
    for (const [method, path] of [
      ['POST', `/releases/${releaseid}/comments`],
      ['GET', `/releases/${releaseid}/comments`],
      ['GET', `/releases/${releaseid}/comments/init`],
      ['POST', `/releases/${releaseid}/comments/click`],
      ['GET', `/releases/${releaseid}/report?format=csv`],
      ['POST', '/releases/share'],
    ] as const) {
      expect(await refusal(call(server().url, path, { method }))).toEqual({ status: 401, code: 'UNAUTHENTICATED' })
    }
  })
})

/** A strict reader of RFC 4180: quoted fields, CRLF at the end of every line. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  const field = /"((?:[^"]|"")*)"(,|\r\n)/y
  while (field.lastIndex < text.length) {
    const at = field.lastIndex
    const match = field.exec(text)
    if (!match) throw new Error(`not CSV at ${at}: ${text.slice(at, at + 40)}`)
    row.push((match[1] ?? '').replaceAll('""', '"'))
    if (match[2] !== ',') {
      rows.push(row)
      row = []
    }
  }
  return rows
}
