/**
 * The network an address stands for in limits. Whoever has one IPv6 address has the rest of its /64 too, so all
 * of them count as one; an IPv4 address written as IPv6 counts as what it is.
 */
import { isIPv4, isIPv6 } from 'node:net'

/** @param address as a socket or a proxy names it, perhaps with a zone or a port; what is no address stands for itself */
export function networkOf(address: string): string {
  const plain = withoutPort(address).replace(/%.*$/, '').toLowerCase()
  if (isIPv4(plain) || !isIPv6(plain)) return plain
  const groups = groupsOf(plain)
  const mapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  if (!mapped)
    return `${groups
      .slice(0, 4)
      .map((group) => group.toString(16))
      .join(':')}::/64`
  const [high = 0, low = 0] = groups.slice(6)
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

/** Some proxies write the port of the connection too, another one for each: `203.0.113.9:51234`, `[2001:db8::1]:51234`. */
const withoutPort = (address: string) =>
  /^\[([^\]]*)\](?::\d*)?$/.exec(address)?.[1] ?? address.replace(/(\.\d+):\d*$/, '$1')

/** The eight groups of a valid IPv6 address. */
function groupsOf(address: string): number[] {
  const dotted = /^(.*:)(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(address)
  const hex = dotted ? `${dotted[1]}${pair(dotted[2], dotted[3])}:${pair(dotted[4], dotted[5])}` : address
  const [before = '', after] = hex.split('::')
  const read = (part: string) => part.split(':').flatMap((group) => (group === '' ? [] : [Number.parseInt(group, 16)]))
  const [front, back] = [read(before), read(after ?? '')]
  return [...front, ...Array<number>(8 - front.length - back.length).fill(0), ...back]
}

const pair = (high: string | undefined, low: string | undefined) => (Number(high) * 256 + Number(low)).toString(16)
