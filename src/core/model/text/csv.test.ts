import { expect, test } from 'vitest'
import { csvText } from './csv.ts'

test.each([true, false])('every table keeps to the same rules (each field quoted: %s)', (isEachQuoted) => {
  const fields = (text: string | number | null) =>
    csvText([[text]], isEachQuoted)
      .slice(1, -2)
      .replaceAll('"', '')
  expect(['=1+1', '\0=1+1', ' @x', '-12', '-1.5', -12, 'a\0b', null].map(fields)).toEqual([
    "'=1+1",
    "'=1+1",
    "' @x",
    isEachQuoted ? "'-12" : '-12',
    "'-1.5",
    '-12',
    'ab',
    '',
  ])
})

test('fields are quoted where they have to be, or all of them', () => {
  const rows = [
    ['a', 'b"c', 1],
    ['d,e', "it's", 'f\r\ng'],
  ]
  expect(csvText(rows, true)).toBe('\ufeff"a","b""c","1"\r\n"d,e","it\'s","f\r\ng"\r\n')
  expect(csvText(rows, false)).toBe('\ufeffa,"b""c",1\r\n"d,e","it\'s","f\r\ng"\r\n')
})
