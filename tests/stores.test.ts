/**
 * Everything the project keeps in a browser, and that all of it goes through the two doors that know whether anything
 * may be kept at all (D-006). A new store has to be named here, and cannot be opened anywhere else.
 */
import { describe, expect, it } from 'vitest'
import { BEGIN_ANEW } from '#core/model/beginAnew.ts'
import { FIRST_FORM } from '#core/model/firstForm.ts'
import { FIRST_PAINT } from '#core/model/themeMark.ts'
import { parseModule, walk } from './rooms/imports.ts'
import { isUnitTest } from './rooms/table.ts'
import { readTree } from './rooms/tree.ts'

const DOORS = ['src/platform/storage/storage.ts', 'workers/engines/storage.ts', 'src/platform/storage/localTexts.ts']
/** Says what a browser has; opens nothing. */
const ABILITIES = 'src/core/model/abilities.ts'
/** Opens the folders that others name to it. */
const FOLDERS = 'workers/engines/privateFiles.ts'

/** Databases with their table, private folders, and keys of local and session storage. */
const STORES = [
  'openStore download-folder players',
  'openStore download-history players',
  'openStore downloads journal',
  'openStore log-segments segments',
  'openStore logs index',
  'openStore marks waiting',
  'openStore peaks tracks',
  'openStore session kept',
  'openStore settings kept',
  'privateFolder downloads',
  'privateFolder logs',
  'text local accessToken',
  'text local connectionToken',
  'text local lastChanges',
  'text local linkedEmails',
  'text local publicComputer',
  'text local refreshBehind',
  'text local theme',
  'text local verificationBannerBy',
  'text local verificationBannerData',
  'text tab gallery.places',
  'text tab profileDraft',
  'text tab publicSession',
  'text tab redirect',
  'text tab replay.kept',
  'text tab signUp',
  'text tab typedEmail',
  'texts local downloads.wished.',
]

/** What a browser keeps things in. */
const GLOBALS = new Set(['localStorage', 'sessionStorage', 'indexedDB', 'caches', 'cookieStore'])
const MEMBERS = new Set(['getDirectory', 'cookie', 'serviceWorker', 'sharedStorage', 'storageBuckets'])
const PACKAGES = ['idb-keyval']

type Node = Record<string, unknown>
const nameOf = (node: unknown): string => String((node as Node | null)?.name ?? '')

/** What of a module reaches past the doors. */
function past(path: string, source: string): string[] {
  const found: string[] = []
  walk(parseModule(path, source), (node) => {
    const { type } = node as Node
    if (type === 'Identifier' && GLOBALS.has(nameOf(node))) found.push(`${path} ${nameOf(node)}`)
    if (type === 'MemberExpression' && MEMBERS.has(nameOf((node as Node).property)))
      found.push(`${path} .${nameOf((node as Node).property)}`)
    const from = ((node as Node).source as Node | null | undefined)?.value
    if (typeof from === 'string' && PACKAGES.includes(from)) found.push(`${path} ${from}`)
  })
  return found
}

/** Names of what a module opens at the doors. Constants stand for themselves. */
function opened(path: string, source: string): string[] {
  const constants = new Map<string, string>()
  const found: string[] = []
  walk(parseModule(path, source), (node) => {
    const { type, id, init } = node as Node
    const value = (init as Node | null | undefined)?.value
    if (type === 'VariableDeclarator' && typeof value === 'string') constants.set(nameOf(id), value)
  })
  const text = (node: unknown) => String((node as Node).value ?? constants.get(nameOf(node)) ?? nameOf(node))
  walk(parseModule(path, source), (node) => {
    if ((node as Node).type !== 'CallExpression') return
    const callee = nameOf((node as Node).callee)
    const args = (node as Node).arguments as unknown[]
    if (callee === 'openStore') found.push(`openStore ${text(args[0])} ${text(args[1])}`)
    if (callee === 'localTexts') found.push(`texts local ${text(args[0])}`)
    if (callee === 'privateFolder' || callee === 'openPrivateFiles') found.push(`privateFolder ${text(args[0])}`)
    if (callee === 'readText' || callee === 'writeText') found.push(`text ${text(args[0])} ${text(args[1])}`)
  })
  return found
}

/** The same of scripts that stand in a page, before any module: what they write. */
function inlineStores(scripts: readonly string[]): string[] {
  return scripts.flatMap((script) =>
    [...script.matchAll(/(local|session)Storage\.setItem\('(\w+)'/g)].map(
      ([, area, key]) => `text ${area === 'local' ? 'local' : 'tab'} ${key}`,
    ),
  )
}

const modules = [...readTree()].filter(([path]) => /^(src|workers)\/.*\.tsx?$/.test(path) && !isUnitTest(path))

describe('D-006: what is kept in a browser', () => {
  it('goes through the doors, everywhere', () => {
    expect(modules.length).toBeGreaterThan(300)
    const outside = modules.filter(([path]) => ![...DOORS, ABILITIES].includes(path))
    expect(outside.flatMap(([path, source]) => past(path, source))).toEqual([])
  })

  it('is reached at the doors', () => {
    const [page, worker] = DOORS.map((door) => modules.filter(([path]) => path === door).flatMap((one) => past(...one)))
    expect(page?.join()).toMatch(/localStorage.*sessionStorage|sessionStorage.*localStorage/)
    expect(worker?.join()).toMatch(/idb-keyval.*getDirectory/)
  })

  it('is what is named here, and nothing else', () => {
    const names = {
      PUBLIC_MARK: 'publicComputer',
      PUBLIC_SESSION: 'publicSession',
      ACCESS: 'accessToken',
      LAST_CHANGES: 'lastChanges',
      CONNECTION: 'connectionToken',
      THEME_MARK: 'theme',
    } as Record<string, string>
    const found = modules
      .filter(([path]) => ![...DOORS, FOLDERS].includes(path))
      .flatMap(([path, source]) => opened(path, source))
      .map((store) => store.replace(/\w+$/, (word) => names[word] ?? word))
    found.push(...inlineStores([FIRST_PAINT, BEGIN_ANEW, FIRST_FORM]))
    expect(new Set(found)).toEqual(new Set(STORES))
  })

  it.each([
    "localStorage.setItem('a', 'b')",
    "window.sessionStorage.setItem('a', 'b')",
    "indexedDB.open('a')",
    "caches.open('a')",
    "document.cookie = 'a=b'",
    'navigator.storage.getDirectory()',
    "navigator.serviceWorker.register('/a.js')",
    "import { set } from 'idb-keyval'",
  ])('is searched for %s', (source) => {
    expect(past('src/a.ts', source)).not.toEqual([])
  })

  it('is written to by inline scripts under names of their own, never a computed one', () => {
    for (const script of [FIRST_PAINT, BEGIN_ANEW, FIRST_FORM])
      expect(script.match(/setItem|torage\[/g) ?? []).toHaveLength(inlineStores([script]).length)
  })

  it('is counted when it is new', () => {
    expect(opened('workers/a.ts', "const NAME = 'mine'\nconst store = openStore(NAME, 'table')")).toEqual([
      'openStore mine table',
    ])
  })
})
