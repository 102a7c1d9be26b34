// The calls of the requirement catalogue.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

/** `METHOD /path` of each row API-*; those whose address another answer gives are asked for where it is. */
export const ROWS = [
  ...readFileSync(resolve(import.meta.dirname, '../spec/requirements.md'), 'utf8').matchAll(
    /^\| (API-[A-Z]+-\d{3}) \| [^|]*?`(GET|POST|PUT|DELETE) (\/[^`]+)`/gm,
  ),
].flatMap(([, id = '', method = '', paths = '']) => paths.split(' and ').map((path) => ({ id, method, path })))
