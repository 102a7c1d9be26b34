// Firefox and WebKit for their smokes. Neither is needed: without one its tests are skipped, with a line that says so.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { aptInstall } from './apt.mjs'
import { onPath } from './chromium.mjs'

/** What Playwright asks of WebDriver BiDi (`network.addDataCollector`) is not in the release before this one. */
const FIREFOX_MIN = 153

/** @returns path of a Firefox Playwright can drive through WebDriver BiDi, or null: there is none, or it is too old */
export function findFirefox() {
  if (process.env.FIREFOX_PATH) return process.env.FIREFOX_PATH
  const found = onPath(['firefox-esr'])
  if (found === null) return null
  const { stdout } = spawnSync(found, ['--version'], { encoding: 'utf8', timeout: 20_000 })
  return Number(/Firefox (\d+)/.exec(stdout ?? '')?.[1] ?? 0) >= FIREFOX_MIN ? found : null
}

/** WebKitGTK's driver, and the screen it draws on. @returns null when one of them is missing */
export function findWebKit() {
  const driver = onPath(['WebKitWebDriver'])
  const screen = onPath(['Xvfb'])
  return driver && screen ? { driver, screen } : null
}

/**
 * Finds them or installs them through apt where that is allowed; says a line for each that cannot be had.
 * @param all whether WebKit is wanted too
 */
export function fetchOtherBrowsers(all) {
  if (findFirefox() === null && !(aptInstall('firefox-esr') && findFirefox()))
    console.log('Firefox ESR 153 or newer cannot be had: its smoke is skipped. FIREFOX_PATH names one.')
  else if (!existsSync(findFirefox() ?? '')) console.log('FIREFOX_PATH names no file: the smoke in Firefox will fail.')
  if (all && findWebKit() === null && !(aptInstall('webkit2gtk-driver', 'xvfb') && findWebKit()))
    console.log('WebKitGTK cannot be had (webkit2gtk-driver, xvfb): its smoke is skipped.')
}
