/**
 * The names this server goes by. A page elsewhere can have its own name lead to this machine (DNS rebinding)
 * and is then of one origin with whatever answers there; so only requests for a known name are answered.
 * The port is not compared: behind a proxy or a port mapping it is another one, and only names can be rebound.
 */
/** A host as it may stand in a request or a switch: a name, an IPv4 or bracketed IPv6 address, perhaps a port. */
const HOST = /^(\[[0-9a-f:.]+\]|[a-z0-9_-]+(?:\.[a-z0-9_-]+)*\.?)(?::\d{0,5})?$/i
/** Names under which a machine reaches itself alone. */
export const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i
const ALWAYS = ['localhost', '127.0.0.1', '[::1]']
/** What HOST says when the server listens on every address of the machine. */
const EVERY_ADDRESS = new Set(['0.0.0.0', '[::]'])

/** Whether players are told no other address than one of this machine itself. */
export function isOwnMachine(publicUrl: string | null): boolean {
  return publicUrl === null || LOOPBACK.test(new URL(publicUrl).hostname)
}

/**
 * The name of a host in one spelling: lower case, without port and final dot, addresses in their short form.
 * @returns null for what is no host
 */
export function hostName(host: string): string | null {
  const name = HOST.exec(host)?.[1]?.replace(/\.$/, '')
  if (name === undefined || !URL.canParse(`http://${host}`)) return null
  return new URL(`http://${name}`).hostname.replace(/^\[::ffff:([0-9a-f]+):([0-9a-f]+)\]$/, fourOfSix)
}

/** An IPv4 address that is written as IPv6, as IPv4. */
function fourOfSix(_all: string, high: string, low: string): string {
  const [a, b] = [Number.parseInt(high, 16), Number.parseInt(low, 16)]
  return [a >> 8, a & 255, b >> 8, b & 255].join('.')
}

/** An address as sockets and HOST have it (`::1`, `fe80::1%eth0`), in the spelling of `hostName`. */
function nameOfAddress(address: string): string | null {
  const plain = address.replace(/%.*$/, '')
  return hostName(plain.includes(':') ? `[${plain}]` : plain)
}

/**
 * The name a program on this machine reaches a server by: `localhost`, or the one address it listens at.
 * @param host where it listens, as HOST has it
 */
export function nameHere(host: string): string {
  const name = nameOfAddress(host)
  return name === null || ALWAYS.includes(name) || EVERY_ADDRESS.has(name) ? 'localhost' : name
}

export interface Names {
  /**
   * Whether a request for this host is for this server.
   * @param host as the request has it, with or without port
   * @param arrivedAt the address of this machine the connection came in at
   */
  known(host: string, arrivedAt: string | undefined): boolean
  /** Whether pages of this origin, on another site, were configured as the player's own: PUBLIC_URL and ALLOWED_HOSTS. */
  configured(origin: string | undefined): boolean
}

/**
 * @param config.host where the server listens
 * @param config.publicUrl where players reach it
 * @param config.allowedHosts further hosts, as somebody wrote them
 */
export function createNames(config: {
  host: string
  publicUrl: string | null
  allowedHosts: readonly string[]
}): Names {
  const publicHost = config.publicUrl === null ? null : new URL(config.publicUrl).host
  const host = nameOfAddress(config.host)
  const everywhere = host !== null && EVERY_ADDRESS.has(host)
  const given = [...config.allowedHosts, ...(publicHost === null ? [] : [publicHost])].map(hostName)
  const names = new Set([...ALWAYS, ...given, everywhere ? null : host])
  names.delete(null)
  return {
    known(asked, arrivedAt) {
      const name = hostName(asked)
      if (name === null) return false
      // Whoever writes an address has looked nothing up, so nothing was rebound.
      return names.has(name) || (everywhere && arrivedAt !== undefined && name === nameOfAddress(arrivedAt))
    },
    configured(origin) {
      const match = /^https?:\/\/([^/]+)$/i.exec(origin ?? '')
      const name = match?.[1] === undefined ? null : hostName(match[1])
      return name !== null && given.includes(name)
    },
  }
}
