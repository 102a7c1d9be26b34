/** Reads what was built, client or server: which chunk loads which, what each was made of, what it weighs. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, posix, resolve } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { parseSync } from 'vite'
import * as z from 'zod/mini'

const DIST = resolve(import.meta.dirname, '../../dist')
export const CLIENT = join(DIST, 'client')

export interface Chunk {
  /** `assets/index-HASH.js` */
  readonly file: string
  /** Bytes as the server sends it to whoever takes brotli. */
  readonly brotli: number
  /** The modules it was made of, as its source map names them. */
  readonly sources: readonly string[]
  /** Chunks it cannot run without. */
  readonly statics: readonly string[]
}

const SourceMap = z.object({ sources: z.array(z.nullable(z.string())) })

/** @param folder the application's, or the replay page's. @throws Error when the client is not built */
export function readChunks(folder = 'assets'): Map<string, Chunk> {
  if (!existsSync(join(CLIENT, 'index.html'))) throw new Error('The client is not built: run "node scripts/build.mjs".')
  const files = readdirSync(join(CLIENT, folder)).filter((name) => name.endsWith('.js'))
  return new Map(files.map((name) => [`${folder}/${name}`, readChunk(CLIENT, `${folder}/${name}`)]))
}

/** What a browser may be given as text: scripts, styles, pages and maps. */
export function clientTexts(): { file: string; text: string }[] {
  return readdirSync(CLIENT, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(js|css|html|json|map)$/.test(name))
    .map((file) => ({ file, text: readFileSync(join(CLIENT, file), 'utf8') }))
}

/** The chunks of the server, its threads and commands. @throws Error when it is not built */
export function readServerChunks(): Map<string, Chunk> {
  const folder = join(DIST, 'server')
  if (!existsSync(join(folder, 'main.js'))) throw new Error('The server is not built: run "node scripts/build.mjs".')
  const files = readdirSync(folder).filter((name) => name.endsWith('.js'))
  return new Map(files.map((name) => [name, readChunk(folder, name)]))
}

/** The copy the build made; where there is none (a short script, the server's), as it would be. */
function brotliBytes(file: string, text: string): number {
  return existsSync(`${file}.br`) ? statSync(`${file}.br`).size : brotliCompressSync(text).length
}

function readChunk(folder: string, file: string): Chunk {
  const text = readFileSync(join(folder, file), 'utf8')
  // A chunk that only hands on another's names has no map: nothing was put into it.
  const mapFile = join(folder, `${file}.map`)
  const map = existsSync(mapFile) ? SourceMap.parse(JSON.parse(readFileSync(mapFile, 'utf8'))) : { sources: [] }
  const { module } = parseSync(file, text)
  const asked = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) => entries.map(({ moduleRequest }) => moduleRequest?.value)),
  ]
  return {
    file,
    brotli: brotliBytes(join(folder, file), text),
    sources: map.sources.filter((source) => source !== null),
    statics: asked.filter((one) => one?.startsWith('.')).map((one) => posix.join(posix.dirname(file), one ?? '')),
  }
}

/** These chunks and all they cannot run without. */
export function closure(chunks: ReadonlyMap<string, Chunk>, roots: readonly string[]): Chunk[] {
  const found = new Map<string, Chunk>()
  const visit = (file: string) => {
    const chunk = chunks.get(file)
    if (!chunk || found.has(file)) return
    found.set(file, chunk)
    chunk.statics.forEach(visit)
  }
  roots.forEach(visit)
  return [...found.values()]
}

/** The scripts index.html loads at once. */
export function entries(): string[] {
  const html = readFileSync(join(CLIENT, 'index.html'), 'utf8')
  return [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map(([, file]) => file ?? '')
}

/** Chunks with code of these modules, named by the ends of their paths. */
export function holding(chunks: ReadonlyMap<string, Chunk>, modules: readonly string[]): string[] {
  return modules.map((name) => {
    const chunk = [...chunks.values()].find(({ sources }) => sources.some((source) => source.endsWith(name)))
    if (!chunk) throw new Error(`no chunk holds ${name}`)
    return chunk.file
  })
}

/** Chunks that are, or belong to, a worker. */
export function workers(chunks: ReadonlyMap<string, Chunk>): Chunk[] {
  return closure(
    chunks,
    [...chunks.keys()].filter((file) => /\.worker-[^/]*\.js$/.test(file)),
  )
}

/** Which of these packages a chunk holds code of. */
export function packagesIn(chunk: Chunk, names: readonly string[]): string[] {
  return names.filter((name) => chunk.sources.some((source) => source.includes(`/node_modules/${name}/`)))
}
