/**
 * The way of an answer's bytes out of the server, narrowed, cut or stopped as a program says. It
 * replaces the response's own `writeHead`, `write` and `end`, so that it works for every kind of answer.
 */
import type { ServerResponse } from 'node:http'
import { BEFORE_RESET_MS } from './lost.ts'
import type { Step, StepOf } from './program.ts'

type Heard = (error?: Error | null) => void

/** Bytes handed on at once when only the bandwidth is limited, as a share of a second. */
const TICK_S = 0.05

export function spoil(raw: ServerResponse, program: readonly Step[], random: () => number): void {
  const step = <K extends Step['step']>(kind: K) => program.find((entry): entry is StepOf<K> => entry.step === kind)
  const [length, cut, stall, bandwidth, slices] = [
    step('length'),
    step('cut'),
    step('stall'),
    step('bandwidth'),
    step('slices'),
  ]
  const { writeHead, write, end } = raw
  const cutAt = cut ? cut.afterBytes + Math.floor(random() * (cut.orLater + 1)) : Number.POSITIVE_INFINITY
  const stallAt = stall?.afterBytes ?? Number.POSITIVE_INFINITY
  const limit = Math.min(cutAt, stallAt)
  const piece = slices?.bytes ?? (bandwidth ? Math.max(1, Math.floor(bandwidth.bytesPerSecond * TICK_S)) : 65_536)

  const waiting: { data: Buffer; heard: Heard | undefined }[] = []
  let ending: { heard: Heard | undefined } | null = null
  let sent = 0
  let running = false
  let over = false

  raw.writeHead = ((...args: Parameters<typeof writeHead>) => {
    const given =
      args.find((arg): arg is Record<string, string> => typeof arg === 'object' && !Array.isArray(arg)) ?? {}
    for (const [name, value] of Object.entries(given)) raw.setHeader(name, value)
    alterHead(raw, program, args[0] as number)
    if (length) {
      const real = Number(raw.getHeader('Content-Length') ?? 0)
      raw.setHeader('Content-Length', length.bytes ?? Math.max(0, real + (length.add ?? 0)))
    }
    if (cut?.unmeasured) {
      raw.removeHeader('Content-Length')
      raw.useChunkedEncodingByDefault = false
    }
    if (length || limit < Number.POSITIVE_INFINITY) raw.setHeader('Connection', 'close')
    return writeHead.call(raw, args[0] as number)
  }) as typeof writeHead

  const finish = () => {
    over = true
    // A body shorter than announced ends with its connection, as a dying server's does.
    if (length) raw.socket?.end()
    end.call(raw, undefined, 'utf8', ending?.heard as (() => void) | undefined)
  }
  const stop = () => {
    over = true
    if (!raw.headersSent) raw.flushHeaders()
    if (stallAt < cutAt) return
    const { socket } = raw
    // What was sent is read first; a reset at once would take it along.
    if (cut?.how === 'reset') setTimeout(() => socket?.resetAndDestroy(), BEFORE_RESET_MS)
    else socket?.end(() => raw.destroy())
  }

  /** Sends what waits, piece by piece; ends when nothing is left, or at the limit. */
  async function pump(): Promise<void> {
    if (running || over) return
    running = true
    while (!over && !raw.destroyed) {
      const next = waiting[0]
      if (!next) break
      const part = next.data.subarray(0, Math.min(piece, limit - sent))
      if (part.length > 0) {
        if (!write.call(raw, part, 'utf8')) await drained(raw)
        sent += part.length
        next.data = next.data.subarray(part.length)
      }
      if (next.data.length === 0) {
        waiting.shift()
        next.heard?.()
      } else if (sent >= limit) {
        stop()
        break
      }
      const pause = (bandwidth ? (part.length / bandwidth.bytesPerSecond) * 1000 : 0) + (slices?.pauseMs ?? 0)
      if (pause > 0) await new Promise((done) => setTimeout(done, pause))
      else if (slices) await new Promise((done) => setImmediate(done))
    }
    running = false
    if (over || raw.destroyed) return
    if (ending && waiting.length === 0) finish()
    // Later: who writes begins to wait for it only when `write` has come back.
    else if (waiting.length === 0) setImmediate(() => raw.emit('drain'))
  }

  const take = (chunk: unknown, heard: Heard | undefined) => {
    if (over) return
    const data = typeof chunk === 'string' ? Buffer.from(chunk) : Buffer.from(chunk as Uint8Array)
    if (data.length > 0) waiting.push({ data, heard })
    else heard?.()
    void pump()
  }
  const callbackOf = (...args: unknown[]) => args.find((arg): arg is Heard => typeof arg === 'function')

  raw.write = ((chunk: unknown, encoding?: unknown, callback?: unknown) => {
    take(chunk, callbackOf(encoding, callback))
    // `drain` follows when all that waits has left; a stalled writer never hears it.
    return false
  }) as typeof write
  raw.end = ((chunk?: unknown, encoding?: unknown, callback?: unknown) => {
    if (over) return raw
    ending = { heard: callbackOf(chunk, encoding, callback) }
    if (chunk !== undefined && chunk !== null && typeof chunk !== 'function') take(chunk, undefined)
    if (waiting.length === 0 && !running) finish()
    return raw
  }) as typeof end
}

function drained(raw: ServerResponse): Promise<void> {
  return new Promise((done) => {
    const both = () => {
      raw.off('drain', both).off('close', both)
      done()
    }
    raw.once('drain', both).once('close', both)
  })
}

function alterHead(raw: ServerResponse, program: readonly Step[], status: number): void {
  for (const step of program) {
    if (step.step === 'type') raw.setHeader('Content-Type', step.contentType)
    if (step.step === 'validator') {
      raw.removeHeader('Repr-Digest')
      if (step.etag === null) raw.removeHeader('ETag')
      else raw.setHeader('ETag', step.etag)
    }
    if (step.step === 'range' && status === 206) {
      const said = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(String(raw.getHeader('Content-Range')))
      if (step.how === 'missing') raw.removeHeader('Content-Range')
      if (step.how === 'lying' && said) {
        raw.setHeader('Content-Range', `bytes ${Number(said[1]) - 1}-${Number(said[2]) - 1}/${said[3]}`)
      }
    }
  }
}
