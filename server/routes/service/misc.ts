// API-MISC: languages, translations, page views.
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import type { Context } from '../../context.ts'
import { notFound } from '../../http/apiProblem.ts'
import { parse } from '../../http/parse.ts'
import { LANGUAGE_DEFAULT } from '../../mail/texts.ts'
import { viewedAt } from '../../store/pageViews.ts'
import { signedIn } from '../access.ts'

const Code = z.string().check(z.regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/))
const LocalePath = z.object({ file: z.string().check(z.regex(/^[A-Za-z0-9-]{2,20}\.json$/)) })
const PageView = z.strictObject({
  path: z.string().check(z.minLength(1), z.maxLength(500)),
  at: z.union([z.string(), z.number()]),
})
/** The server's own, of no use to the client. */
const MAIL_TEXTS = 'mail.json'
const A_DAY = 'public, max-age=86400'

export function miscRoutes(app: FastifyInstance, context: Context): void {
  // API-MISC-001
  app.get('/player.json', async (_request, reply) => {
    const codes = (await readdir(context.localesDir, { withFileTypes: true }).catch(() => []))
      // What is chosen of them is the language of an account's mails (SIGNUP-012): one that only those speak counts.
      .filter(({ name }) => Code.safeParse(name).success && existsSync(join(context.localesDir, name, MAIL_TEXTS)))
      .map((entry) => entry.name)
      .sort()
    reply.header('Cache-Control', A_DAY)
    return codes.map((code) => ({ name: ownName(code), code }))
  })

  // API-MISC-002
  app.get('/locales/:file', async (request, reply) => {
    const parsed = LocalePath.safeParse(request.params)
    const code = parsed.success ? parsed.data.file.slice(0, -'.json'.length) : ''
    const texts = Code.safeParse(code).success ? await translations(join(context.localesDir, code)) : null
    if (!texts) throw notFound('language')
    reply.header('Cache-Control', A_DAY)
    // A missing key falls back to English (D-140).
    return { ...(await translations(join(context.localesDir, LANGUAGE_DEFAULT))), ...texts }
  })

  // API-MISC-004: with or without a session; a wrong token counts as none.
  app.post('/tracking/page-views', async (request, reply) => {
    const { path, at } = parse(PageView, request.body, 'body')
    const given = new Date(at).getTime()
    const playerid = await signedIn(context, request).then(
      (access) => access.playerid,
      () => null,
    )
    await context.db.transaction().execute(async (within) => {
      if (playerid === null) await context.limits.spend('page-views-signed-out', '', request.ip, { within })
      else await context.limits.spend('page-views', playerid, request.ip, { within })
      await within
        .insertInto('page_views')
        .values({ playerid, path: withoutSecrets(path), at: viewedAt(given, context.now()) })
        .execute()
    })
    return reply.code(204).send()
  })
}

/** The client leaves tokens out already (D-069); what still looks like one is not kept, and no query is. */
function withoutSecrets(path: string): string {
  return path
    .replace(/[?#].*$/s, '')
    .split('/')
    .map((part) => (part.length > 60 || /^eyJ/.test(part) || part.includes('@') ? ':token' : part))
    .join('/')
}

/** A language's name in itself: `Deutsch`, `français`. */
function ownName(code: string): string {
  const name = new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? code
  return name.charAt(0).toLocaleUpperCase(code) + name.slice(1)
}

/** All namespaces of a language as one map: `namespace:key.inner` to text (D-155). Null for an unknown language. */
async function translations(folder: string): Promise<Record<string, string> | null> {
  const files = await readdir(folder).catch(() => null)
  if (!files) return null
  const texts: Record<string, string> = {}
  for (const file of files.filter((name) => name.endsWith('.json') && name !== MAIL_TEXTS).sort()) {
    const content: unknown = JSON.parse(await readFile(join(folder, file), 'utf8'))
    flatten(`${file.slice(0, -'.json'.length)}:`, content, texts)
  }
  return texts
}

function flatten(prefix: string, value: unknown, into: Record<string, string>): void {
  if (typeof value === 'string') into[prefix] = value
  else if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) {
      flatten(prefix.endsWith(':') ? `${prefix}${key}` : `${prefix}.${key}`, inner, into)
    }
  }
}
