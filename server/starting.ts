/** Steps of the server's start that may end it with a sentence, or take their time. */
import { type Kysely, sql } from 'kysely'
import { SUPPORT_EMAIL } from '#core/model/constants.ts'
import { messageOf } from '#core/model/text/messageOf.ts'
import type { Config } from './config.ts'
import type { Context } from './context.ts'
import { isOwnMachine } from './http/names.ts'
import type { Quiet } from './http/quiet.ts'
import { synthLoudness } from './import/audio/synthLoudness.ts'
import type { Log } from './log.ts'
import type { ObjectStore } from './media/objects/objectStore.ts'
import { MediaError } from './media/protocol.ts'
import { mediaOf, readNotesOf } from './notes.ts'
import { openDemoCatalogue, openDemoPeople } from './openDemo.ts'
import { closeDemoPlayers, reopenDemoPlayers } from './people/demoPlayers.ts'
import { StartProblem } from './problem.ts'
import { alone } from './store/alone.ts'
import { hasImports, keepLoudness, measuredFiles, unmeasuredVersions } from './store/catalogue/measured.ts'
import { prepareCovers, seedCatalogue } from './store/catalogue/seed.ts'
import { readMeta, writeMeta } from './store/meta.ts'
import type { Schema } from './store/schema.ts'

/** Milliseconds a media store has to answer at the start: a wrong setting must not pass for a slow store. */
const STORE_PATIENCE_MS = 10_000

/** Time one start spends on covers nobody has asked for, ms; what is left the next one draws, or who looks at it. */
const AHEAD_MS = 600_000

/** So many imported songs are looked for where a store is new to the server: a few may have been lost. */
const LOOKED_FOR = 5

/** Releases whose versions are measured while nobody asks for anything, newest first. */
const MEASURED_RELEASES = 48

/** So many imported songs are read of the database in one go. */
const NOTED_IN_ONE_GO = 100

/** Says a line to whoever started the server. */
type Tell = (line: string) => void

/**
 * A store that refuses is a setting somebody must put right; one that is down may come back, and /readyz
 * says so meanwhile.
 * @throws StartProblem
 */
export async function checkMediaStore(config: Config, store: ObjectStore, log: Log): Promise<void> {
  // The folder is part of the data folder, which is looked at next.
  if (config.mediaStore === null) return
  try {
    await store.check(STORE_PATIENCE_MS)
  } catch (error) {
    if (error instanceof MediaError && error.code !== 'STORE_REFUSED' && !config.reset) {
      log.error('media-store', error)
      return
    }
    const reason = messageOf(error)
    throw new StartProblem(`The media store ${store.place} cannot be used: ${reason}. Check MEDIA_URL.`)
  }
}

/**
 * What was imported has to lie where the server looks for it, before it notes that place and imports go there.
 * @throws StartProblem where the server before kept its media elsewhere, and none of the imported songs is to be had here
 */
export async function checkImported(config: Config, db: Kysely<Schema>, store: ObjectStore): Promise<void> {
  const notes = await readNotesOf(config, db)
  if (notes === null || notes.media === mediaOf(config)) return
  const songs = await db
    .selectFrom('tracks')
    .select('source')
    .where(sql<boolean>`source->>'kind' = 'file'`)
    .limit(LOOKED_FOR)
    .execute()
  const paths = songs.flatMap(({ source }) => (source.kind === 'file' ? Object.values(source.files).slice(0, 1) : []))
  const found = await Promise.all(paths.map(({ path }) => store.head(path).catch(() => null)))
  if (found.length === 0 || found.some((facts) => facts !== null)) return
  const switched = config.mediaStore === null ? 'without MEDIA_URL' : 'as MEDIA_URL says'
  const before = notes.media === null ? 'without MEDIA_URL' : 'with MEDIA_URL as it was'
  throw new StartProblem(
    `Imported music lies in ${notes.media ?? "the server's data folder"}, and none of it is to be had from ${store.place}, where it is looked for ${switched}. Start ${before}, or copy imported/ from there to here first.`,
  )
}

/** Where nobody would approve sign-ups, who can. A demo has test controls for that. */
export function approvalAdvice({ demo, approveAfterMin }: Pick<Config, 'demo' | 'approveAfterMin'>): string[] {
  if (demo || approveAfterMin !== null) return []
  return [
    'Sign-ups wait until you approve them: npm run approve -- EMAIL, or APPROVE_AFTER_MIN=60 for all by themselves.',
  ]
}

/** Where mails go out and nobody reads what players write to the support and to owners of releases. */
export function supportAdvice({ smtpUrl, supportEmail }: Pick<Config, 'smtpUrl' | 'supportEmail'>): string[] {
  if (smtpUrl === null || supportEmail !== SUPPORT_EMAIL) return []
  return [
    `Messages to the support and contact requests about imported releases go to ${SUPPORT_EMAIL}, where nobody reads them: set SUPPORT_EMAIL.`,
  ]
}

/** Where mails go out and their links lead whoever gets them to a machine of their own. */
export function linkAdvice({ smtpUrl, publicUrl }: Pick<Config, 'smtpUrl' | 'publicUrl'>, origin: string): string[] {
  if (smtpUrl === null || !isOwnMachine(publicUrl)) return []
  return [
    `Links in mails lead to ${origin}, which works on this machine alone: set PUBLIC_URL to the address players use.`,
  ]
}

/**
 * Puts the demo accounts and the wanted catalogue into an empty database. Without a demo the accounts of an earlier one
 * are closed: their password stands in the README.
 */
export async function fill(context: Context, tell: Tell): Promise<void> {
  const { config, db } = context
  // Servers that are started together on one empty database: one fills it, the others wait.
  await (config.databaseUrl === null ? fillHere(context, tell) : alone(db, 'seed', () => fillHere(context, tell)))
}

async function fillHere({ config, db, sessions, log }: Context, tell: Tell): Promise<void> {
  if (config.demo) {
    await (await openDemoPeople()).seedDemoAccounts(db)
    await reopenDemoPlayers(db)
  } else {
    const players = await closeDemoPlayers(db, sessions)
    if (players > 0) log.info('demo-closed', { players })
  }
  const wanted = config.catalogue ?? (config.demo ? 'demo' : null)
  const { catalogue, kept } = await seedCatalogue(
    db,
    wanted,
    config.catalogue !== null,
    openDemoCatalogue,
    tell,
    config.songPercent,
  )
  if (kept) {
    tell(
      `${config.dataDir} already holds the ${catalogue} catalogue, so --catalogue ${config.catalogue} changes nothing; add --reset to empty it first.`,
    )
  }
}

/**
 * Draws the covers of a demo catalogue's first screens, if they are not drawn yet.
 * @returns draws the others while `quiet` says that nobody waits for anything, until it is stopped
 */
export async function drawCovers({ config, db, covers, log }: Context): Promise<(quiet: Quiet) => { stop(): void }> {
  const rest =
    (await readMeta(db, 'catalogue')) === null ? async () => {} : await prepareCovers(db, covers, config.coversAhead)
  return (quiet) => {
    let isStopped = false
    let drawn = 0
    let spentMs = 0
    /** When the one that is being drawn was begun. */
    let begun: number | null = null
    const turn = async () => {
      if (begun !== null) spentMs += performance.now() - begun
      begun = null
      if (spentMs < AHEAD_MS) await quiet.wait()
      if (isStopped || spentMs >= AHEAD_MS) throw new Stopped()
      begun = performance.now()
      drawn++
    }
    void rest(turn)
      .catch((error) => {
        if (!(error instanceof Stopped)) log.error('covers', error)
      })
      .then(() => {
        if (drawn > 0) log.info('covers-ahead', { drawn, drawingMs: Math.round(spentMs), isOver: spentMs >= AHEAD_MS })
      })
    return {
      stop() {
        isStopped = true
      },
    }
  }
}

/**
 * Measures the versions of songs of the newest demo releases while `quiet` says that nobody waits for anything, until it
 * is stopped: an import measures its songs, and a demo has them to be compared as loud as each other as well. Not where
 * nothing is to be made ahead (`COVERS_AHEAD=0`).
 */
export function measureVersions({ config, db, log }: Context, quiet: Quiet): { stop(): void } {
  let isStopped = config.coversAhead === 0
  const turn = async () => {
    if (!isStopped) await quiet.wait()
    if (isStopped) throw new Stopped()
  }
  const measure = async () => {
    await turn()
    for (const { trackid, source } of await unmeasuredVersions(db, MEASURED_RELEASES)) {
      const loudness = await synthLoudness(source, turn)
      await keepLoudness(db, trackid, loudness)
    }
  }
  void measure().catch((error) => {
    // A store that is closed under it is the end as well.
    if (!isStopped) log.error('loudness', error)
  })
  return {
    stop() {
      isStopped = true
    },
  }
}

/**
 * Notes which imported songs are of one channel, of imports before there was such a note (H-576), while `quiet` says that
 * nobody waits for anything: once for a database, from the start again at the next start where the media store does not
 * answer, or a file could not be read.
 */
export function noteMono({ db, mediaStore, log }: Context, quiet: Quiet): { stop(): void } {
  let isStopped = false
  const turn = async () => {
    if (!isStopped) await quiet.wait()
    if (isStopped) throw new Stopped()
  }
  const note = async () => {
    if ((await readMeta(db, 'mono_noted')) !== null) return
    // Where nothing was imported yet, what an earlier database had may be: by what was measured then.
    if (!(await hasImports(db))) return
    let after = ''
    let unread = 0
    for (;;) {
      await turn()
      const songs = await measuredFiles(db, after, NOTED_IN_ONE_GO)
      const last = songs.at(-1)
      if (!last) break
      after = last.trackid
      const { isMonoMp3 } = await import('./import/audio/mp3.ts')
      for (const { trackid, loudness, path, bytes } of songs) {
        await turn()
        const read = async (at: number, length: number) => {
          const end = Math.min(bytes, at + length) - 1
          const pieces = at > end ? [] : await (await mediaStore.read(path, at, end)).toArray()
          return Buffer.concat(pieces as Buffer[])
        }
        const isMono = await isMonoMp3(read).catch((error: unknown) => {
          const code = error instanceof MediaError ? error.code : null
          // What does not answer gives the others as little.
          if (code === 'STORE_DOWN' || code === 'STORE_SLOW') throw error
          // Of a file that is gone nobody hears anything. One that cannot be read now may be the next time.
          if (code !== 'MISSING' && unread++ === 0) log.error('mono', error)
          return null
        })
        if (isMono) await keepLoudness(db, trackid, { ...loudness, mono: true })
      }
    }
    if (after !== '' && unread === 0) await writeMeta(db, 'mono_noted', 'yes')
  }
  void note().catch((error) => {
    if (!isStopped) log.error('mono', error)
  })
  return {
    stop() {
      isStopped = true
    },
  }
}

/** The server ends, or has drawn for long enough: nothing is drawn ahead any more. */
class Stopped extends Error {}
