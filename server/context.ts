// The parts of a running server, handed to every route.
import type { Kysely } from 'kysely'
import type { GuessLimit } from './auth/guessing.ts'
import type { Limits } from './auth/limits.ts'
import type { LinkCodes } from './auth/linkCodes.ts'
import type { LinkTokens } from './auth/linkTokens.ts'
import type { Passkeys } from './auth/passkeys.ts'
import type { SessionList } from './auth/sessionList.ts'
import type { Sessions } from './auth/sessions.ts'
import type { SignupCodes } from './auth/signupCodes.ts'
import type { Tokens } from './auth/tokens.ts'
import type { Config } from './config.ts'
import type { Names } from './http/names.ts'
import type { Queue } from './jobs/queue.ts'
import type { Reports } from './jobs/report.ts'
import type { Log } from './log.ts'
import type { Mailer } from './mail/mailer.ts'
import type { Unsubscribe } from './mail/unsubscribe.ts'
import type { CoverStudio, MediaLibrary } from './media/contract.ts'
import type { SongFiles } from './media/label/songFiles.ts'
import type { ObjectStore } from './media/objects/objectStore.ts'
import type { Catalogue } from './store/catalogue/readCatalogue.ts'
import type { Clock } from './store/clock.ts'
import type { PageUses } from './store/pageUses.ts'
import type { Schema } from './store/schema.ts'

export interface Context {
  config: Config
  /** Under which hosts the server is reached. */
  names: Names
  db: Kysely<Schema>
  catalogue: Catalogue
  sessions: Sessions
  sessionList: SessionList
  passkeys: Passkeys
  tokens: Tokens
  pageUses: PageUses
  guesses: GuessLimit
  links: LinkTokens
  codes: SignupCodes
  linkCodes: LinkCodes
  limits: Limits
  media: MediaLibrary
  /** The files of songs as they are taken home. */
  songFiles: SongFiles
  /** Where imported and made media lie. */
  mediaStore: ObjectStore
  covers: CoverStudio
  queue: Queue
  reports: Reports
  /** Tells the job runners that there is work. */
  kickJobs(): void
  mail: Mailer
  unsubscribe: Unsubscribe
  log: Log
  /** The time of `clock`, ms since 1970. Everything that ends or is dated goes by it. */
  now(): number
  clock: Clock
  /** Absolute paths of what the project ships. */
  clientDir: string
  localesDir: string
}
