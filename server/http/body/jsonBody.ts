// The body of a call: JSON in UTF-8 (RFC 8259), nested no deeper than any of this API.
import { ApiProblem } from '../apiProblem.ts'
import { nestedDeeper } from './nesting.ts'

/** No body of this API is nested deeper than four; whoever walks it must not run out of stack. */
const BODY_DEPTH_MAX = 40
const UTF8 = new TextDecoder('utf-8', { fatal: true })

const bad = (message: string) => new ApiProblem(400, 'BAD_JSON', message)

/**
 * What a body says; undefined for an empty one, since several calls take none at all, whatever type is announced for it.
 * @param bytes as they came
 * @throws ApiProblem 400 BAD_JSON
 */
export function readJson(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined
  const text = decoded(bytes)
  if (nestedDeeper(text, BODY_DEPTH_MAX)) throw bad('The body is nested too deeply.')
  try {
    return JSON.parse(text)
  } catch {
    throw bad('The body is not JSON.')
  }
}

/** What is not UTF-8 would be kept with a question mark for each sign that was in another encoding. */
function decoded(bytes: Buffer): string {
  try {
    return UTF8.decode(bytes)
  } catch {
    throw bad('The body is not UTF-8.')
  }
}
