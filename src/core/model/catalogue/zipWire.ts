/**
 * Zip jobs as they may come over the wire: started under an `id` or a `token`, and on their way with any word but
 * `done`, or with their progress alone, which may be a word; what is not there yet may be null (API-MEDIA-005 to
 * API-MEDIA-007, H-528).
 */
import * as z from 'zod/mini'
import { later } from '../later.ts'
import { ZipStarted, ZipStatus } from './media.ts'
import { isFields, said } from './releaseWire.ts'

const KNOWN: readonly unknown[] = ['queued', 'working', 'done', 'failed'] satisfies ZipStatus['status'][]

function normaliseStarted(value: unknown): unknown {
  if (!isFields(value)) return value
  const id = value.id ?? value.token
  return { id: typeof id === 'number' ? String(id) : id }
}

function normaliseStatus(value: unknown): unknown {
  if (!isFields(value)) return value
  // A word that is not known here can only tell how it gets on: it is waited for, and not for ever.
  const status = KNOWN.includes(value.status) ? value.status : 'working'
  return { ...said(value), status, progress: percent(value.progress) ?? (status === 'done' ? 100 : 0) }
}

/** Null for what says nothing of how far it is. */
function percent(value: unknown): number | null {
  const number = typeof value === 'string' ? Number.parseFloat(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? Math.min(100, Math.max(0, number)) : null
}

export const WireZipStarted: z.ZodMiniType<z.infer<typeof ZipStarted>> = later(() =>
  z.pipe(z.transform(normaliseStarted), ZipStarted),
)
export const WireZipStatus: z.ZodMiniType<ZipStatus> = later(() => z.pipe(z.transform(normaliseStatus), ZipStatus))
