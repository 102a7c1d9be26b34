// Finds the Chromium the browser tests and benchmarks drive, or installs Debian's where that is allowed.
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { aptInstall } from './apt.mjs'

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

/** What Playwright tells Chromium to leave away (`--disable-features`): of two such lists the last one holds. */
const LEFT_AWAY = [
  'AimEnabled', 'AutoDeElevate', 'AvoidCorsURLLoaderRestartOnRedirect', 'AvoidUnnecessaryBeforeUnloadCheckSync', 'BlockOriginHeaderModificationOnRedirect', 'DestroyProfileOnBrowserClose', 'DialMediaRouteProvider', 'GlobalMediaControls', 'HttpsUpgrades', 'LensOverlay', 'MediaRouter', 'NetworkTimeServiceQuerying', 'OptimizationHints', 'PaintHolding', 'ThirdPartyStoragePartitioning', 'Translate',
] // biome-ignore format: one line of names
/** Two pages under the address bar, loaded anew for every profile, of which no test sees a thing: a quarter of the work. */
const UNSEEN = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup']

/** How the tests start a Chromium. */
export const TEST_ARGS = ['--no-sandbox', '--disable-gpu', `--disable-features=${[...LEFT_AWAY, ...UNSEEN].join(',')}`]

/** @returns path of a Chromium that is there, or null */
export function findChromium() {
  const named = process.env.CHROMIUM_PATH
  if (named) return named
  return onPath(NAMES) ?? PLACES[process.platform]?.find((path) => existsSync(path)) ?? null
}

const SHELL = 'chromium-headless-shell'

/** Whether the shell may stand in: not where CHROMIUM_PATH names one browser for everything, nor in `test:all`. */
const takesShell = () => !process.env.CHROMIUM_PATH && process.env.TEST_ALL !== '1'

/**
 * What drives tests that need no window, folder or profile of their own: Chromium without its own windows, of the same
 * source and release, a quarter less work; the whole Chromium where there is none. The shell has no PDF viewer, remembers
 * no windows and gives no handle of a folder that is kept, so those tests take the whole.
 * @returns its path, or null
 */
export function findPageChromium() {
  return (takesShell() ? onPath([SHELL]) : null) ?? findChromium()
}

/**
 * Has Chromium there, and its shell where that can be had; tests do without the shell, slower.
 * @throws Error with the command to run
 */
export function needBrowsers() {
  needChromium()
  if (takesShell() && onPath([SHELL]) === null) aptInstall(SHELL)
}

/**
 * Finds it, installs it through apt when this is Debian and the user is root, or says what to do.
 * @returns its path
 * @throws Error with the command to run
 */
export function needChromium() {
  const found = findChromium()
  if (found) return found
  if (aptInstall('chromium')) {
    const installed = findChromium()
    if (installed) return installed
  }
  throw new Error(
    'No Chromium was found. Install one ("sudo apt-get install chromium" on Debian), or name it: CHROMIUM_PATH=/path/to/chromium npm test',
  )
}

/** @returns path of the first of these programs that can be run, or null */
export function onPath(names) {
  const ending = process.platform === 'win32' ? '.exe' : ''
  for (const folder of (process.env.PATH ?? '').split(delimiter))
    for (const name of names) if (folder !== '' && runs(join(folder, name + ending))) return join(folder, name + ending)
  return null
}

function runs(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
