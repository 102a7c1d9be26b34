/** Chromium with a fresh profile of its own on the real disk, whose downloads go into a folder beside it. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright'
// biome-ignore lint/correctness/useImportExtensions: its types stand beside it in a .d.mts, which misleads the rule
import { needChromium } from '../../../scripts/chromium.mjs'

/** Which browser is measured. */
export async function chromiumVersion(): Promise<string> {
  const browser = await chromium.launch({ executablePath: needChromium(), args: ['--no-sandbox'] })
  const version = browser.version()
  await browser.close()
  return `Chromium ${version}`
}

/** A profile on the real disk. */
export interface Place {
  readonly profile: string
  /** Where the browser's own downloads go, unless who drives it wants them elsewhere. */
  readonly folder: string
  remove(): Promise<void>
}

export interface Profile extends Omit<Place, 'remove'> {
  readonly context: BrowserContext
  close(): Promise<void>
}

export interface Opened extends Omit<Profile, 'context'> {
  readonly page: Page
  /** Hands the folder to the page: what is dropped reaches it without the picker's window. */
  dropFolder(): Promise<void>
}

/** @param url whose site may download several files and write into folders, as a person who once said yes has it */
export async function makePlace(url: string): Promise<Place> {
  const place = await mkdtemp(join(tmpdir(), 'downloads-bench-'))
  const folder = join(place, 'files')
  const profile = join(place, 'profile')
  await mkdir(join(profile, 'Default'), { recursive: true })
  await mkdir(folder)
  const yes = { [`${new URL(url).origin},*`]: { setting: 1 } }
  const preferences = {
    download: { default_directory: folder, prompt_for_download: false },
    profile: {
      default_content_setting_values: { automatic_downloads: 1 },
      content_settings: { exceptions: { file_system_read_guard: yes, file_system_write_guard: yes } },
    },
  }
  await writeFile(join(profile, 'Default', 'Preferences'), JSON.stringify(preferences))
  return { profile, folder, remove: () => rm(place, { recursive: true, force: true }) }
}

/**
 * A browser with a profile on the real disk: in a private window the origin private file system lies in memory and each
 * byte of it goes through the browser's process, which is not how people have it.
 * @param url as `makePlace` takes it
 */
export async function openProfile(
  url: string,
  look: Pick<BrowserContextOptions, 'viewport' | 'colorScheme'> = {},
): Promise<Profile> {
  const { profile, folder, remove } = await makePlace(url)
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: needChromium(),
    args: ['--no-sandbox', '--disable-gpu'],
    ...look,
  })
  return {
    context,
    profile,
    folder,
    async close() {
      await context.close()
      await remove()
    },
  }
}

/** A browser whose own downloads, and what is dropped, are in the folder beside its profile. @param url as `makePlace` takes it */
export async function openBrowser(url: string): Promise<Opened> {
  const { context, profile, folder, close } = await openProfile(url)
  const page = context.pages()[0] ?? (await context.newPage())
  const session = await context.newCDPSession(page)
  await session.send('Browser.setDownloadBehavior', { behavior: 'allow', downloadPath: folder })
  return {
    page,
    profile,
    folder,
    async dropFolder() {
      for (const event of dropOf(folder)) await session.send('Input.dispatchDragEvent', event)
    },
    close,
  }
}

/** The parameters of `Input.dispatchDragEvent`, one after the other, that drop a folder on a page. */
export function dropOf(folder: string) {
  const data = { items: [], files: [folder], dragOperationsMask: 1 }
  return (['dragEnter', 'dragOver', 'drop'] as const).map((type) => ({ type, x: 100, y: 100, data }))
}
