// Where a player is signed in: the list, and the ends of single sessions. All at once ends API-AUTH-008.
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import type { SessionsAnswer } from '#core/model/people/sessions.ts'
import type { Context } from '../../context.ts'
import { ApiProblem } from '../../http/apiProblem.ts'
import { parse } from '../../http/parse.ts'
import { signedIn } from '../access.ts'

const SessionPath = z.object({ sessionid: z.string().check(z.regex(/^[\w-]{1,64}$/)) })

export function sessionRoutes(app: FastifyInstance, context: Context): void {
  const { sessionList } = context

  app.get('/auth/sessions', async (request): Promise<z.infer<typeof SessionsAnswer>> => {
    const { playerid, sid } = await signedIn(context, request)
    return { data: { sessions: await sessionList.of(playerid, sid) } }
  })

  app.delete('/auth/sessions/others', async (request, reply) => {
    const { playerid, sid } = await signedIn(context, request)
    await sessionList.endOthers(playerid, sid)
    return reply.code(204).send()
  })

  app.delete('/auth/sessions/:sessionid', async (request, reply) => {
    const { playerid } = await signedIn(context, request)
    const { sessionid } = parse(SessionPath, request.params, 'path')
    if (!(await sessionList.end(playerid, sessionid))) {
      throw new ApiProblem(404, 'SESSION_NOT_FOUND', 'There is no such session.')
    }
    return reply.code(204).send()
  })
}
