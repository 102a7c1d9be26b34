/** The URL Standard's parser, which pages, workers and Node have in common: as much of it as is needed here. */
declare const URL: new (address: string) => { readonly hostname: string }

/** The host of an http address as names are sent over the line: lower case, other scripts in Punycode (RFC 5891); null where there is none. */
export function hostOf(address: string): string | null {
  try {
    return new URL(address).hostname
  } catch {
    return null
  }
}
