/**
 * The network an address stands for in limits. Whoever has one IPv6 address has the rest of its /64 too, so all
 * of them count as one; an IPv4 address written as IPv6 counts as what it is. Homes and companies are given a /56 or a
 * /48, and with it thousands of /64, so limits of networks look at those too, and allow them more.
 */
import { isIPv4, isIPv6 } from 'node:net'

/** @param address as a socket or a proxy names it, perhaps with a zone or a port; what is no address stands for itself */
export function networkOf(address: string): string {
  const plain = plainOf(address)
  const groups = groupsOfIPv6(plain)
  return groups ? prefixOf(groups, 64) : ipv4Of(plain)
}

/** A network something is counted for. */
export interface CountedNetwork {
  network: string
  /** How many times what one network may is allowed to it. */
  times: number
}

/** How many times as much as a /64 the larger networks may that it lies in. */
const LARGER = [
  [56, 5],
  [48, 20],
] as const

/** All networks an address counts for, the one of `networkOf` first, then those it lies in. */
export function networksOf(address: string): CountedNetwork[] {
  const groups = groupsOfIPv6(plainOf(address))
  const own = { network: networkOf(address), times: 1 }
  return groups ? [own, ...LARGER.map(([bits, times]) => ({ network: prefixOf(groups, bits), times }))] : [own]
}

const plainOf = (address: string) => withoutPort(address).replace(/%.*$/, '').toLowerCase()

/** The groups of an IPv6 address; null for an IPv4 address, also one written as IPv6, and for what is no address. */
function groupsOfIPv6(plain: string): number[] | null {
  if (isIPv4(plain) || !isIPv6(plain)) return null
  const groups = groupsOf(plain)
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  return isMapped ? null : groups
}

function ipv4Of(plain: string): string {
  if (!isIPv6(plain)) return plain
  const [high = 0, low = 0] = groupsOf(plain).slice(6)
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

function prefixOf(groups: readonly number[], bits: number): string {
  const kept = groups.slice(0, Math.ceil(bits / 16))
  const rest = bits % 16
  const last = kept.length - 1
  if (rest > 0) kept[last] = (kept[last] ?? 0) & (0xffff << (16 - rest))
  return `${kept.map((group) => group.toString(16)).join(':')}::/${bits}`
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
