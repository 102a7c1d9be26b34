/**
 * The server's entry: reads the configuration, opens the store, seeds, listens, and ends cleanly.
 * Whatever keeps it from starting is one sentence on standard error and exit code 1.
 */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { buildApp } from './app.ts'
import { createGuessLimit } from './auth/guessing.ts'
import { sharedSigningKey, signingKey } from './auth/keys.ts'
import { createLimits } from './auth/limits.ts'
import { createLinkCodes } from './auth/linkCodes.ts'
import { createLinkTokens } from './auth/linkTokens.ts'
import { createPasskeys } from './auth/passkeys.ts'
import { warmUpPasswords } from './auth/passwords.ts'
import { createSessionList } from './auth/sessionList.ts'
import { createSessions } from './auth/sessions.ts'
import { createSigner } from './auth/signer.ts'
import { createSignupCodes } from './auth/signupCodes.ts'
import { createTokens } from './auth/tokens.ts'
import { runHousekeeping, runQueue } from './background.ts'
import { readConfig } from './config.ts'
import type { Context } from './context.ts'
import { createFrontDoor } from './http/frontDoor.ts'
import { createNames } from './http/names.ts'
import { createQuiet } from './http/quiet.ts'
import { openImportChannel } from './import/channel.ts'
import { storeTarget } from './import/storeTarget.ts'
import { createQueue } from './jobs/queue.ts'
import { createReports } from './jobs/report.ts'
import { mediaHome, queuedMedia } from './jobs/transcode.ts'
import { listen, probePort } from './listening.ts'
import { createLog } from './log.ts'
import { createMailer } from './mail/mailer.ts'
import { readMailTexts } from './mail/texts.ts'
import { createUnsubscribe } from './mail/unsubscribe.ts'
import { createCoverStudio } from './media/covers.ts'
import { createSongFiles } from './media/label/songFiles.ts'
import { createMediaLibrary } from './media/library.ts'
import { emptyMediaStore, mediaRootOf, openMediaStore, scratchOf } from './media/objects/open.ts'
import { note } from './notes.ts'
import { openDemoPeople } from './openDemo.ts'
import { openStore } from './openStore.ts'
import { clientFolder, projectRoot, threadScript } from './paths.ts'
import { StartProblem } from './problem.ts'
import { reachAdvice } from './reach.ts'
import {
  approvalAdvice,
  checkImported,
  checkMediaStore,
  drawCovers,
  fill,
  measureVersions,
  supportAdvice,
} from './starting.ts'
import { alone } from './store/alone.ts'
import { createMediaLedger } from './store/catalogue/mediaLedger.ts'
import { createCatalogue } from './store/catalogue/readCatalogue.ts'
import { createClock } from './store/clock.ts'
import { createPageUses } from './store/pageUses.ts'

/** Milliseconds a shutdown may take before the process ends all the same. */
const SHUTDOWN_DEADLINE_MS = 4500
/** Part of the room for made media that the covers have; audio has the rest. */
const COVERS_SHARE = 0.25

const tell = (line: string) => process.stdout.write(`${line}\n`)
const clock = createClock()
const { now } = clock
const log = createLog((line) => process.stderr.write(`${line}\n`), now)

async function main(): Promise<void> {
  const config = readConfig(process.env, process.argv.slice(2))
  await probePort(config)
  const mediaStore = openMediaStore(config, (aheadMs) => log.info('store-clock', { aheadMs }))
  await checkMediaStore(config, mediaStore, log)
  const onGone = (reason: Error) => {
    log.error('database-gone', reason)
    fail('The embedded database stopped. Nothing that was saved is lost: start the server again.')
  }
  const store = await openStore(config, onGone, 'server')
  const { db } = store
  await clock.set(db)

  const catalogue = createCatalogue(db)
  if (config.reset && config.mediaStore !== null) await emptyMediaStore(mediaStore)
  const workerUrl = threadScript('media.worker')
  const ledger = createMediaLedger(db)
  const library = createMediaLibrary({
    store: mediaStore,
    scratch: scratchOf(config.dataDir),
    capBytes: config.mediaCacheBytes * (1 - COVERS_SHARE),
    ledger,
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
  const signer = createSigner(key, now)
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
    reports: createReports({ db, catalogue, queue, kick: () => kick(), now }),
    kickJobs: () => kick(),
    mail,
    unsubscribe: createUnsubscribe(signer, origin),
    log,
    now,
    clock,
    clientDir: clientFolder(root),
    localesDir,
  }
  const quiet = createQuiet()
  const door = createFrontDoor(config, context.names, () => quiet.asked())
  const app = await buildApp(context, door)

  let stop: (() => Promise<void>) | undefined
  let ending = false
  // A terminal and the script that started the server both pass a signal on: the second is no reason to break off.
  const end = () => {
    if (ending) return
    ending = true
    setTimeout(() => process.exit(1), SHUTDOWN_DEADLINE_MS).unref()
    void (stop?.() ?? Promise.resolve()).then(
      () => process.exit(0),
      (error) => {
        log.error('shutdown', error)
        process.exit(1)
      },
    )
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, end)
  // What started the server is gone, and with it whoever would stop it.
  process.once('disconnect', end)

  const closeParts = async () => {
    await Promise.allSettled([library.close(), covers.close()])
    mediaStore.close()
    await store.close()
  }
  stop = closeParts
  let drawRest: Awaited<ReturnType<typeof drawCovers>>
  try {
    await checkImported(config, db, mediaStore)
    // Servers that are started together on one empty database: one fills it, the others wait.
    await (config.databaseUrl === null ? fill(context, tell) : alone(db, 'seed', () => fill(context, tell)))
    drawRest = await drawCovers(context)
    await warmUpPasswords()
    await listen(app, config, door)
  } catch (error) {
    await app.close()
    await closeParts()
    throw error
  }
  if (config.databaseUrl === null) await queue.reclaim()
  const jobs = runQueue(context, library, home)
  kick = jobs.kick
  const address = app.server.address()
  port = typeof address === 'object' && address ? address.port : config.port
  await note(config, db, origin())
  const people = config.demo ? await openDemoPeople() : null
  await people?.seedStartData(context)
  const house = runHousekeeping(context, origin())
  kickMail = house.kick
  // The embedded database is ours alone: imports come to us.
  const closeChannel = config.databaseUrl === null ? await openImportChannel(config.dataDir, storeTarget(db)) : null
  const drawing = drawRest(quiet)
  const measuring = measureVersions(context, quiet)
  stop = async () => {
    drawing.stop()
    measuring.stop()
    await closeChannel?.()
    await Promise.allSettled([app.close(), jobs.stop(), house.stop()])
    await closeParts()
  }

  // One write, so that whoever waits for the line has the accounts too.
  tell(
    [
      `ready http://localhost:${port}`,
      ...reachAdvice(config, port),
      ...approvalAdvice(config),
      ...supportAdvice(config),
      ...(people?.ACCOUNT_LINES ?? []),
    ].join('\n'),
  )
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
