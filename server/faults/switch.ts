/**
 * The fault switch: `PUT`, `GET` and `DELETE /dev/faults`, and `POST /dev/fail` as its short form.
 * Development only, loopback only; the routes do not exist in production.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { loopback } from '../http/loopback.ts'
import { parse } from '../http/parse.ts'
import { lose } from './lost.ts'
import { spoil } from './outlet.ts'
import { chance, Fault, matcher, programOf, ShortFault, type Step } from './program.ts'

const FaultList = z.array(Fault).check(z.maxLength(200))

interface Armed {
  fault: Fault
  left: number
  matches(method: string, path: string): boolean
  random(): number
}

/** Steps that change bytes or headers on their way out. */
const ON_THE_WAY: ReadonlySet<Step['step']> = new Set(['bandwidth', 'slices', 'cut', 'stall', 'length', 'range', 'type', 'validator']) // biome-ignore format: a set

/** @returns disarms all faults */
export function faultRoutes(app: FastifyInstance): () => void {
  let armed: Armed[] = []
  const arm = (fault: Fault): Armed => {
    const seed = fault.program.find((step) => step.step === 'seed')?.seed ?? 1
    return { fault, left: fault.times, matches: matcher(fault.match), random: chance(seed) }
  }
  const options = { onRequest: loopback }

  app.put('/dev/faults', options, async (request, reply) => {
    armed = parse(FaultList, request.body, 'body').map(arm)
    return reply.code(204).send()
  })
  app.get('/dev/faults', options, async () =>
    armed.filter(({ left }) => left > 0).map(({ fault, left }) => ({ ...fault, times: left })),
  )
  app.post('/dev/fail', options, async (request, reply) => {
    armed.push(arm(programOf(parse(ShortFault, request.body, 'body'))))
    return reply.code(204).send()
  })
  for (const path of ['/dev/faults', '/dev/fail']) {
    app.delete(path, options, async (_request, reply) => {
      armed = []
      return reply.code(204).send()
    })
  }

  /** How long the answer to a request waits, ms. */
  const late = new WeakMap<FastifyRequest, number>()
  app.addHook('onSend', async (request) => {
    const ms = late.get(request)
    if (ms !== undefined) await sleep(ms)
  })

  app.addHook('onRequest', async (request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split('?', 1)[0] ?? ''
    if (path.startsWith('/dev/')) return
    const hit = armed.find((entry) => entry.left > 0 && entry.matches(request.method, path))
    if (!hit) return
    hit.left -= 1
    for (const step of hit.fault.program) if (step.step === 'late') late.set(request, step.ms)
    return run(hit, request, reply)
  })
  return () => {
    armed = []
  }
}

async function run({ fault: { program }, random }: Armed, request: FastifyRequest, reply: FastifyReply) {
  for (const step of program) {
    if (step.step === 'delay') await sleep(step.ms + Math.floor(random() * (step.jitterMs + 1)))
  }
  if (program.some(({ step }) => ON_THE_WAY.has(step))) spoil(reply.raw, program, random)
  for (const step of program) {
    switch (step.step) {
      case 'lost':
        lose(reply.raw, step)
        break
      case 'range':
        // Answered as if no range, or another one, had been asked for.
        if (step.how === 'whole') delete request.headers.range
        else if (step.how !== 'missing') request.headers.range = furtherOn(request.headers.range)
        break
      case 'status':
        for (const [name, value] of Object.entries(step.headers ?? {})) reply.header(name, value)
        reply.code(step.status)
        if (step.body === undefined && (step.status === 204 || step.status === 304)) return reply.send()
        return reply.send(step.body ?? { code: 'FAULT', message: 'A fault asked for by a test.' })
      case 'token':
        return reply.code(401).send({ code: tokenCode(request), message: 'The token is refused: a test asked for it.' })
      case 'limit':
        if (step.retryAfterS !== undefined) reply.header('Retry-After', step.retryAfterS)
        return reply.code(429).send({ code: 'TOO_MANY', message: 'Too many requests: a test asked for it.' })
      case 'zip-pending':
        return reply.code(200).send({ status: 'working', progress: step.progress })
    }
  }
}

/** A range of bytes, begun and ended one byte later. Forms with no beginning stay as they are. */
function furtherOn(range: string | undefined): string | undefined {
  return range?.replace(/^bytes=(\d+)-(\d*)$/, (_all, start: string, end: string) => {
    return `bytes=${Number(start) + 1}-${end === '' ? '' : Number(end) + 1}`
  })
}

/** A media address carries its token in the query; every other call in the header. */
function tokenCode(request: FastifyRequest): string {
  return request.headers.authorization === undefined ? 'INVALID_MEDIA_TOKEN' : 'UNAUTHENTICATED'
}
