// Finds the Chromium the browser tests and benchmarks drive, or installs Debian's where that is allowed.
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome', 'msedge']
const PLACES = {
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ],
  win32: [
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
  ],
}

/** @returns path of a Chromium that is there, or null */
export function findChromium() {
  const named = process.env.CHROMIUM_PATH
  if (named) return named
  const ending = process.platform === 'win32' ? '.exe' : ''
  for (const folder of (process.env.PATH ?? '').split(delimiter))
    for (const name of NAMES) if (folder !== '' && runs(join(folder, name + ending))) return join(folder, name + ending)
  return PLACES[process.platform]?.find((path) => existsSync(path)) ?? null
}

/**
 * Finds it, installs it through apt when this is Debian and the user is root, or says what to do.
 * @returns its path
 * @throws Error with the command to run
 */
export function needChromium() {
  const found = findChromium()
  if (found) return found
  const apt = (...args) =>
    spawnSync('apt-get', args, {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      timeout: 300_000,
    }).status === 0
  if (process.platform === 'linux' && process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0) {
    console.log('installing Chromium (once)')
    const install = () => apt('install', '-y', '--no-install-recommends', 'chromium')
    if (install() || (apt('update') && install())) {
      const installed = findChromium()
      if (installed) return installed
    }
  }
  throw new Error(
    'No Chromium was found. Install one ("sudo apt-get install chromium" on Debian), or name it: CHROMIUM_PATH=/path/to/chromium npm test',
  )
}

function runs(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
