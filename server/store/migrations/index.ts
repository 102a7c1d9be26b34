// All steps of the schema, in the order they are applied.
import { start } from './0001-start.ts'
import { mail } from './0002-mail.ts'
import { content } from './0003-content.ts'
import { people } from './0004-people.ts'
import { lookups } from './0005-lookups.ts'
import { shared } from './0006-shared.ts'
import { commonWords } from './0007-common-words.ts'
import { steadyRows } from './0008-steady-rows.ts'
import { refreshChain } from './0009-refresh-chain.ts'
import { doors } from './0010-doors.ts'
import { promoMails } from './0011-promo-mails.ts'
import { seenSessions } from './0012-seen-sessions.ts'
import { linkKeys } from './0013-link-keys.ts'
import { passkeys } from './0014-passkeys.ts'
import { spentCodes } from './0015-spent-codes.ts'
import { linkCodes } from './0016-link-codes.ts'
import { sentLists } from './0017-sent-lists.ts'
import type { Migration } from './migration.ts'

export const migrations: readonly Migration[] = [
  start,
  mail,
  content,
  people,
  lookups,
  shared,
  commonWords,
  steadyRows,
  refreshChain,
  doors,
  promoMails,
  seenSessions,
  linkKeys,
  passkeys,
  spentCodes,
  linkCodes,
  sentLists,
]
