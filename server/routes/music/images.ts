// API-MEDIA-009 and 010: attachments, covers, logos, market icons. Open to all: an `img` cannot send a header.
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { readCoverAddress } from '#core/model/catalogue/cover.ts'
import { attachmentFileName } from '#core/model/text/fileName.ts'
import type { Context } from '../../context.ts'
import { notFound } from '../../http/apiProblem.ts'
import { attachmentContent } from '../../http/attachmentBytes.ts'
import { attachmentNamed, DOWNLOADED, type FileAnswer, sendFile } from '../../http/fileAnswer.ts'
import { emblemPng } from '../../media/emblem.ts'

const FilePath = z.object({ file: z.string().check(z.regex(/^[^\0]{1,200}\.png$/)) })
const CoverPath = z.object({ file: z.string().check(z.regex(/^[^\0]{1,128}-\d{2,4}\.(png|webp)$/)) })
const AttachmentPath = z.object({ attachmentid: z.string().check(z.regex(/^[0-9a-f]{24}$/)), name: z.string() })

/** The address carries the version, so the bytes behind it never change. */
const FOREVER = 'public, max-age=31536000, immutable'
const A_DAY = 'public, max-age=86400'
const EMBLEMS_KEPT = 500

export function imageRoutes(app: FastifyInstance, context: Context): void {
  const emblems = new Map<string, Buffer>()
  const emblem = (name: string): Buffer => {
    const png = emblems.get(name) ?? emblemPng(name)
    if (emblems.size >= EMBLEMS_KEPT) emblems.clear()
    emblems.set(name, png)
    return png
  }

  app.route({
    method: ['GET', 'HEAD'],
    url: '/images/covers/:file',
    handler: async (request, reply) => {
      const parsed = CoverPath.safeParse(request.params)
      const wanted = parsed.success ? readCoverAddress(parsed.data.file) : null
      const cover = wanted && (await context.covers.cover(wanted.name, wanted.size, wanted.format))
      if (!cover) throw notFound('image')
      await sendFile(request, reply, context.log, {
        ...cover,
        sha256: null,
        cacheControl: Object.hasOwn(request.query as object, 'v') ? FOREVER : A_DAY,
      })
    },
  })

  for (const kind of ['logos', 'markets'] as const) {
    app.route({
      method: ['GET', 'HEAD'],
      url: `/images/${kind}/:file`,
      handler: async (request, reply) => {
        const parsed = FilePath.safeParse(request.params)
        if (!parsed.success) throw notFound('image')
        const name = parsed.data.file.slice(0, -'.png'.length)
        const known = await (kind === 'logos' ? context.catalogue.hasLabel(name) : context.catalogue.hasMarket(name))
        if (!known) throw notFound('image')
        await sendFile(request, reply, context.log, inMemory(emblem(name), 'image/png', A_DAY))
      },
    })
  }

  // API-MEDIA-009
  app.route({
    method: ['GET', 'HEAD'],
    url: '/attachments/:attachmentid/:name',
    handler: async (request, reply) => {
      const parsed = AttachmentPath.safeParse(request.params)
      const found = parsed.success ? await context.catalogue.attachment(parsed.data.attachmentid) : undefined
      if (!found) throw notFound('attachment')
      const about = `${found.release} by ${found.artist}`
      const { data, contentType } = attachmentContent(found.title, found.bytes, about)
      await sendFile(request, reply, context.log, {
        // Its address and its text name a release.
        ...inMemory(data, contentType, DOWNLOADED),
        disposition: attachmentNamed(attachmentFileName(found.title)),
      })
    },
  })
}

function inMemory(data: Buffer, contentType: string, cacheControl: string): FileAnswer {
  const sha256 = createHash('sha256').update(data).digest('hex')
  return {
    bytes: data.length,
    contentType,
    etag: `"${sha256}"`,
    sha256,
    cacheControl,
    open: async (start, end) => Readable.from([data.subarray(start, end + 1)]),
  }
}
