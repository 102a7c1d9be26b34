// What somebody calls themselves, in a mail to people who need not know them.

/** As programs that show mails find addresses: `evil.com`, `xn--e1a.xn--p1ai`; with the dots of other scripts. */
const DOMAIN = /[\p{L}\p{N}-][.。．｡](xn--)?\p{L}{2,}/u
/** A capital behind the dot is a name's: initials, or a saint. */
const INITIALS = /[.。．｡](?=\p{Lu})/gu

/**
 * A name without addresses: a mail of ours must lead nobody where its sender likes, and many programs make links of what
 * only looks like one. Words that are addresses are left out; names with dots in them, as `J.Smith`, are spaced.
 * @returns empty where nothing of the name is left
 */
export function withoutAddresses(name: string): string {
  return name
    .split(/\s+/)
    .map((word) => (DOMAIN.test(word) ? word.replace(INITIALS, '. ') : word))
    .filter((word) => !DOMAIN.test(word) && !/:\/\/|\bwww[.。．｡]/iu.test(word))
    .join(' ')
    .trim()
}
