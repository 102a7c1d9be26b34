// What whoever starts the server has to know of who can reach it.
import type { Config } from './config.ts'
import { isOwnMachine, LOOPBACK, nameHere } from './http/names.ts'

/**
 * What to do before players on other machines can use a server that listens for them: browsers give a page over plain
 * HTTP no private storage, no locks and no checksums, so the player does not start there.
 * @returns lines; none where there is nothing to do
 */
export function reachAdvice({ host, publicUrl }: Pick<Config, 'host' | 'publicUrl'>, port: number): string[] {
  if (publicUrl?.startsWith('https:')) return []
  if (LOOPBACK.test(host) && isOwnMachine(publicUrl)) return []
  // At one address alone the proxy would not find it, nor come from 127.0.0.1.
  const here = nameHere(host) === 'localhost' ? '' : 'HOST=localhost '
  return [
    'From other machines the player works over https alone: browsers keep what it needs from pages over plain HTTP.',
    `Put a reverse proxy with a certificate before it:  caddy reverse-proxy --from player.example --to localhost:${port}`,
    `and start the server with:  ${here}NODE_ENV=production PUBLIC_URL=https://player.example TRUST_PROXY=127.0.0.1 npm start`,
    'Without NODE_ENV=production everybody who reaches it can sign in with the accounts of the demo.',
  ]
}
