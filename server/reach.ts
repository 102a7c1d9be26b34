// What whoever starts the server has to know of who can reach it.
import type { Config } from './config.ts'

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i

/**
 * What to do before players on other machines can use a server that listens for them: browsers give a page over plain
 * HTTP no private storage, no locks and no checksums, so the player does not start there.
 * @returns lines; none where there is nothing to do
 */
export function reachAdvice({ host, publicUrl }: Pick<Config, 'host' | 'publicUrl'>, port: number): string[] {
  if (publicUrl?.startsWith('https:')) return []
  const isNamed = publicUrl !== null && !LOOPBACK.test(new URL(publicUrl).hostname)
  if (LOOPBACK.test(host) && !isNamed) return []
  return [
    'From other machines the player works over https alone: browsers keep what it needs from pages over plain HTTP.',
    `Put a reverse proxy with a certificate before it:  caddy reverse-proxy --from player.example --to localhost:${port}`,
    'and start the server with:  PUBLIC_URL=https://player.example TRUST_PROXY=127.0.0.1 npm start',
  ]
}
