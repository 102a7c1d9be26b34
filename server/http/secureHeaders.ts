// What every answer carries, whoever writes it: routes, refusals, files, and what the parser of requests refuses.
import type { Config } from '../config.ts'

/** Pages and scripts have policies of their own in its place. */
const NOTHING = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
const A_YEAR_S = 31_536_000

/** Headers by name. HSTS only where the server is reached by https: elsewhere it would lock people out. */
export function secureHeaders({ publicUrl }: Pick<Config, 'publicUrl'>): Readonly<Record<string, string>> {
  return {
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'Content-Security-Policy': NOTHING,
    ...(publicUrl?.startsWith('https:') ? { 'Strict-Transport-Security': `max-age=${A_YEAR_S}` } : {}),
  }
}
