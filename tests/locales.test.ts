/**
 * What the type check cannot see of the words: it knows every key that is asked for, but takes one plural form for all
 * of them, and knows English alone.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isUnitTest } from './rooms/table.ts'
import { literalTexts } from './rooms/texts.ts'
import { readTree } from './rooms/tree.ts'

type Words = { readonly [key: string]: string | Words }

const root = resolve(import.meta.dirname, '../locales')
const FORM = /^(.+)_(zero|one|two|few|many|other)$/

/** Every sentence by its whole key, as `file:a.b`. */
function sentences(language: string): Map<string, string> {
  const found = new Map<string, string>()
  const walk = (words: Words, before: string) => {
    for (const [key, value] of Object.entries(words))
      if (typeof value === 'string') found.set(before + key, value)
      else walk(value, `${before}${key}.`)
  }
  for (const file of readdirSync(join(root, language)))
    walk(JSON.parse(readFileSync(join(root, language, file), 'utf8')) as Words, `${file}:`)
  return found
}

/** Keys that count, each with the forms it has. */
function counted(keys: Iterable<string>): Map<string, string[]> {
  const groups = new Map<string, string[]>()
  for (const key of keys) {
    const [, base, form] = FORM.exec(key) ?? []
    if (base && form) groups.set(base, [...(groups.get(base) ?? []), form])
  }
  return groups
}

/** What is wrong with the plural forms of a language. */
function wrongForms(language: string, keys: Iterable<string>): string[] {
  const needed = [...new Intl.PluralRules(language).resolvedOptions().pluralCategories].sort()
  return [...counted(keys)].flatMap(([base, forms]) =>
    [...forms].sort().join() === needed.join() ? [] : [`${base} has ${forms.join()}, not ${needed.join()}`],
  )
}

const withoutForm = (key: string) => FORM.exec(key)?.[1] ?? key
const holes = (sentence: string) => [...new Set([...sentence.matchAll(/\{\{(\w+)/g)].map(([, name]) => name))].sort()

const languages = readdirSync(root)

describe.each(languages)('the words of %s', (language) => {
  const words = sentences(language)

  it('have every plural form of the language, and no other', () => {
    expect(wrongForms(language, words.keys())).toEqual([])
  })

  it('have no form beside a sentence of the same key without one', () => {
    expect([...counted(words.keys()).keys()].filter((base) => words.has(base))).toEqual([])
  })

  // What a language lacks is said in English.
  it('are of keys that English has', () => {
    const known = new Set([...sentences('en').keys()].map(withoutForm))
    expect([...words.keys()].map(withoutForm).filter((key) => !known.has(key))).toEqual([])
  })

  it('leave the same holes in every form; the one for a single thing may leave out the number', () => {
    const uneven = [...words].filter(([key, sentence]) => {
      const base = FORM.exec(key)?.[1]
      const other = base === undefined ? undefined : words.get(`${base}_other`)
      if (other === undefined) return false
      const mine = holes(sentence)
      return holes(other).some((name) => name !== 'count' && name !== 'shown' && !mine.includes(name))
    })
    expect(uneven.map(([key]) => key)).toEqual([])
  })
})

it('are looked for where they are', () => {
  expect(counted(sentences('en').keys()).size).toBeGreaterThan(20)
})

it('a form that is missing or misspelt is named', () => {
  expect(wrongForms('en', ['a.json:x_one', 'a.json:x_other'])).toEqual([])
  expect(wrongForms('en', ['a.json:x_other'])).toEqual(['a.json:x has other, not one,other'])
  expect(wrongForms('ru', ['a.json:x_one', 'a.json:x_other'])).toHaveLength(1)
})

it('I18N-004: no view says what is no key of the locales', () => {
  const views = [...readTree()].filter(([path]) => /^src\/views\/.*\.tsx?$/.test(path) && !isUnitTest(path))
  expect(views.length).toBeGreaterThan(300)
  expect(views.flatMap(([path, source]) => literalTexts(path, source))).toEqual([])
})

it.each([
  '<p>Hello</p>',
  '<p>{isOn ? t("on") : "Off"}</p>',
  '<p>{name || `Song`}</p>',
  '<img alt="A cover" />',
  '<i aria-label={"Close"} />',
  'element.textContent = "Hello"',
  'element.setAttribute("aria-label", "Close")',
])('a text is found in %s', (source) => {
  expect(literalTexts('src/views/A.tsx', `export const a = ${source}`)).toHaveLength(1)
})

it('what nobody reads is no text', () => {
  const source = '<p className="row" role="status" data-x="that">{t("key.of")} · {n}<b title={t("x")}>WAV</b></p>'
  expect(literalTexts('src/views/A.tsx', `export const a = ${source}`)).toEqual([])
})
