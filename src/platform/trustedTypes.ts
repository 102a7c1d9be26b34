/**
 * The strict policy of the page asks for Trusted Types; workers are started from addresses, which count as
 * scripts. The default policy lets through hashed files of our own build and nothing else. It has to be
 * there before anything else runs, so the entry imports this first.
 */
interface TrustedTypeFactory {
  createPolicy(name: string, rules: { createScriptURL(input: string): string }): unknown
}

const factory = (globalThis as { trustedTypes?: TrustedTypeFactory }).trustedTypes

factory?.createPolicy('default', {
  createScriptURL(input) {
    const url = new URL(input, location.href)
    if (url.origin === location.origin && /^\/(assets|workers|src|node_modules)\//.test(url.pathname)) return input
    throw new TypeError(`a script from ${url.origin} is refused`)
  },
})
