import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase } from '#tests/support/database.ts'
import { shortened } from './catalogue/shortened.ts'
import { readConfig } from './config.ts'
import { demoCatalogue } from './demo/catalogue/catalogue.ts'
import { createFolderStore } from './media/objects/folderStore.ts'
import { note } from './notes.ts'
import { checkImported, linkAdvice, supportAdvice } from './starting.ts'
import { insertReleases } from './store/catalogue/writeCatalogue.ts'

test('H-401: whoever sends mails is told once that nobody reads the address of the support', () => {
  const SMTP_URL = 'smtp://mail.example'
  const of = (env: Record<string, string>) => supportAdvice(readConfig({ NODE_ENV: 'production', ...env }, []))
  expect(of({ SMTP_URL })).toEqual([expect.stringMatching(/support@player\.example.*set SUPPORT_EMAIL/)])
  expect(of({ SMTP_URL, SUPPORT_EMAIL: 'help@label.example' })).toEqual([])
  expect(of({})).toEqual([])
})

test('H-645: whoever sends mails is told that their links lead to this machine alone', () => {
  const SMTP_URL = 'smtp://mail.example'
  const of = (env: Record<string, string>) => linkAdvice(readConfig(env, []), 'http://localhost:4173')
  for (const PUBLIC_URL of ['', 'http://127.0.0.1:4173'])
    expect(of({ SMTP_URL, PUBLIC_URL })).toEqual([expect.stringMatching(/^Links in mails .*set PUBLIC_URL/)])
  expect(of({ SMTP_URL, PUBLIC_URL: 'https://player.example' })).toEqual([])
  expect(of({})).toEqual([])
})

test('H-499: a server does not begin with another media store until imported music is there', {
  tags: ['long'],
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'places-'))
  const db = await openDatabase()
  const config = (MEDIA_URL?: string) =>
    readConfig({ DATA_DIR: folder, ...(MEDIA_URL === undefined ? {} : { MEDIA_URL }) }, [])
  const before = config()
  const after = config('s3://key:geheim@store.example:9000/media')
  const elsewhere = createFolderStore(join(folder, 'elsewhere'))
  const file = { path: 'imported/audio/a.wav', bytes: 1, sha256: 'x', crc32: 0 }
  try {
    await insertReleases(db, [...shortened(demoCatalogue('small'), 1)].slice(0, 2), () => undefined, 'demo')
    await checkImported(after, db, elsewhere)
    await note(before, db, 'http://localhost')
    // Nothing was imported: there is nothing to lose.
    await checkImported(after, db, elsewhere)
    const imported = await db.selectFrom('tracks').select('trackid').limit(3).execute()
    for (const [at, { trackid }] of imported.entries())
      await db
        .updateTable('tracks')
        .set({
          source: JSON.stringify({ kind: 'file', files: { wav: { ...file, path: `imported/audio/${at}.wav` } } }),
        })
        .where('trackid', '=', trackid)
        .execute()
    await checkImported(before, db, elsewhere)
    const refused = checkImported(after, db, elsewhere)
    await expect(refused).rejects.toThrow(/data folder.*Start without MEDIA_URL, or copy imported\//)
    await expect(refused).rejects.not.toThrow('geheim')
    // One may have been lost.
    await elsewhere.put('imported/audio/1.wav', Buffer.from('x'))
    await checkImported(after, db, elsewhere)
    await note(after, db, 'http://localhost')
    const empty = createFolderStore(join(folder, 'empty'))
    await expect(checkImported(before, db, empty)).rejects.toThrow(
      /s3:\/\/store\.example.*Start with MEDIA_URL as it was/,
    )
  } finally {
    await db.destroy()
    rmSync(folder, { recursive: true, force: true })
  }
})
