/**
 * `npm run approve -- EMAIL`: lets somebody in who signed up, or verifies a coworker who was let in by an invitation.
 * Beside running servers with `DATABASE_URL`; the embedded database can be open in one process only, so its server must
 * be stopped for the moment it takes.
 */
import { signingKeyOf } from '../auth/keys.ts'
import { createLinkTokens } from '../auth/linkTokens.ts'
import { createSigner } from '../auth/signer.ts'
import { readConfig } from '../config.ts'
import { createMailer } from '../mail/mailer.ts'
import { readMailTexts } from '../mail/texts.ts'
import { readNotesOf } from '../notes.ts'
import { openStore } from '../openStore.ts'
import { projectRoot } from '../paths.ts'
import { StartProblem } from '../problem.ts'
import { createClock } from '../store/clock.ts'
import { approveByEmail } from './approval.ts'

/** What became of it, for whoever asked. */
const SAID = {
  approved: 'is approved, and gets a mail with a link to begin with.',
  silently:
    'is approved, and gets no mail: the server has no mail server (SMTP_URL), so the link to begin with stays in the outbox.',
  unheard:
    'is approved, and gets no mail: no mail server is known here, so the link to begin with stays in the outbox. Set SMTP_URL if the server has one.',
  verified: 'is verified: invitations and sharing are open to them.',
  already: 'is approved and verified already.',
  inactive: 'has an account that was closed. Nothing was changed.',
  unknown: 'has no account. Nothing was changed.',
} as const

async function main(): Promise<number> {
  const [email, ...more] = process.argv.slice(2).filter((arg) => arg !== '--')
  if (!email?.includes('@') || more.length > 0) throw new StartProblem('Name one e-mail: npm run approve -- EMAIL')
  const config = readConfig(process.env, [])
  const { db, close } = await openStore(config, fail, 'command')
  try {
    const { now, set } = createClock()
    await set(db)
    const key = await signingKeyOf(config, db)
    // Run without the server's switches, it goes by what the server noted of them.
    const notes = await readNotesOf(config, db)
    const deliver = config.smtpUrl !== null || notes?.delivers === true
    const mail = createMailer({
      db,
      texts: readMailTexts(`${projectRoot()}/locales`),
      origin: () => config.publicUrl ?? notes?.origin ?? `http://localhost:${config.port}`,
      deliver,
      // A server that runs looks for mails by itself.
      kick: () => undefined,
      now,
    })
    const outcome = await approveByEmail(
      { db, links: createLinkTokens(db, createSigner(key, now), now), mail, now },
      email,
    )
    const silently = notes === null ? 'unheard' : 'silently'
    console.log(`${email} ${SAID[outcome === 'approved' && !deliver ? silently : outcome]}`)
    return outcome === 'unknown' || outcome === 'inactive' ? 1 : 0
  } finally {
    await close()
  }
}

function fail(error: unknown): never {
  if (error instanceof StartProblem) console.error(error.message)
  else console.error('It failed, and nothing was changed.\n', error)
  process.exit(1)
}

main().then((code) => process.exit(code), fail)
