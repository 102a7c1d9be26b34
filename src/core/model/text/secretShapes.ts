/**
 * What looks like a token, a key or an address stands in no sentence that is kept: what others wrote of an error goes
 * into the log, which leaves the device.
 */

/** Stands for what was cut out. */
export const CUT_OUT = '…'
/** A sentence for a person is no longer, UTF-16 units. */
export const SENTENCE_MAX = 500
/** An address, or twenty letters and digits and more without a space, as in no word: both kinds are in it. */
const SHAPED = /\bhttps?:\/\/\S+|(?=[\w\-.~+/=%]*\d)(?=[\w\-.~+/=%]*[A-Za-z])[\w\-.~+/=%]{20,}/g

/** A text without what is shaped like a secret; of a long one its beginning, up to a whole word. */
export function withoutSecretShapes(text: string): string {
  const short = text.length > SENTENCE_MAX ? text.slice(0, SENTENCE_MAX).replace(/\S*$/, '') : text
  return short.replace(SHAPED, CUT_OUT)
}
