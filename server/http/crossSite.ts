// Calls that do something although they are a GET, or a POST before its body is read: a page elsewhere can have any
// browser make those, without asking first whether it may.
import type { FastifyRequest } from 'fastify'
import { ApiProblem } from './apiProblem.ts'
import type { Names } from './names.ts'

/** @throws ApiProblem 403 for a call a page of another site caused, unless that site was configured */
export function refuseCrossSite(names: Names, { headers }: FastifyRequest): void {
  if (headers['sec-fetch-site'] === 'cross-site' && !names.configured(headers.origin)) {
    throw new ApiProblem(403, 'CROSS_SITE', 'This call is not taken from pages of another site.')
  }
}
