/**
 * Holds a tree of modules against the table of rooms. It reads no files itself: it is given paths and
 * sources, so planted violations can be held against it too.
 */
import { posix } from 'node:path'
import { type Asked, importsOf } from './imports.ts'
import { EMPTY_NAMES, FLOORS, isUnitTest, MOST_FILES, REST, ROOMS, type Room } from './table.ts'

/** Path from the project's root, with `/`, to source. Files that are no modules (JSON, wav) have an empty one. */
export type Tree = ReadonlyMap<string, string>
/** The `imports` of package.json: `#core/*` to `./src/core/*`. */
export type Aliases = Readonly<Record<string, string>>

export interface Edge extends Asked {
  readonly from: string
  /** A path of the tree, or null for a package. */
  readonly to: string | null
}

/** What is laid out into rooms; tests of the whole product are not. */
const PRODUCT = /^(src|workers|server|scripts)\//
const MODULE = /\.(ts|tsx)$/

/** Every import of every module, resolved; what it leads to need not be there. */
export function edgesOf(tree: Tree, aliases: Aliases): Edge[] {
  const edges: Edge[] = []
  for (const [from, source] of tree) {
    if (!MODULE.test(from)) continue
    for (const asked of importsOf(from, source)) edges.push({ ...asked, from, to: resolve(asked, from, tree, aliases) })
  }
  return edges
}

export function resolve(
  { specifier, how }: Pick<Asked, 'specifier' | 'how'>,
  from: string,
  tree: Tree,
  aliases: Aliases,
): string | null {
  const bare = specifier.replace(/\?.*$/, '')
  let path: string | null = null
  if (bare.startsWith('.')) path = posix.join(posix.dirname(from), bare)
  for (const [alias, target] of Object.entries(aliases)) {
    const prefix = alias.slice(0, -1)
    if (bare.startsWith(prefix)) path = posix.normalize(target.slice(0, -1) + bare.slice(prefix.length))
  }
  if (path === null) return null
  if (tree.has(path)) return path
  // The built name of a sibling (`./db.worker.js`) or a folder: an address, not a module of the tree.
  return how === 'url' ? null : path
}

export function roomOf(path: string): Room {
  const room = ROOMS.find(({ holds }) => holds.some((one) => (one.endsWith('/') ? path.startsWith(one) : path === one)))
  if (!room) throw new Error(`${path} is in no room`)
  return room
}

/** One sentence per import the table does not allow. */
export function violations(edges: readonly Edge[]): string[] {
  return edges.flatMap((edge) => {
    const why = isUnitTest(edge.from) ? null : reason(edge)
    return why === null ? [] : [`${edge.from}:${edge.line} ${why}`]
  })
}

function reason(edge: Edge): string | null {
  const from = roomOf(edge.from)
  if (from.packages.includes('*') && from.may.includes('*')) return null
  if (edge.to === null) return edge.how === 'url' ? null : packageReason(from, edge.specifier)
  const to = roomOf(edge.to)
  if (isUnitTest(edge.to)) return `imports a test (${edge.to})`
  if (edge.how === 'url' && to !== from)
    return from.starts?.includes(to.name) ? null : `(${from.name}) points at ${edge.to} (${to.name})`
  if (to === from) return screenReason(edge.from, edge.to)
  if (from.may.includes(to.name)) return aliasReason(edge, edge.to)
  if (from.types?.includes(to.name))
    return edge.typeOnly
      ? aliasReason(edge, edge.to)
      : `(${from.name}) may import types of ${to.name} alone: ${edge.specifier}`
  if (from.late?.includes(to.name))
    return edge.late
      ? aliasReason(edge, edge.to)
      : `(${from.name}) may import ${to.name} by import() alone, when it is asked for: ${edge.specifier}`
  return `(${from.name}) must not import ${to.name}: ${edge.specifier}`
}

function packageReason(from: Room, specifier: string): string | null {
  const name = specifier.startsWith('node:') ? 'node:' : packageOf(specifier)
  return from.packages.some((one) => one === '*' || one === name)
    ? null
    : `(${from.name}) must not import the package ${specifier}`
}

function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}

/** One sentence per import that runs up between the floors of one room; types count. */
export function upward(edges: readonly Edge[]): string[] {
  return edges.flatMap(({ from, to, line }) => {
    if (to === null || isUnitTest(from)) return []
    return Object.entries(FLOORS).flatMap(([room, floors]) => {
      if (!from.startsWith(room) || !to.startsWith(room)) return []
      const [here, there] = [floorOf(from, room), floorOf(to, room)]
      return there > here && here >= 0
        ? [`${from}:${line} (${floors[here]}) must not import ${to} (${floors[there]})`]
        : []
    })
  })
}

/** Which floor of the room a file stands on, 0 on the ground; -1 for none. */
function floorOf(path: string, room: string): number {
  const floors = FLOORS[room] ?? []
  const named = floors.findIndex((floor) => floor.some((one) => path.startsWith(room + one)))
  const isRest = named < 0 && !path.slice(room.length).includes('/')
  return isRest ? floors.findIndex((floor) => floor.includes(REST)) : named
}

/** One sentence per module that lies in a room of floors and on none of them. */
export function floorless(tree: Tree): string[] {
  return [...tree.keys()].filter(isSource).flatMap((path) =>
    Object.keys(FLOORS)
      .filter((room) => path.startsWith(room) && floorOf(path, room) < 0)
      .map((room) => `${path} is on no floor of ${room}`),
  )
}

/** One sentence per folder that holds more sources than one can look over, or is called by a name that says nothing. */
export function attics(tree: Tree): string[] {
  const held = new Map<string, number>()
  for (const path of tree.keys()) {
    if (!isSource(path) || /\.css\.ts$/.test(path) || !PRODUCT.test(path)) continue
    // Numbered steps are one list that only grows (migrations).
    const counts = /^\d/.test(posix.basename(path)) ? 0 : 1
    held.set(posix.dirname(path), (held.get(posix.dirname(path)) ?? 0) + counts)
  }
  return [...held].flatMap(([folder, count]) => [
    ...(count > MOST_FILES ? [`${folder} holds ${count} sources: lay it out into rooms (at most ${MOST_FILES})`] : []),
    ...(folder.split('/').some((name) => EMPTY_NAMES.includes(name)) ? [`${folder} does not say what is in it`] : []),
  ])
}

const isSource = (path: string): boolean => MODULE.test(path) && !path.endsWith('.d.ts') && !isUnitTest(path)

/** Every circle of folders that lie side by side, as the folders along it; types count, `import()` too. */
export function folderCircles(edges: readonly Edge[]): string[][] {
  const apart = edges.flatMap((edge) => {
    if (edge.to === null || edge.how !== 'import' || isUnitTest(edge.from) || !PRODUCT.test(edge.from)) return []
    const [from, to] = sides(edge.from, edge.to)
    return from === null || to === null ? [] : [{ ...edge, from, to }]
  })
  return cycles(apart)
}

/** The two folders in which two paths go apart; null for one that is a file there. */
function sides(from: string, to: string): [string | null, string | null] {
  const [here, there] = [from.split('/'), to.split('/')]
  const at = here.findIndex((name, index) => name !== there[index])
  // Between the layers at the root the table of rooms decides.
  const side = (parts: string[]) => (at < 1 || at >= parts.length - 1 ? null : parts.slice(0, at + 1).join('/'))
  return [side(here), side(there)]
}

/** One screen does not reach into another; what two need belongs to music/ or kit/. */
function screenReason(from: string, to: string): string | null {
  const screen = (path: string) => /^src\/views\/screens\/([^/]+)\//.exec(path)?.[1]
  const [mine, theirs] = [screen(from), screen(to)]
  return mine === undefined || theirs === undefined || mine === theirs
    ? null
    : `screen ${mine} must not import the internals of screen ${theirs}`
}

/** Across aliased folders the alias is written, so that moving a folder changes one list. */
function aliasReason({ specifier, from }: Edge, to: string): string | null {
  const aliased = (path: string) => /^(src\/[^/]+|workers|server|tests)\//.exec(path)?.[1]
  const across = specifier.startsWith('.') && aliased(to) !== undefined && aliased(to) !== aliased(from)
  return across ? `reaches ${to} by a relative path: write its alias` : null
}

/** Every import cycle, as the paths along it; types count, because two files that need each other are one. */
export function cycles(edges: readonly Edge[]): string[][] {
  const next = new Map<string, string[]>()
  for (const { from, to, how } of edges)
    if (to !== null && how === 'import') next.set(from, [...(next.get(from) ?? []), to])
  const found: string[][] = []
  const done = new Set<string>()
  const visit = (path: string, trail: string[]) => {
    const at = trail.indexOf(path)
    if (at >= 0) {
      found.push([...trail.slice(at), path])
      return
    }
    if (done.has(path)) return
    for (const to of next.get(path) ?? []) visit(to, [...trail, path])
    done.add(path)
  }
  for (const path of next.keys()) visit(path, [])
  return found
}
