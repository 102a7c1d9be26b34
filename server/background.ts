/**
 * What a server does besides answering: it works on the jobs of the queue, sends the mails, and looks now and
 * then after what has run out. Several servers on one database share all of it.
 */
import type { Context } from './context.ts'
import { REPORT, REPORT_PARALLEL, REPORT_PATIENCE, reportHandler } from './jobs/report.ts'
import { runJobs } from './jobs/runner.ts'
import { TRANSCODE_PARALLEL, TRANSCODE_PATIENCE, transcodeHandler, transcodeKind } from './jobs/transcode.ts'
import { PLAYLIST_ZIP, playlistZipHandler, RELEASE_ZIP, releaseZipHandler, sweepZips } from './jobs/zip.ts'
import { createDelivery, MAIL_PARALLEL, MAIL_PATIENCE } from './mail/delivery.ts'
import { createDigestClock, DIGEST, digestHandler, sweepJobs } from './mail/digests.ts'
import { SEND_MAIL } from './mail/mailer.ts'
import { createSongFiles } from './media/label/songFiles.ts'
import type { createMediaLibrary } from './media/library.ts'
import { approveWaiting } from './people/approval.ts'
import { sweepSentLists } from './people/invitations.ts'
import { createMediaLedger } from './store/catalogue/mediaLedger.ts'
import { keepUp } from './store/database/upkeep.ts'
import { sweepPageViews } from './store/pageViews.ts'

const SWEEP_MS = 3_600_000
/** How often the clock is set by the database's. */
const CLOCK_MS = 10_000
/** How often the end of a digest's period is looked for. */
const DIGEST_LOOK_MS = 2000
/** How often waiting sign-ups are looked at. */
const APPROVE_MS = 20_000
/** Zips one server works on at a time. */
const LONG_JOBS = 2

interface Work {
  /** Looks at once for what is to be done. */
  kick(): void
  /** Finishes or releases what is being worked on. */
  stop(): Promise<void>
}

/**
 * Runs the jobs of the queue until it is stopped: zips, digests, reports and transcodes, all but the mails.
 * @param home where made media lie: only servers that share them take each other's transcodes
 */
export function runQueue(context: Context, library: ReturnType<typeof createMediaLibrary>, home: string): Work {
  const { catalogue, db, log, mail, now, queue } = context
  // A zip is a job itself: it waits for no other to make its songs.
  const files = createSongFiles({ media: library, covers: context.covers, ledger: createMediaLedger(db) })
  const jobs = runJobs({
    queue,
    handlers: {
      [RELEASE_ZIP]: releaseZipHandler(catalogue, files),
      [PLAYLIST_ZIP]: playlistZipHandler(catalogue, files),
    },
    parallel: LONG_JOBS,
    onError: (error, job) => log.error('job-failed', error, { job }),
  })
  // One player's hundred zips must not hold up what all others are told of.
  const digests = runJobs({
    queue,
    handlers: { [DIGEST]: digestHandler(db, mail, now) },
    parallel: 1,
    onError: (error) => log.error('job-failed', error, { job: DIGEST }),
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
  const runners = [jobs, digests, reports, transcodes]
  return {
    kick: () => {
      for (const runner of runners) runner.kick()
    },
    stop: async () => {
      await Promise.allSettled(runners.map((runner) => runner.stop()))
    },
  }
}

/**
 * Sends mails and looks after what has run out, until it is stopped. A kick has it look for mails.
 * @param origin where the links of mails lead, as far as its host is concerned
 */
export function runHousekeeping(context: Context, origin: string): Work {
  const { clock, config, db, log, mail, now, queue, unsubscribe } = context
  const from = config.mailFrom ?? `Player <no-reply@${new URL(origin).hostname}>`
  const delivery = config.smtpUrl === null ? null : createDelivery({ db, url: config.smtpUrl, from, unsubscribe, now })
  // Mails have a runner of their own: a code for a sign-up must not wait behind two zips.
  const mails =
    delivery &&
    runJobs({
      queue,
      handlers: { [SEND_MAIL]: delivery.handler },
      parallel: MAIL_PARALLEL,
      patience: MAIL_PATIENCE,
      // One that is just being handed over would be sent by another server as well.
      once: true,
      onError: (error, job, tried) =>
        log.error(tried?.isGivenUp ? 'mail-given-up' : 'mail-delayed', error, { job, mail: tried?.id ?? '' }),
    })
  const sweep = async () => {
    await context.sessions.sweep()
    await mail.sweep()
    await context.links.sweep()
    await context.codes.sweep()
    await context.passkeys.sweep()
    await context.limits.sweep()
    await sweepPageViews(db, now())
    await context.pageUses.sweep()
    await sweepJobs(db, now())
    await sweepZips(db)
    await sweepSentLists(db, now())
    await keepUp(db, config.databaseUrl === null)
  }
  const setting = oneByOne(
    () => clock.set(db),
    (error) => log.error('clock', error),
  )
  const setter = setInterval(setting.look, CLOCK_MS)
  // At once too: a server that is restarted every day would never come to it.
  const sweeping = oneByOne(sweep, (error) => log.error('sweep', error))
  sweeping.look()
  const sweeper = setInterval(sweeping.look, SWEEP_MS)
  const digests = createDigestClock(db, queue, clock, () => context.kickJobs())
  const digesting = oneByOne(digests, (error) => log.error('digests', error))
  const digestTimer = setInterval(digesting.look, DIGEST_LOOK_MS)
  const { approveAfterMin } = config
  const approving = oneByOne(
    () => approveWaiting(context, approveAfterMin ?? 0),
    (error) => log.error('approve', error),
  )
  const approver = approveAfterMin === null ? undefined : setInterval(approving.look, APPROVE_MS)
  return {
    kick: () => mails?.kick(),
    stop: async () => {
      clearInterval(setter)
      clearInterval(sweeper)
      clearInterval(digestTimer)
      clearInterval(approver)
      await Promise.all([setting.ended(), sweeping.ended(), digesting.ended(), approving.ended()])
      await mails?.stop()
      delivery?.close()
    },
  }
}

/** Looks for work now and then, but not while it is still at it; `ended` waits for what is under way. */
function oneByOne(work: () => Promise<void>, onError: (error: unknown) => void) {
  let busy: Promise<void> | null = null
  return {
    look() {
      busy ??= work()
        .catch(onError)
        .finally(() => {
          busy = null
        })
    },
    ended: async () => void (await busy),
  }
}
