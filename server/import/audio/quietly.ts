import { Refusal } from '../refusal.ts'

/**
 * Runs a decoder call without what the library prints, and makes its exceptions ours: a damaged file
 * is one refusal. The call does all its work before its first await, so nothing else is silenced.
 */
export function quietly<T>(call: () => Promise<T>): Promise<T> {
  const print = console.error
  console.error = () => {}
  try {
    return call().catch(() => {
      throw new Refusal('damaged: a part of the audio cannot be decoded')
    })
  } finally {
    console.error = print
  }
}
