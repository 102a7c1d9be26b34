import { describe, expect, it } from 'vitest'
import { serverAnswers } from './reachable.ts'

const says = (answer: () => Response | Promise<Response>) =>
  serverAnswers(async () => answer(), '/api', 'o', new AbortController().signal)
const page = (status: number, headers: Record<string, string> = {}) =>
  new Response('<h1>', { status, headers: { 'content-type': 'text/html; charset=utf-8', ...headers } })

describe('whether the server is there', () => {
  it.each<[string, () => Response]>([
    ['its own answer', () => Response.json([])],
    ['that it does not know the call', () => Response.json({ code: 'NOT_FOUND' }, { status: 404 })],
    ['the same as a page', () => page(404)],
    ['that it is busy', () => page(503, { 'retry-after': '7' })],
    ['nothing', () => new Response(null, { status: 204 })],
  ])('is told by %s', async (_, answer) => {
    expect(await says(answer)).toBe(true)
  })

  it.each<[string, () => Response | Promise<Response>]>([
    ['nobody', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['what stands before one that is away', () => page(502)],
    ['H-621: a page of a good status, which is a filter or a sign-in of the network', () => page(200)],
  ])('is not told by %s', async (_, answer) => {
    expect(await says(answer)).toBe(false)
  })

  it('H-461: is not told by an answer of before, which what stands between keeps under its address', async () => {
    const kept = new Map<string, Response>()
    let isUp = true
    const between = async (address: string) => {
      const answer = kept.get(address) ?? (isUp ? Response.json([]) : page(502))
      if (answer.ok) kept.set(address, answer.clone())
      return answer
    }
    const asks = (once: string) => serverAnswers(between, '/api', once, new AbortController().signal)
    expect(await asks('1')).toBe(true)
    isUp = false
    expect(await asks('2')).toBe(false)
  })
})
