import { decodeJwt } from 'jose'
import { describe, expect, it } from 'vitest'
import { AcceptedInvitation, ConnectionsAnswer, InvitationsAnswer, ProcessAnswer } from '#core/model/people/network.ts'
import { call, expectJson, refusal } from './http.ts'
import {
  again, DAY, demo, dev, freshEmail, GOOD_PASSWORD, later, linkToken, mailsTo, mailTo, newPlayer, type Person, post, signUpForm, signup,
} from './people.ts' // biome-ignore format: a list
import { onStores } from './stores.ts'

const BASE = '/accounts/player'

onStores((server) => {
  const url = () => server().url
  const send = (access: string | undefined, ...invitations: object[]) =>
    post(url(), `${BASE}/invitations`, { invitations }, access)
  const to = (invitee_email: string, relationship = 'coworker') => ({ invitee_email, relationship })
  const accept = (access: string | undefined, token: unknown) =>
    post(url(), `${BASE}/invitations/accept`, { invitation_token: token }, access)
  const connect = (access: string, token: string) =>
    post(url(), `${BASE}/invitations/connect`, { invitation_token: token }, access)
  const connections = async (access: string) =>
    (await expectJson(ConnectionsAnswer, call(url(), `${BASE}/connections`, { token: access }))).data.connections
  const remove = (access: string, id: string) =>
    call(url(), `${BASE}/connections/${id}`, { method: 'DELETE', token: access })
  /** An invitation from one player to another, as its token. */
  const invitation = async (from: Person, invitee: string) => {
    await send(from.access, to(invitee, 'industry-contact'))
    return linkToken(url(), invitee, 'invitation_existing', '/signin/')
  }

  describe('API-NET-002 send invitations', () => {
    it('API-NET-002: answers 201; an unknown e-mail gets invitation_new with /signup/{token} for 7 days', async () => {
      const inviter = await newPlayer(url())
      const email = freshEmail()
      const answer = await expectJson(InvitationsAnswer, send(inviter.access, to(email.toUpperCase())), 201)
      expect(answer.data.invitations).toEqual([{ invitee_email: email, relationship: 'coworker', status: 'sent' }])
      const mail = await mailTo(url(), email, 'invitation_new')
      expect(mail.text).toContain('Nora Berg')
      const { exp = 0, iat = 0, ...claims } = decodeJwt(await linkToken(url(), email, 'invitation_new', '/signup/'))
      expect(claims).toMatchObject({
        email,
        inviter_email: inviter.email,
        inviter_id: inviter.playerid,
        relationship: 'coworker',
        welcome_email: false,
      })
      expect(exp - iat).toBe(7 * 24 * 3600)
    })

    it('API-NET-002: a known player gets invitation_existing with /signin/{token}', async () => {
      const [inviter, invitee] = [await newPlayer(url()), await newPlayer(url())]
      expect((await send(inviter.access, to(invitee.email))).status).toBe(201)
      const token = await linkToken(url(), invitee.email, 'invitation_existing', '/signin/')
      expect(decodeJwt(token)).toMatchObject({ email: invitee.email, inviter_id: inviter.playerid })
      expect(await mailsTo(url(), invitee.email, 'invitation_new')).toEqual([])
    })

    it('API-NET-002: mints industry-contact for other, and answers what was chosen', async () => {
      const email = freshEmail()
      const access = await demo(url())
      const { data } = await expectJson(InvitationsAnswer, send(access, to(email, 'other')), 201)
      expect(data.invitations[0]?.relationship).toBe('other')
      const token = await linkToken(url(), email, 'invitation_new', '/signup/')
      expect(decodeJwt(token)).toMatchObject({ relationship: 'industry-contact' })
    })

    it('API-NET-002: names who is connected already, without a mail', async () => {
      const access = await demo(url())
      const before = (await mailsTo(url(), 'staff@demo.test')).length
      const fresh = freshEmail()
      const { data } = await expectJson(InvitationsAnswer, send(access, to('Staff@demo.test'), to(fresh)), 201)
      expect(data.invitations.map(({ status }) => status)).toEqual(['already_connected', 'sent'])
      expect((await mailsTo(url(), 'staff@demo.test')).length).toBe(before)
    })

    it('API-NET-002: takes five and answers 400 to none and to six', async () => {
      const { access } = await newPlayer(url())
      const many = (count: number) => Array.from({ length: count }, () => to(freshEmail()))
      expect((await send(access, ...many(5))).status).toBe(201)
      expect(await refusal(send(access))).toEqual({ status: 400, code: 'INVITATIONS_COUNT' })
      expect(await refusal(send(access, ...many(6)))).toEqual({ status: 400, code: 'INVITATIONS_COUNT' })
    })

    it('API-NET-002: answers 400 to a duplicate in another case, a bad entry and one’s own e-mail, and sends none of them', async () => {
      const { access, email } = await newPlayer(url())
      const good = freshEmail()
      for (const entries of [
        [to(good), to(good.toUpperCase())],
        [to(good), to('not an e-mail')],
        [to(good), to(email)],
        [to(good), to(freshEmail(), 'enemy')],
        [to(good), { invitee_email: freshEmail() }],
      ]) {
        expect((await refusal(send(access, ...entries))).status).toBe(400)
      }
      expect(await mailsTo(url(), good)).toEqual([])
    })

    it('API-NET-002, INVITE-014: says of a duplicate what the form says of it', async () => {
      const { access } = await newPlayer(url())
      const good = freshEmail()
      const answer = await send(access, to(good), to(good.toUpperCase()))
      const text = "You've already added this email. Please enter a different valid email address."
      expect(await answer.json()).toMatchObject({ fields: { 'invitations.1.invitee_email': text } })
    })

    it('API-NET-002: answers 403 to an unverified player, whatever the token says', async () => {
      expect(await refusal(send(await demo(url(), 'unverified@demo.test'), to(freshEmail())))).toEqual({
        status: 403,
        code: 'NOT_VERIFIED',
      })
      const { access, email } = await newPlayer(url())
      await dev(url(), `players/${email}`, { verified: false })
      expect((await send(access, to(freshEmail()))).status).toBe(403)
    })

    it('API-NET-002: asks for a session', async () => {
      expect(await refusal(send(undefined, to(freshEmail())))).toEqual({ status: 401, code: 'UNAUTHENTICATED' })
    })

    it('a list that comes again with its key is answered as before, and nobody is mailed twice', async () => {
      const { access } = await newPlayer(url())
      const email = freshEmail()
      const sendKeyed = (key: string, invitee = email) =>
        call(url(), `${BASE}/invitations`, {
          method: 'POST',
          body: { invitations: [to(invitee)] },
          token: access,
          headers: { 'Idempotency-Key': key },
        })
      const first = await expectJson(InvitationsAnswer, sendKeyed('list-0001'), 201)
      const [second, third] = await Promise.all([sendKeyed('list-0001'), sendKeyed('list-0001')])
      expect([second.status, third.status]).toEqual([201, 201])
      expect(await second.json()).toEqual(first)
      expect(await mailsTo(url(), email, 'invitation_new')).toHaveLength(1)
      const other = freshEmail()
      expect((await sendKeyed('list-0001', other)).status).toBe(201)
      expect(await mailsTo(url(), other, 'invitation_new')).toHaveLength(1)
      expect((await sendKeyed('list-0002')).status).toBe(201)
      expect(await mailsTo(url(), email, 'invitation_new')).toHaveLength(2)
    })

    it('an address whose account is closed is refused at its entry, and nobody of the list is mailed', async () => {
      const [{ access }, closed] = [await newPlayer(url()), await newPlayer(url())]
      await dev(url(), `players/${closed.email}`, { state: 'inactive' })
      const fresh = freshEmail()
      const answer = await send(access, to(fresh), to(closed.email))
      expect([answer.status, await answer.json()]).toMatchObject([
        400,
        { fields: { 'invitations.1.invitee_email': 'The account with this email address is closed' } },
      ])
      expect(await mailsTo(url(), fresh)).toEqual([])
    })

    it('a list that is refused for a closed account counts, so that nobody asks for long which are closed', async () => {
      const [{ access }, closed] = [await newPlayer(url()), await newPlayer(url())]
      await dev(url(), `players/${closed.email}`, { state: 'inactive' })
      const list = () => send(access, to(closed.email))
      // A hundred a day.
      for (let n = 0; n < 100; n++) expect((await list()).status).toBe(400)
      expect((await list()).status).toBe(429)
      expect((await send(access, to(freshEmail()))).status).toBe(429)
    })

    it('does not let one person pester one address', async () => {
      const { access } = await newPlayer(url())
      const victim = freshEmail()
      for (let n = 0; n < 30; n++) expect((await send(access, to(victim))).status).toBe(201)
      expect((await send(access, to(victim))).status).toBe(429)
      expect((await send(access, to(freshEmail()))).status).toBe(201)
    })
  })

  describe('API-NET-001 accept invitation', () => {
    it('API-NET-001: answers data.inviter_name and data.connection, and connects both', async () => {
      const [inviter, invitee] = [await newPlayer(url()), await newPlayer(url())]
      const token = await invitation(inviter, invitee.email)
      const { data } = await expectJson(AcceptedInvitation, accept(invitee.access, token))
      expect(data).toMatchObject({
        inviter_name: 'Nora Berg',
        connection: { player_id: inviter.playerid, verified: true },
      })
      expect((await connections(invitee.access)).map(({ player_id }) => player_id)).toEqual([inviter.playerid])
      expect((await connections(inviter.access)).map(({ player_id }) => player_id)).toEqual([invitee.playerid])
    })

    it('API-NET-001: answers 410 when it was accepted already', async () => {
      const [inviter, invitee] = [await newPlayer(url()), await newPlayer(url())]
      const token = await invitation(inviter, invitee.email)
      await accept(invitee.access, token)
      expect(await refusal(accept(invitee.access, token))).toEqual({ status: 410, code: 'INVITATION_ACCEPTED' })
    })

    it('API-NET-001: answers 409 when none of the player’s e-mails is the invitee’s, and the invitation stays good', async () => {
      const [inviter, invitee] = [await newPlayer(url()), await newPlayer(url())]
      const token = await invitation(inviter, invitee.email)
      const stranger = await newPlayer(url())
      expect(await refusal(accept(stranger.access, token))).toEqual({ status: 409, code: 'INVITATION_NOT_FOR_USER' })
      expect((await accept(invitee.access, token)).status).toBe(200)
    })

    it('H-046: answers 409 where who invited has closed their account, and connects nobody', async () => {
      const [inviter, invitee] = [await newPlayer(url()), await newPlayer(url())]
      const token = await invitation(inviter, invitee.email)
      await dev(url(), `players/${inviter.email}`, { state: 'inactive' })
      expect(await refusal(accept(invitee.access, token))).toEqual({ status: 409, code: 'INVITATION_NOT_FOR_USER' })
      await dev(url(), `players/${inviter.email}`, { state: 'active' })
      expect((await accept(invitee.access, token)).status).toBe(200)
    })

    it('API-NET-001: takes an invitation to any connected e-mail', async () => {
      const inviter = await newPlayer(url())
      const token = await invitation(inviter, 'many.home@demo.test')
      expect((await accept(await demo(url(), 'many@demo.test'), token)).status).toBe(200)
    })

    it('API-NET-001: answers 409 to an invented token and to one for a sign-up', async () => {
      const [inviter, invitee] = [await newPlayer(url()), await newPlayer(url())]
      const fresh = freshEmail()
      await send(inviter.access, to(fresh))
      const forSignUp = await linkToken(url(), fresh, 'invitation_new', '/signup/')
      for (const token of ['a.b.c', forSignUp]) expect((await refusal(accept(invitee.access, token))).status).toBe(409)
    })

    it('API-NET-001: answers 410 to one that has expired', async () => {
      const [inviter, invitee] = [await newPlayer(url()), await newPlayer(url())]
      const token = await invitation(inviter, invitee.email)
      const answer = await later(url(), 7 * DAY, async () => refusal(accept(await again(url(), invitee.email), token)))
      expect(answer).toEqual({ status: 410, code: 'INVITATION_EXPIRED' })
    })

    it('API-NET-001: answers 401 when not signed in, 400 to garbage', async () => {
      expect(await refusal(accept(undefined, 'x'))).toEqual({ status: 401, code: 'UNAUTHENTICATED' })
      const access = await demo(url())
      for (const token of [1, null, '']) expect((await accept(access, token)).status).toBe(400)
    })
  })

  describe('API-NET-003 connect via invitation', () => {
    it('API-NET-003: connects like accept, and answers 200 to the second time too', async () => {
      const [inviter, invitee] = [await newPlayer(url()), await newPlayer(url())]
      const token = await invitation(inviter, invitee.email)
      const first = await expectJson(AcceptedInvitation, connect(invitee.access, token))
      expect(await expectJson(AcceptedInvitation, connect(invitee.access, token))).toEqual(first)
      expect((await connections(invitee.access)).map(({ player_id }) => player_id)).toEqual([inviter.playerid])
    })

    it('API-NET-003: answers 200 to who is connected also when the invitation is over, and 410 to who is not', async () => {
      const [inviter, invitee, stranger] = [await newPlayer(url()), await newPlayer(url()), await newPlayer(url())]
      const [token, other] = [await invitation(inviter, invitee.email), await invitation(inviter, stranger.email)]
      const first = await expectJson(AcceptedInvitation, connect(invitee.access, token))
      await later(url(), 7 * DAY, async () => {
        const [theirs, strangers] = [await again(url(), invitee.email), await again(url(), stranger.email)]
        expect(await expectJson(AcceptedInvitation, connect(theirs, token))).toEqual(first)
        expect(await refusal(accept(theirs, token))).toEqual({ status: 410, code: 'INVITATION_EXPIRED' })
        // Whoever it was for: it has connected nobody, and does not any more.
        for (const link of [token, other])
          expect(await refusal(connect(strangers, link))).toEqual({ status: 410, code: 'INVITATION_EXPIRED' })
        expect(await connections(strangers)).toEqual([])
      })
    })

    it('API-NET-003: answers 409 to another player’s invitation', async () => {
      const [inviter, invitee, stranger] = [await newPlayer(url()), await newPlayer(url()), await newPlayer(url())]
      const token = await invitation(inviter, invitee.email)
      expect((await connect(stranger.access, token)).status).toBe(409)
    })

    it('does not bring back a connection that was deleted', async () => {
      const [inviter, invitee] = [await newPlayer(url()), await newPlayer(url())]
      const token = await invitation(inviter, invitee.email)
      await connect(invitee.access, token)
      await remove(invitee.access, inviter.playerid)
      expect((await connect(invitee.access, token)).status).toBe(410)
      expect(await connections(invitee.access)).toEqual([])
    })
  })

  describe('API-NET-004 list connections', () => {
    it('H-046: lists nobody whose account is closed, with whom nothing could be shared', async () => {
      const [inviter, invitee] = [await newPlayer(url()), await newPlayer(url())]
      await accept(invitee.access, await invitation(inviter, invitee.email))
      await dev(url(), `players/${inviter.email}`, { state: 'inactive' })
      expect(await connections(invitee.access)).toEqual([])
      await dev(url(), `players/${inviter.email}`, { state: 'active' })
      expect((await connections(invitee.access)).map(({ player_id }) => player_id)).toEqual([inviter.playerid])
    })

    it('API-NET-004: lists verified and unverified ones with their fields, sorted by full_name', async () => {
      const list = await connections(await demo(url()))
      expect(list.find(({ player_id }) => player_id === 'demo-unverified')).toEqual({
        player_id: 'demo-unverified',
        full_name: 'Umar Farouk',
        first_name: 'Umar',
        last_name: 'Farouk',
        email: 'unverified@demo.test',
        verified: false,
      })
      expect(list.some(({ verified }) => verified)).toBe(true)
      const names = list.map(({ full_name }) => full_name)
      expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b, 'en', { sensitivity: 'base' })))
      expect(names.length).toBeGreaterThan(5)
    })

    it('API-NET-004: is empty for a player without any, and asks for a session', async () => {
      const { access } = await newPlayer(url())
      expect(await connections(access)).toEqual([])
      expect((await call(url(), `${BASE}/connections`)).status).toBe(401)
    })
  })

  describe('API-NET-005 delete connection', () => {
    it('API-NET-005: answers 204 and removes it for both players', async () => {
      const [inviter, invitee] = [await newPlayer(url()), await newPlayer(url())]
      await accept(invitee.access, await invitation(inviter, invitee.email))
      expect((await remove(inviter.access, invitee.playerid)).status).toBe(204)
      expect([await connections(inviter.access), await connections(invitee.access)]).toEqual([[], []])
    })

    it('API-NET-005: answers 404 with a message to an unknown one', async () => {
      const { access } = await newPlayer(url())
      const answer = await remove(access, 'demo-verified')
      expect(answer.status).toBe(404)
      expect(await answer.json()).toMatchObject({ code: 'CONNECTION_NOT_FOUND', message: expect.any(String) })
    })
  })

  describe('API-NET-006 process connections', () => {
    it('API-NET-006: links what was accepted before, and answers data.connected', async () => {
      const inviter = await newPlayer(url())
      const access = await invitedAndActive(inviter)
      expect(await connections(access)).toEqual([])
      const { data } = await expectJson(ProcessAnswer, post(url(), `${BASE}/connections/process`, undefined, access))
      expect(data.connected.map(({ player_id }) => player_id)).toEqual([inviter.playerid])
      expect(await connections(access)).toEqual(data.connected)
    })

    it('API-NET-006: leaves invitations alone that nobody accepted', async () => {
      const [inviter, invitee] = [await newPlayer(url()), await newPlayer(url())]
      await invitation(inviter, invitee.email)
      const { data } = await expectJson(
        ProcessAnswer,
        post(url(), `${BASE}/connections/process`, undefined, invitee.access),
      )
      expect(data.connected).toEqual([])
    })
  })

  /** Somebody who signed up on an invitation and was made active by hand, past the approval that connects. */
  async function invitedAndActive(inviter: Person): Promise<string> {
    const email = freshEmail()
    await send(inviter.access, to(email, 'industry-contact'))
    const token = await linkToken(url(), email, 'invitation_new', '/signup/')
    const form = signUpForm(email, { token, password: GOOD_PASSWORD, confirm_password: GOOD_PASSWORD })
    expect((await signup(url(), 'confirm-signup', form)).status).toBe(201)
    await dev(url(), `players/${email}`, { state: 'active' })
    return again(url(), email)
  }
})
