/**
 * The promotional e-mail of a release, for a sandboxed frame. A frame cannot send a header, so a call with the
 * access token answers an address that is good once, within a minute.
 */
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { API_BASE } from '#core/model/constants.ts'
import { ReleaseId } from '#core/model/ids.ts'
import type { Context } from '../../context.ts'
import { badMediaToken, notFound } from '../../http/apiProblem.ts'
import { parse } from '../../http/parse.ts'
import { promoPage } from '../../promo/promoPage.ts'
import { readPromoMail } from '../../store/catalogue/promoMails.ts'
import { mayOpen, signedIn } from '../access.ts'

const ReleasePath = z.object({ releaseid: ReleaseId })
const Images = z.enum(['0', '1'])
const AddressQuery = z.strictObject({ images: Images })
const PageQuery = z.strictObject({ images: Images, token: z.string().check(z.maxLength(4096)) })

export function promoRoutes(app: FastifyInstance, context: Context): void {
  app.get('/releases/:releaseid/promo/address', async (request) => {
    const { playerid } = await signedIn(context, request)
    const { releaseid } = parse(ReleasePath, request.params, 'path')
    const { images } = parse(AddressQuery, request.query, 'query')
    const row = await context.catalogue.releaseRow(releaseid)
    mayOpen(row)
    const mail = await readPromoMail(context.db, releaseid)
    if (!mail) throw notFound('promotional email')
    const token = await context.tokens.mintPage(playerid, releaseid)
    const path = `${API_BASE}/releases/${encodeURIComponent(releaseid)}/promo`
    return {
      address: `${path}?${new URLSearchParams({ images, token })}`,
      remoteimages: mail.images,
    }
  })

  app.get('/releases/:releaseid/promo', async (request, reply) => {
    const { releaseid } = parse(ReleasePath, request.params, 'path')
    const { images, token } = parse(PageQuery, request.query, 'query')
    const page = await context.tokens.readPage(token)
    if (page?.releaseid !== releaseid) throw badMediaToken()
    const row = await context.catalogue.releaseRow(releaseid)
    mayOpen(row)
    const mail = await readPromoMail(context.db, releaseid)
    if (!mail) throw notFound('promotional email')
    if (!(await context.pageUses.use(page.jti, page.exp))) throw badMediaToken()
    const { html, policy } = promoPage(images === '1' ? mail.pictured : mail.plain, 'en', images === '1')
    return reply
      .header('Content-Type', 'text/html; charset=utf-8')
      .header('Content-Security-Policy', policy)
      .header('Referrer-Policy', 'no-referrer')
      .header('X-DNS-Prefetch-Control', 'off')
      .header('Cross-Origin-Opener-Policy', 'same-origin')
      .send(html)
  })
}
