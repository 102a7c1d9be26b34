// Test controls answer this machine alone.
import type { FastifyRequest } from 'fastify'
import { ApiProblem } from './apiProblem.ts'

/** @throws ApiProblem 404 for a request from elsewhere, as if the call did not exist */
export async function loopback(request: FastifyRequest): Promise<void> {
  if (!/^(::1$|127\.|::ffff:127\.)/.test(request.socket.remoteAddress ?? ''))
    throw new ApiProblem(404, 'NOT_FOUND', 'There is no such call.')
}
