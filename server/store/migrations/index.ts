// All steps of the schema, in the order they are applied.

import type { Migration } from './migration.ts'
import { start } from './steps/0001-start.ts'
import { mail } from './steps/0002-mail.ts'
import { content } from './steps/0003-content.ts'
import { people } from './steps/0004-people.ts'
import { lookups } from './steps/0005-lookups.ts'
import { shared } from './steps/0006-shared.ts'
import { commonWords } from './steps/0007-common-words.ts'
import { steadyRows } from './steps/0008-steady-rows.ts'
import { refreshChain } from './steps/0009-refresh-chain.ts'
import { doors } from './steps/0010-doors.ts'
import { promoMails } from './steps/0011-promo-mails.ts'
import { seenSessions } from './steps/0012-seen-sessions.ts'
import { linkKeys } from './steps/0013-link-keys.ts'
import { passkeys } from './steps/0014-passkeys.ts'
import { spentCodes } from './steps/0015-spent-codes.ts'
import { linkCodes } from './steps/0016-link-codes.ts'
import { sentLists } from './steps/0017-sent-lists.ts'
import { changes } from './steps/0018-changes.ts'
import { codeKeys } from './steps/0019-code-keys.ts'
import { marksOfLetters } from './steps/0020-marks-of-letters.ts'
import { jobTurns } from './steps/0021-job-turns.ts'
import { signsOfNames } from './steps/0022-signs-of-names.ts'
import { namesInOne } from './steps/0023-names-in-one.ts'
import { namesOfSigns } from './steps/0024-names-of-signs.ts'
import { kindsOfJobs } from './steps/0025-kinds-of-jobs.ts'
import { codesOfNetworks } from './steps/0026-codes-of-networks.ts'
import { formatsOfReleases } from './steps/0027-formats-of-releases.ts'
import { lettersSpelledOut } from './steps/0028-letters-spelled-out.ts'

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
  changes,
  codeKeys,
  marksOfLetters,
  jobTurns,
  signsOfNames,
  namesInOne,
  namesOfSigns,
  kindsOfJobs,
  codesOfNetworks,
  formatsOfReleases,
  lettersSpelledOut,
]
