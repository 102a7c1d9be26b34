/** Gets event logs out of the product and reads them, as somebody who was sent one would. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Locator, Page } from '@playwright/test'
import type { ReadLog } from '#core/log/reading/log.ts'
import { parseLog } from '#tests/support/parsedLog.ts'
import { expect } from './fixtures.ts'
import { fileOf } from './product.ts'

export interface ExportedLog {
  readonly path: string
  readonly text: string
  readonly log: ReadLog
}

/** The dialog that lists the logs of whoever is signed in. */
export async function openLogs(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Report a problem' }).click()
  const dialog = page.getByRole('dialog', { name: 'Report a problem' })
  await expect(dialog.getByRole('listitem').first()).toBeVisible()
  return dialog
}

/** Presses an export button and reads the file it saves. */
export async function exported(page: Page, button: Locator): Promise<ExportedLog> {
  const file = await fileOf(page, () => button.click())
  expect(file.suggestedFilename()).toMatch(/\.jsonl\.gz$/)
  return readLog(await file.path())
}

/** @param path a saved log */
export function readLog(path: string): ExportedLog {
  const text = gunzipSync(readFileSync(path)).toString('utf8')
  return { path, text, log: parseLog(text) }
}

/** `npm run replay -- FILE --check`, as built. */
export function replayed(path: string): { code: number | null; said: string } {
  const command = resolve(import.meta.dirname, '../../../dist/server/replay.js')
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, path, '--check'], { encoding: 'utf8' })
  return { code: status, said: stdout + stderr }
}
