// Logos of markets, which a server may name in a call of their own (API-REL-002, API-REL-004).
import type { Market } from '#core/model/catalogue/release.ts'
import { markets } from '#workers/api/releases.ts'
import type { Api } from '#workers/api/transport/client.ts'

/**
 * The markets with the logos they lack.
 * @returns null where none lacks one, or none is to be had. Never rejects: a market without a logo is shown by its id
 */
export async function withLogos(
  api: Api,
  known: readonly Market[],
  signal: AbortSignal,
): Promise<readonly Market[] | null> {
  if (known.every(({ icon }) => icon !== '')) return null
  const named = await markets(api, signal).catch((): readonly Market[] => [])
  const logos = new Map(named.map(({ id, icon }) => [id, icon]))
  const whole = known.map((market) => (market.icon === '' ? { ...market, icon: logos.get(market.id) ?? '' } : market))
  return whole.some(({ icon }, at) => icon !== known[at]?.icon) ? whole : null
}
