// What was typed as it is kept and shown, for who does not read what it asks for.

/** A term as recent searches and addresses keep it: trimmed, one space between words, no half of a surrogate pair. */
export function cleanTerm(typed: string): string {
  return typed
    .replace(/\p{Surrogate}/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Whether two texts ask for the same. */
export function sameTerm(one: string, other: string): boolean {
  return cleanTerm(one).toLowerCase() === cleanTerm(other).toLowerCase()
}
