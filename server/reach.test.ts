import { describe, expect, it } from 'vitest'
import { reachAdvice } from './reach.ts'

describe('who starts a server for other machines', () => {
  it.each([
    ['0.0.0.0', null],
    ['::', null],
    ['192.168.1.20', null],
    ['player.example', null],
    ['0.0.0.0', 'http://player.example'],
    ['localhost', 'http://player.example'],
  ])('on %s as %s is told that https is needed, with the line for a reverse proxy', (host, publicUrl) => {
    const said = reachAdvice({ host, publicUrl }, 8080).join('\n')
    expect(said).toContain('https')
    expect(said).toContain('caddy reverse-proxy --from player.example --to localhost:8080')
    expect(said).toContain('NODE_ENV=production PUBLIC_URL=https://')
  })

  it('is told to have it listen where the proxy looks for it, where that is one address', () => {
    const told = (host: string) => reachAdvice({ host, publicUrl: null }, 8080).join('\n')
    for (const host of ['192.168.1.20', 'player.example'])
      expect(told(host)).toContain('start the server with:  HOST=localhost NODE_ENV=production')
    for (const host of ['0.0.0.0', '::']) expect(told(host)).toContain('start the server with:  NODE_ENV=production')
  })

  it.each([
    ['localhost', null],
    ['127.0.0.1', null],
    ['::1', null],
    ['localhost', 'http://localhost:4173'],
    ['0.0.0.0', 'https://player.example'],
    ['localhost', 'https://player.example'],
  ])('on %s as %s is told nothing', (host, publicUrl) => {
    expect(reachAdvice({ host, publicUrl }, 4173)).toEqual([])
  })
})
