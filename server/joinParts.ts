// Makes the parts of a server and joins them: what every route is handed, and what works beside the routes.
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { createGuessLimit } from './auth/guessing.ts'
import { signingKeyOf } from './auth/keys.ts'
import { createLimits } from './auth/limits.ts'
import { createLinkCodes } from './auth/linkCodes.ts'
import { createLinkTokens } from './auth/linkTokens.ts'
import { createPasskeys } from './auth/passkeys.ts'
import { createSessionList } from './auth/sessionList.ts'
import { createSessions } from './auth/sessions.ts'
import { createSigner } from './auth/signer.ts'
import { createSignupCodes } from './auth/signupCodes.ts'
import { createTokens } from './auth/tokens.ts'
import type { Context } from './context.ts'
import { createNames } from './http/names.ts'
import { createQueue } from './jobs/queue.ts'
import { createReports } from './jobs/report.ts'
import { mediaHome, queuedMedia } from './jobs/transcode.ts'
import { createMailer } from './mail/mailer.ts'
import { readMailTexts } from './mail/texts.ts'
import { createUnsubscribe } from './mail/unsubscribe.ts'
import type { MediaLibrary } from './media/contract.ts'
import { createCoverStudio } from './media/covers.ts'
import { createSongFiles } from './media/label/songFiles.ts'
import { createMediaLibrary } from './media/library.ts'
import { FullDisk } from './media/objects/fullDisk.ts'
import { mediaRootOf, scratchOf } from './media/objects/open.ts'
import { clientFolder, projectRoot, threadScript } from './paths.ts'
import { createMediaLedger } from './store/catalogue/mediaLedger.ts'
import { createCatalogue } from './store/catalogue/readCatalogue.ts'
import { createPageUses } from './store/pageUses.ts'

/** Part of the room for made media that the covers have; audio has the rest. */
const COVERS_SHARE = 0.25

/** What the parts learn when the server listens and works. */
interface Later {
  /** The one it listens at, where the system chose it. */
  port: number
  /** Tells the job runners that there is work. */
  kickJobs(): void
  /** The same for the mails. */
  kickMail(): void
}

export interface Joined {
  readonly context: Context
  /** What makes audio: the routes' own has it made by jobs. */
  readonly library: MediaLibrary
  /** Where made media lie: servers that share them share its name. */
  readonly home: string
  readonly later: Later
  /** Where players reach the server; links lead there. */
  origin(): string
}

export async function joinParts(
  given: Pick<Context, 'config' | 'db' | 'mediaStore' | 'log' | 'clock'>,
): Promise<Joined> {
  const { config, db, mediaStore, log, clock } = given
  const { now } = clock
  const later: Later = { port: config.port, kickJobs() {}, kickMail() {} }
  const origin = () => config.publicUrl ?? `http://localhost:${later.port}`
  const kickJobs = () => later.kickJobs()
  const root = projectRoot()
  const mediaRoot = mediaRootOf(config.dataDir)
  const localesDir = join(root, 'locales')
  const workerUrl = threadScript('media.worker')

  const catalogue = createCatalogue(db)
  const ledger = createMediaLedger(db)
  const disk = new FullDisk()
  const library = createMediaLibrary({
    disk,
    store: mediaStore,
    scratch: scratchOf(config.dataDir),
    capBytes: config.mediaCacheBytes * (1 - COVERS_SHARE),
    ledger,
    workerUrl,
  })
  const covers = createCoverStudio({
    disk,
    mediaRoot,
    store: mediaStore,
    capBytes: config.mediaCacheBytes * COVERS_SHARE,
    seedOf: (releaseid) => catalogue.coverSeed(releaseid),
    workerUrl,
  })
  const key = await signingKeyOf(config, db)
  const signer = createSigner(key, now)
  const queue = createQueue(db, randomUUID())
  const home = config.mediaStore === null ? mediaHome(mediaRoot) : mediaStore.place
  const media = queuedMedia(library, queue, home, kickJobs)
  const mail = createMailer({
    db,
    texts: readMailTexts(localesDir),
    origin,
    deliver: config.smtpUrl !== null,
    kick: () => later.kickMail(),
    now,
  })
  const context: Context = {
    config,
    names: createNames(config),
    db,
    catalogue,
    sessions: createSessions(db, now, key),
    sessionList: createSessionList(db, now),
    passkeys: createPasskeys({ db, origin, now }),
    tokens: createTokens(key, now),
    pageUses: createPageUses(db, now),
    guesses: createGuessLimit(db, now),
    links: createLinkTokens(db, signer, now),
    codes: createSignupCodes(db, key, now),
    linkCodes: createLinkCodes(db, key, now),
    limits: createLimits(db, now),
    media,
    songFiles: createSongFiles({ media, covers, ledger }),
    mediaStore,
    covers,
    queue,
    reports: createReports({ db, catalogue, queue, kick: kickJobs, now }),
    kickJobs,
    mail,
    unsubscribe: createUnsubscribe(signer, origin),
    log,
    now,
    clock,
    clientDir: clientFolder(root),
    localesDir,
  }
  return { context, library, home, later, origin }
}
