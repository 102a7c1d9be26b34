// Runs before every command of package.json: checks Node, and installs the packages when they are missing
// or belong to another lockfile, Node or platform. What somebody installed with npm themselves is left as it is.
// Depends on nothing but Node.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { areInstalled } from './packages.mjs'
import { tieToParent } from './tied.mjs'
import { takeTurn } from './turn.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const stampFile = join(root, 'node_modules', '.bootstrap-stamp')

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
// What builds the client has nothing for the others, and npm leaves it out there without a word.
if (major < 20 || major === 21 || (major === 20 && minor < 19) || (major === 22 && minor < 12)) {
  console.error(
    `This needs Node 20 from 20.19 on, or 22.12 or newer, and this is ${process.versions.node}. Install such a Node and try again.`,
  )
  process.exit(1)
}

const stamp = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .update(`${process.version} ${process.platform} ${process.arch}`)
  .digest('hex')

if (isMissing()) await installInTurn()
else if (!existsSync(stampFile)) note()

/** Whether the packages have to be installed. */
function isMissing() {
  const noted = noteOf()
  return noted === null ? !areInstalled(root) : noted !== stamp
}

/** Null where nothing is noted, as while somebody else installs them. */
function noteOf() {
  try {
    return readFileSync(stampFile, 'utf8')
  } catch {
    return null
  }
}

/** Notes what is installed. It only saves time: a project may lie where nothing can be written. */
function note() {
  try {
    writeFileSync(stampFile, stamp)
  } catch {
    // The packages are compared again the next time.
  }
}

/** Two installs at once would take each other's files away: the second waits, and finds the packages there. */
async function installInTurn() {
  const hold = tieToParent()
  const turn = await takeTurn(join(root, '.installing'), () =>
    console.log('another command is installing the packages; waiting for it (if there is none, remove .installing)'),
  )
  if (isMissing()) await install(hold, turn)
  turn.give()
}

async function install(hold, turn) {
  console.log('installing packages (once; this takes a minute)')
  // The npm that runs this script, or the one on PATH (yarn and others name themselves there); its settings for the
  // outer run must not reach the inner one.
  const runs = process.env.npm_execpath
  const npm = runs && basename(runs) === 'npm-cli.js' ? runs : undefined
  const env = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) =>
        !/^npm_(config_(global|prefix|omit|include|production|dry_run|workspace)|lifecycle_|package_)/i.test(name),
    ),
  )
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund']
  const options = { cwd: root, stdio: 'inherit', env: { ...env, NODE_ENV: 'development' } }
  const child = npm
    ? spawn(process.execPath, [npm, ...args], options)
    : spawn('npm', args, { ...options, shell: process.platform === 'win32' })
  hold(child)
  // Killed alone it leaves npm behind, which goes on.
  turn.share(child.pid)
  const status = await new Promise((done) => child.once('error', () => done(1)).once('exit', done))
  if (status !== 0) {
    console.error(
      'The packages could not be installed; the lines above say why. Check the network and run the command again.',
    )
    process.exit(1)
  }
  note()
}
