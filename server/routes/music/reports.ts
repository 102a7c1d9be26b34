// API-REL-010: the metadata report, and how a report is sent.
import type { FastifyInstance, FastifyReply } from 'fastify'
import * as z from 'zod/mini'
import { ReportFormat } from '#core/model/catalogue/releaseFile.ts'
import { ReleaseId } from '#core/model/ids.ts'
import { safeFileName } from '#core/model/text/fileName.ts'
import type { Context } from '../../context.ts'
import { attachmentNamed } from '../../http/fileAnswer.ts'
import { leaving } from '../../http/left.ts'
import { parse } from '../../http/parse.ts'
import { mayOpen, signedIn } from '../access.ts'

const ReleasePath = z.object({ releaseid: ReleaseId })
const Query = z.strictObject({ format: ReportFormat })

const TYPES: Record<ReportFormat, string> = { pdf: 'application/pdf', csv: 'text/csv; charset=utf-8; header=present' }

/** Sends a report under a name made from `title`. A PDF is shown where it is opened, a CSV is saved. */
export function sendReport(reply: FastifyReply, format: ReportFormat, title: string, content: Buffer): FastifyReply {
  const named = attachmentNamed(safeFileName(title, format))
  return reply
    .header('Content-Type', TYPES[format])
    .header('Content-Disposition', format === 'pdf' ? named.replace('attachment', 'inline') : named)
    .header('Content-Length', content.length)
    .send(content)
}

export function reportRoutes(app: FastifyInstance, context: Context): void {
  app.get('/releases/:releaseid/report', async (request, reply) => {
    const signal = leaving(reply.raw)
    const { playerid } = await signedIn(context, request)
    const { releaseid } = parse(ReleasePath, request.params, 'path')
    const { format } = parse(Query, request.query, 'query')
    const row = await context.catalogue.releaseRow(releaseid)
    mayOpen(row)
    const content = await context.reports.metadata(row, format, playerid, signal)
    return sendReport(reply, format, `${row.artist} - ${row.title} - metadata`, content)
  })
}
