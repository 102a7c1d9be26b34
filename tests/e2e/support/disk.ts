/**
 * A browser with a profile of its own on the real disk, that a test can kill, and a folder of that disk as the picked
 * one. The picker's window cannot be pressed by a test: the folder comes in by a drop, which gives the same handle.
 */
import { mkdir, mkdtemp, readdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
// biome-ignore lint/correctness/useImportExtensions: its types stand beside it in a .d.mts, which misleads the rule
import { needChromium, TEST_ARGS } from '../../../scripts/chromium.mjs'
import { rootOf } from '../../bench/downloads/processTree.ts'
import { serverUrl } from './fixtures.ts'

export interface Disk {
  /** The folder a person would pick. */
  readonly folder: string
  readonly profile: string
  /** What everything lies in. */
  readonly place: string
}

/** A profile whose owner allowed the site to write into folders, always. */
export async function newDisk(): Promise<Disk> {
  const place = await mkdtemp(join(tmpdir(), 'player-disk-'))
  const disk = { place, folder: join(place, 'Promos'), profile: join(place, 'profile') }
  await mkdir(disk.folder)
  await mkdir(join(disk.profile, 'Default'), { recursive: true })
  const yes = { [`${new URL(serverUrl()).origin},*`]: { setting: 1 } }
  const exceptions = { file_system_read_guard: yes, file_system_write_guard: yes }
  await writeFile(
    join(disk.profile, 'Default', 'Preferences'),
    JSON.stringify({ profile: { content_settings: { exceptions } } }),
  )
  return disk
}

/** @param more how the browser is started otherwise */
export async function visit(
  disk: Disk,
  more: { args?: string[]; ignoreDefaultArgs?: string[] } = {},
): Promise<{ context: BrowserContext; page: Page }> {
  const context = await chromium.launchPersistentContext(disk.profile, {
    executablePath: needChromium(),
    ...more,
    args: [...TEST_ARGS, ...(more.args ?? [])],
    baseURL: serverUrl(),
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
  })
  await context.addInitScript(() => {
    let drop: (handle: unknown) => void = () => {}
    const dropped = new Promise((resolve) => {
      drop = resolve
    })
    addEventListener('dragover', (event) => event.preventDefault(), true)
    addEventListener(
      'drop',
      (event) => {
        event.preventDefault()
        const item = event.dataTransfer?.items[0] as unknown as { getAsFileSystemHandle(): Promise<unknown> }
        drop(item.getAsFileSystemHandle())
      },
      true,
    )
    Object.assign(window, { showDirectoryPicker: () => dropped })
  })
  return { context, page: context.pages()[0] ?? (await context.newPage()) }
}

/** Has the folder at hand for whoever opens the picker. */
export async function handOut(disk: Disk, page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', {
      type,
      x: 5,
      y: 5,
      data: { items: [], files: [disk.folder], dragOperationsMask: 1 },
    })
}

/** Paths of all files in the folder, whatever their names begin with. */
export async function filesOf(disk: Disk): Promise<string[]> {
  const entries = await readdir(disk.folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

/** The power goes: no process of the browser gets another word in. */
export function killBrowser(disk: Disk): void {
  const root = rootOf(disk.profile)
  if (root === null) throw new Error('the browser process was not found')
  process.kill(root, 'SIGKILL')
}
