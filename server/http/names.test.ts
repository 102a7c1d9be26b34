import { describe, expect, it } from 'vitest'
import { createNames, hostName, nameHere } from './names.ts'

const names = (more: Partial<Parameters<typeof createNames>[0]> = {}) =>
  createNames({ host: 'localhost', publicUrl: null, allowedHosts: [], ...more })

describe('hostName', () => {
  it.each([
    ['Player.Example.:8443', 'player.example'],
    ['bücher.example', null],
    ['[0:0:0:0:0:0:0:1]:80', '[::1]'],
    ['[::FFFF:192.168.7.9]', '192.168.7.9'],
    ['127.1', '127.0.0.1'],
    ['a@b', null],
    ['a/b', null],
    ['a b', null],
    ['::1', null],
    ['', null],
    ['.', null],
    ['a:99999', null],
  ])('%s is %s', (host, name) => expect(hostName(host)).toBe(name))
})

describe('nameHere', () => {
  it.each(['localhost', 'LOCALHOST', '127.0.0.1', '::1', '0.0.0.0', '::'])('is localhost at %s', (host) => {
    expect(nameHere(host)).toBe('localhost')
  })

  it.each([
    ['192.168.1.20', '192.168.1.20'],
    ['2001:db8::7', '[2001:db8::7]'],
    ['player.lan', 'player.lan'],
  ])('is the one address at %s', (host, name) => {
    expect(nameHere(host)).toBe(name)
  })
})

describe('the names of a server', () => {
  it('are its own, its public one and those that were allowed', () => {
    const known = names({ host: 'studio.lan', publicUrl: 'https://Player.Example:8443', allowedHosts: ['10.0.0.7:80'] })
    for (const host of ['localhost', '127.0.0.1', '[::1]', 'STUDIO.lan', 'player.example', '10.0.0.7'])
      expect([host, known.known(host, '10.0.0.1')]).toEqual([host, true])
    for (const host of ['lan', '10.0.0.1', 'example', '0.0.0.0'])
      expect([host, known.known(host, '10.0.0.1')]).toEqual([host, false])
  })

  it('are, where it listens on every address, the one a connection arrived at, and no other', () => {
    for (const host of ['0.0.0.0', '::']) {
      const known = names({ host })
      expect(known.known('192.168.7.9:4173', '192.168.7.9')).toBe(true)
      expect(known.known('192.168.7.9', '::ffff:192.168.7.9')).toBe(true)
      expect(known.known('[fe80::1]', 'fe80::1%eth0')).toBe(true)
      expect(known.known('192.168.7.10', '192.168.7.9')).toBe(false)
      expect(known.known('attacker.example', '192.168.7.9')).toBe(false)
      expect(known.known('0.0.0.0', '127.0.0.1')).toBe(false)
      expect(known.known('192.168.7.9', undefined)).toBe(false)
    }
    expect(names().known('192.168.7.9', '192.168.7.9')).toBe(false)
  })

  it('make origins the player’s own only where they were configured', () => {
    const known = names({ publicUrl: 'https://player.example', allowedHosts: ['player.lan'] })
    expect(['https://player.example', 'http://player.lan:81'].map(known.configured)).toEqual([true, true])
    const foreign = [
      'http://localhost:3000',
      'https://attacker.example',
      'null',
      'https://player.example/x',
      '',
      undefined,
    ]
    expect(foreign.map(known.configured)).toEqual(foreign.map(() => false))
  })
})
