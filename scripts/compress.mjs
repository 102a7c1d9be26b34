// Lays a compressed copy (brotli and gzip) beside each text file of the built client that one makes smaller, so that no
// answer has to wait for it. Source maps are left: developers alone ask for them.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const TEXT = /\.(js|mjs|css|html|svg|json|webmanifest)$/
/** A file of one packet costs as much whole. */
const MIN_BYTES = 1200
const WAYS = [
  {
    ending: '.br',
    pack: (bytes) =>
      promisify(brotliCompress)(bytes, {
        params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
      }),
  },
  { ending: '.gz', pack: (bytes) => promisify(gzip)(bytes, { level: 9 }) },
]

/** @param folder the built client. Copies that are younger than their file stay as they are. */
export async function compress(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && TEXT.test(entry.name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .filter((file) => statSync(file).size >= MIN_BYTES)
  await Promise.all(files.flatMap((file) => WAYS.map((way) => copyOf(file, way))))
}

async function copyOf(file, { ending, pack }) {
  const made = statSync(file + ending, { throwIfNoEntry: false })
  if (made !== undefined && made.mtimeMs >= statSync(file).mtimeMs) return
  const bytes = readFileSync(file)
  writeFileSync(file + ending, await pack(bytes))
}
