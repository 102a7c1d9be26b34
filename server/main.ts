/**
 * The server's entry: reads the configuration, opens the store, seeds, listens, and ends cleanly.
 * Whatever keeps it from starting is one sentence on standard error and exit code 1.
 */
import { buildApp } from './app.ts'
import { warmUpPasswords } from './auth/passwords.ts'
import { runHousekeeping, runQueue } from './background.ts'
import { readConfig } from './config.ts'
import { createFrontDoor } from './http/frontDoor.ts'
import { nameHere } from './http/names.ts'
import { createQuiet } from './http/quiet.ts'
import { openImportChannel } from './import/channel.ts'
import { storeTarget } from './import/storeTarget.ts'
import { joinParts } from './joinParts.ts'
import { listen, probePort } from './listening.ts'
import { createLog } from './log.ts'
import { emptyMediaStore, openMediaStore } from './media/objects/open.ts'
import { note } from './notes.ts'
import { openDemoPeople } from './openDemo.ts'
import { openStore } from './openStore.ts'
import { StartProblem } from './problem.ts'
import { reachAdvice } from './reach.ts'
import {
  approvalAdvice,
  checkImported,
  checkMediaStore,
  drawCovers,
  fill,
  linkAdvice,
  measureVersions,
  noteMono,
  supportAdvice,
} from './starting.ts'
import { createClock } from './store/clock.ts'
import { EmbeddedDatabaseGone } from './store/database/sqlRunner.ts'

/** Milliseconds a shutdown may take before the process ends all the same. */
const SHUTDOWN_DEADLINE_MS = 4500

const tell = (line: string) => process.stdout.write(`${line}\n`)
const clock = createClock()
const log = createLog((line) => process.stderr.write(`${line}\n`), clock.now)

async function main(): Promise<void> {
  const config = readConfig(process.env, process.argv.slice(2))
  await probePort(config)
  const mediaStore = openMediaStore(config, (aheadMs) => log.info('store-clock', { aheadMs }))
  await checkMediaStore(config, mediaStore, log)
  const onGone = (reason: Error) => {
    log.error('database-gone', reason)
    fail(
      reason instanceof EmbeddedDatabaseGone
        ? 'The embedded database stopped. Nothing that was saved is lost: see that its disk has room, and start the server again.'
        : `The embedded database stopped: ${reason.message}. Nothing that was saved is lost.`,
    )
  }
  const store = await openStore(config, onGone, 'server')
  const { db } = store
  await clock.set(db)

  if (config.reset && config.mediaStore !== null) await emptyMediaStore(mediaStore)
  const { context, library, home, later, origin } = await joinParts({ config, db, mediaStore, log, clock })
  const quiet = createQuiet()
  const door = createFrontDoor(config, context.names, () => quiet.asked())
  const app = await buildApp(context, door)

  const closeParts = async () => {
    await Promise.allSettled([library.close(), context.covers.close()])
    mediaStore.close()
    await store.close()
  }
  let stop = closeParts
  endBySignal(() => stop())

  let drawRest: Awaited<ReturnType<typeof drawCovers>>
  try {
    await checkImported(config, db, mediaStore)
    await fill(context, tell)
    drawRest = await drawCovers(context)
    await warmUpPasswords()
    await listen(app, config, door)
  } catch (error) {
    await app.close()
    await closeParts()
    throw error
  }
  if (config.databaseUrl === null) await context.queue.reclaim()
  const jobs = runQueue(context, library, home)
  later.kickJobs = jobs.kick
  const address = app.server.address()
  if (typeof address === 'object' && address) later.port = address.port
  await note(config, db, origin())
  const people = config.demo ? await openDemoPeople() : null
  await people?.seedStartData(context)
  const house = runHousekeeping(context, origin())
  later.kickMail = house.kick
  // The embedded database is ours alone: imports come to us.
  const closeChannel = config.databaseUrl === null ? await openImportChannel(config.dataDir, storeTarget(db)) : null
  const drawing = drawRest(quiet)
  const measuring = [measureVersions(context, quiet), noteMono(context, quiet)]
  stop = async () => {
    drawing.stop()
    for (const one of measuring) one.stop()
    await closeChannel?.()
    await Promise.allSettled([app.close(), jobs.stop(), house.stop()])
    await closeParts()
  }

  // One write, so that whoever waits for the line has the accounts too.
  tell(
    [
      `ready http://${nameHere(config.host)}:${later.port}`,
      ...reachAdvice(config, later.port),
      ...approvalAdvice(config),
      ...supportAdvice(config),
      ...linkAdvice(config, origin()),
      ...(people?.ACCOUNT_LINES ?? []),
    ].join('\n'),
  )
}

/** Stops by a signal, or with whoever started the server, and ends then; at the deadline all the same. */
function endBySignal(stop: () => Promise<void>): void {
  let ending = false
  // A terminal and the script that started the server both pass a signal on: the second is no reason to break off.
  const end = () => {
    if (ending) return
    ending = true
    setTimeout(() => process.exit(1), SHUTDOWN_DEADLINE_MS).unref()
    void stop().then(
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
