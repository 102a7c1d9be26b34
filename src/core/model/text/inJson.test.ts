import { expect, test } from 'vitest'
import { lookedFor } from './inJson.ts'

const payload = { title: 'He said "Wait: C:\\Temp"\nand left', volume: 55, of: { term: 'Lumen' } }
const said = JSON.stringify(payload).toLowerCase()

test('a text is found as it was typed, with its quotes, backslashes and line feeds', () => {
  for (const typed of ['LUMEN', ' lumen ', 'said "wait', 'c:\\temp', 'temp"\nand', '"volume":55', 'c:\\\\temp', ''])
    expect([typed, lookedFor(typed)(said)]).toEqual([typed, true])
  for (const typed of ['said wait', 'c:/temp', '"volume":56', 'lumen said']) expect(lookedFor(typed)(said)).toBe(false)
})

test('each line of the payload as it is shown is found', () => {
  const lines = JSON.stringify(payload, null, 2).split('\n')
  expect(lines).toContain('    "term": "Lumen"')
  for (const line of lines) expect([line, lookedFor(line)(said)]).toEqual([line, true])
})
