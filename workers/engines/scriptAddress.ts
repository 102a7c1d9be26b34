/**
 * Where the build wrote that an import finds its script.
 * @param load imports it, and nothing else
 * @param beside a script that lies in the same folder of the build
 * @returns null where no build wrote it: in development and in tests
 */
export function scriptAddress(load: () => unknown, beside: string): string | null {
  const [, address] = /\bimport\(\s*["'`]([^"'`]+)/.exec(String(load)) ?? []
  return address === undefined ? null : new URL(address, beside).href
}
