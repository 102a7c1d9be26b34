/**
 * The server's entry: reads the configuration, opens the store, seeds, listens, and ends cleanly.
 * Whatever keeps it from starting is one sentence on standard error and exit code 1.
 */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { buildApp } from './app.ts'
import { DEMO_ACCOUNTS, DEMO_PASSWORD, seedDemoAccounts } from './auth/demoAccounts.ts'
import { createGuessLimit } from './auth/guessing.ts'
import { sharedSigningKey, signingKey } from './auth/keys.ts'
import { createLimits } from './auth/limits.ts'
import { createLinkTokens } from './auth/linkTokens.ts'
import { warmUpPasswords } from './auth/passwords.ts'
import { createSessions } from './auth/sessions.ts'
import { createSigner } from './auth/signer.ts'
import { createSignupCodes } from './auth/signupCodes.ts'
import { createTokens } from './auth/tokens.ts'
import { type Config, readConfig } from './config.ts'
import type { Context } from './context.ts'
import { createDigestClock, DIGEST, digestHandler, sweepJobs } from './jobs/digests.ts'
import { createQueue } from './jobs/queue.ts'
import { createReports, REPORT, REPORT_PARALLEL, REPORT_PATIENCE, reportHandler } from './jobs/report.ts'
import { runJobs } from './jobs/runner.ts'
import {
  mediaHome,
  queuedMedia,
  TRANSCODE_PARALLEL,
  TRANSCODE_PATIENCE,
  transcodeHandler,
  transcodeKind,
} from './jobs/transcode.ts'
import { PLAYLIST_ZIP, playlistZipHandler, RELEASE_ZIP, releaseZipHandler } from './jobs/zip.ts'
import { listen, probePort } from './listening.ts'
import { createLog } from './log.ts'
import { createDelivery, MAIL_PARALLEL, MAIL_PATIENCE } from './mail/delivery.ts'
import { createMailer, SEND_MAIL } from './mail/mailer.ts'
import { readMailTexts } from './mail/texts.ts'
import { createCoverStudio } from './media/covers.ts'
import { createMediaLibrary } from './media/library.ts'
import type { ObjectStore } from './media/objectStore.ts'
import { emptyMediaStore, mediaRootOf, openMediaStore, scratchOf } from './media/open.ts'
import { MediaError } from './media/protocol.ts'
import { openStore } from './openStore.ts'
import { projectRoot, threadScript } from './paths.ts'
import { approveWaiting } from './people/approval.ts'
import { StartProblem } from './problem.ts'
import { prepareCovers, seedCatalogue } from './seed.ts'
import { seedStartData } from './startData.ts'
import { alone } from './store/alone.ts'
import { createCatalogue } from './store/catalogue.ts'
import { createMediaLedger } from './store/mediaLedger.ts'
import { readMeta } from './store/meta.ts'

/** Milliseconds a shutdown may take before the process ends all the same. */
const SHUTDOWN_DEADLINE_MS = 4500
const SWEEP_MS = 3_600_000
/** Milliseconds a media store has to answer at the start: a wrong setting must not pass for a slow store. */
const STORE_PATIENCE_MS = 10_000
/** How often the end of a digest's period is looked for. */
const DIGEST_LOOK_MS = 2000
/** How often waiting sign-ups are looked at. */
const APPROVE_MS = 20_000
/** Long jobs (zips, digests) one server works on at a time. */
const LONG_JOBS = 2
/** Part of the room for made media that the covers have; audio has the rest. */
const COVERS_SHARE = 0.25

const tell = (line: string) => process.stdout.write(`${line}\n`)
/** How far a test has moved the clock, ms. */
let clockOffset = 0
const now = () => Date.now() + clockOffset
const log = createLog((line) => process.stderr.write(`${line}\n`), now)

async function main(): Promise<void> {
  const config = readConfig(process.env, process.argv.slice(2))
  await probePort(config)
  const mediaStore = openMediaStore(config)
  await checkMediaStore(config, mediaStore)
  const store = await openStore(config, (reason) => {
    log.error('database-gone', reason)
    fail('The embedded database stopped. Nothing that was saved is lost: start the server again.')
  })
  const { db } = store

  const catalogue = createCatalogue(db)
  if (config.reset && config.mediaStore !== null) await emptyMediaStore(mediaStore)
  const workerUrl = threadScript('media.worker')
  const library = createMediaLibrary({
    store: mediaStore,
    scratch: scratchOf(config.dataDir),
    capBytes: config.mediaCacheBytes * (1 - COVERS_SHARE),
    ledger: createMediaLedger(db),
    workerUrl,
  })
  const covers = createCoverStudio({
    mediaRoot: mediaRootOf(config.dataDir),
    store: mediaStore,
    capBytes: config.mediaCacheBytes * COVERS_SHARE,
    seedOf: (releaseid) => catalogue.coverSeed(releaseid),
    workerUrl,
  })
  const key = config.databaseUrl === null ? signingKey(config.dataDir) : await sharedSigningKey(db, config.dataDir)
  const queue = createQueue(db, randomUUID())
  const root = projectRoot()
  let kick = () => {}
  const home = config.mediaStore === null ? mediaHome(mediaRootOf(config.dataDir)) : mediaStore.place
  const media = queuedMedia(library, queue, home, () => kick())
  let kickMail = () => {}
  let port = config.port
  const origin = () => config.publicUrl ?? `http://localhost:${port}`
  const localesDir = join(root, 'locales')
  const mail = createMailer({
    db,
    texts: readMailTexts(localesDir),
    origin,
    deliver: config.smtpUrl !== null,
    kick: () => kickMail(),
    now,
  })
  const context: Context = {
    config,
    db,
    catalogue,
    sessions: createSessions(db, now),
    tokens: createTokens(key, now),
    guesses: createGuessLimit(db, now),
    links: createLinkTokens(db, createSigner(key, now), now),
    codes: createSignupCodes(db, key, now),
    limits: createLimits(db, now),
    media,
    mediaStore,
    covers,
    queue,
    reports: createReports({ db, catalogue, queue, kick: () => kick(), now }),
    kickJobs: () => kick(),
    mail,
    log,
    now,
    moveClock: (ms) => {
      clockOffset = ms === null ? 0 : clockOffset + ms
    },
    clientDir: join(root, 'dist', 'client'),
    localesDir,
  }
  const app = await buildApp(context)

  let stop: (() => Promise<void>) | undefined
  const end = () => {
    setTimeout(() => process.exit(1), SHUTDOWN_DEADLINE_MS).unref()
    void (stop?.() ?? Promise.resolve()).then(
      () => process.exit(0),
      (error) => {
        log.error('shutdown', error)
        process.exit(1)
      },
    )
  }
  process.once('SIGINT', end)
  process.once('SIGTERM', end)

  const closeParts = async () => {
    await Promise.allSettled([library.close(), covers.close()])
    mediaStore.close()
    await store.close()
  }
  stop = closeParts
  try {
    // Servers that are started together on one empty database: one fills it, the others wait.
    await (config.databaseUrl === null ? fill(context) : alone(db, 'seed', () => fill(context)))
    await drawCovers(context)
    await warmUpPasswords()
    await listen(app, config)
  } catch (error) {
    await app.close()
    await closeParts()
    throw error
  }
  if (config.databaseUrl === null) await queue.reclaim()
  const jobs = runJobs({
    queue,
    handlers: {
      [RELEASE_ZIP]: releaseZipHandler(catalogue, library),
      [PLAYLIST_ZIP]: playlistZipHandler(catalogue, library),
      [DIGEST]: digestHandler(db, mail, now),
    },
    parallel: LONG_JOBS,
    onError: (error, job) => log.error('job-failed', error, { job }),
  })
  // What somebody waits for has runners of its own: it must not queue behind two zips.
  const reports = runJobs({
    queue,
    handlers: { [REPORT]: reportHandler(db, catalogue, now) },
    parallel: REPORT_PARALLEL,
    patience: REPORT_PATIENCE,
    onError: (error) => log.error('job-failed', error, { job: REPORT }),
  })
  const transcodes = runJobs({
    queue,
    handlers: { [transcodeKind(home)]: transcodeHandler(library) },
    parallel: TRANSCODE_PARALLEL,
    patience: TRANSCODE_PATIENCE,
    onError: (error) => log.error('job-failed', error, { job: 'transcode' }),
  })
  const runners = [jobs, reports, transcodes]
  kick = () => {
    for (const runner of runners) runner.kick()
  }
  const address = app.server.address()
  port = typeof address === 'object' && address ? address.port : config.port
  if (config.demo) await seedStartData(context)
  const from = config.mailFrom ?? `Player <no-reply@${new URL(origin()).hostname}>`
  const delivery = config.smtpUrl === null ? null : createDelivery({ db, url: config.smtpUrl, from, now })
  // Mails have a runner of their own: a code for a sign-up must not wait behind two zips.
  const mails =
    delivery &&
    runJobs({
      queue,
      handlers: { [SEND_MAIL]: delivery.handler },
      parallel: MAIL_PARALLEL,
      patience: MAIL_PATIENCE,
      onError: (error, job) => log.error('mail-delayed', error, { job }),
    })
  if (mails) kickMail = mails.kick
  const sweep = async () => {
    await context.sessions.sweep()
    await mail.sweep()
    await context.links.sweep()
    await context.codes.sweep()
    await context.limits.sweep()
    await sweepJobs(db, now())
  }
  const sweeper = setInterval(() => void sweep().catch((error) => log.error('sweep', error)), SWEEP_MS)
  const digests = createDigestClock(db, queue, now, () => kick())
  const digestTimer = setInterval(() => void digests().catch((error) => log.error('digests', error)), DIGEST_LOOK_MS)
  const { approveAfterMin } = config
  const approver =
    approveAfterMin === null
      ? undefined
      : setInterval(
          () => void approveWaiting(context, approveAfterMin).catch((error) => log.error('approve', error)),
          APPROVE_MS,
        )
  stop = async () => {
    clearInterval(sweeper)
    clearInterval(digestTimer)
    clearInterval(approver)
    await Promise.allSettled([app.close(), ...runners.map((runner) => runner.stop()), mails?.stop()])
    delivery?.close()
    await closeParts()
  }

  const accounts = DEMO_ACCOUNTS.map(({ emails, note }) => `  ${emails[0]}  (${note})`)
  // One write, so that whoever waits for the line has the accounts too.
  tell(
    [
      `ready http://localhost:${port}`,
      ...(config.demo ? [`demo accounts, each with the password ${DEMO_PASSWORD}:`, ...accounts] : []),
    ].join('\n'),
  )
}

/**
 * A store that refuses is a setting somebody must put right; one that is down may come back, and /readyz
 * says so meanwhile.
 * @throws StartProblem
 */
async function checkMediaStore(config: Config, store: ObjectStore): Promise<void> {
  // The folder is part of the data folder, which is looked at next.
  if (config.mediaStore === null) return
  try {
    await store.check(STORE_PATIENCE_MS)
  } catch (error) {
    if (error instanceof MediaError && error.code !== 'STORE_REFUSED' && !config.reset) {
      log.error('media-store', error)
      return
    }
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartProblem(`The media store ${store.place} cannot be used: ${reason}. Check MEDIA_URL.`)
  }
}

async function fill({ config, db }: Context): Promise<void> {
  if (config.demo) await seedDemoAccounts(db)
  const wanted = config.catalogue ?? (config.demo ? 'demo' : null)
  const { catalogue, kept } = await seedCatalogue(db, wanted, config.catalogue !== null, tell)
  if (kept) {
    tell(
      `${config.dataDir} already holds the ${catalogue} catalogue, so --catalogue ${config.catalogue} changes nothing; add --reset to empty it first.`,
    )
  }
}

async function drawCovers({ db, covers }: Context): Promise<void> {
  const catalogue = await readMeta(db, 'catalogue')
  if (catalogue === null) return
  const drawing = prepareCovers(db, covers, catalogue === 'large' ? () => {} : tell)
  // A hundred thousand covers take half an hour: they are drawn behind the running server, or when asked for.
  if (catalogue === 'large') void drawing.catch((error) => log.error('covers', error))
  else await drawing
}

function fail(sentence: string): never {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}

main().catch((error: unknown) => {
  if (error instanceof StartProblem) fail(error.message)
  log.error('start', error)
  fail('The server could not start; the line above says why.')
})
