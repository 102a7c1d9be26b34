import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { StartProblem } from './problem.ts'

describe('readConfig', () => {
  it('has defaults for everything', () => {
    const config = readConfig({}, [])
    expect(config).toMatchObject({
      port: 4173,
      host: 'localhost',
      demo: true,
      production: false,
      catalogue: null,
      reset: false,
    })
    expect(config.mediaCacheBytes).toBe(4096 * 1_048_576)
    expect(config.coversAhead).toBe(5000)
    expect(config.songPercent).toBe(100)
    expect(config.dataDir.endsWith('/.data')).toBe(true)
  })

  it('never has demo accounts in production, whatever DEMO says', () => {
    expect(readConfig({ NODE_ENV: 'production', DEMO: '1' }, []).demo).toBe(false)
  })

  it('H-231: has test controls under names of this machine alone, and its demo everywhere', () => {
    const of = (env: Record<string, string>) => {
      const { demo, controls } = readConfig(env, [])
      return [demo, controls]
    }
    for (const PUBLIC_URL of ['', 'http://localhost:4173', 'http://127.0.0.1', 'http://[::1]:80'])
      expect(of({ PUBLIC_URL })).toEqual([true, true])
    for (const PUBLIC_URL of ['https://player.example', 'http://192.168.1.20:4173', 'https://localhost.example'])
      expect(of({ PUBLIC_URL })).toEqual([true, false])
    expect(of({ PUBLIC_URL: 'https://player.example', TEST_CONTROLS: '1' })).toEqual([true, true])
    expect(of({ NODE_ENV: 'production', TEST_CONTROLS: '1' })).toEqual([false, false])
  })

  it('reads the switches, with or without npm’s dashes', () => {
    expect(readConfig({}, ['--', '--catalogue', 'small', '--reset'])).toMatchObject({ catalogue: 'small', reset: true })
  })

  it('H-395: empties what others may use as well at a second word alone', () => {
    const MEDIA_URL = 's3://key:geheim@store.example/media/player'
    const DATABASE_URL = 'postgresql://vera:geheim@db.example/player'
    for (const [env, named] of [
      [{ MEDIA_URL }, 's3://store.example/media/player (MEDIA_URL)'],
      [{ DATABASE_URL }, 'the database of DATABASE_URL'],
      [{ DATABASE_URL, MEDIA_URL }, 'the database of DATABASE_URL and s3://store.example/media/player'],
    ] as const) {
      expect(() => readConfig(env, ['--reset'])).toThrow(StartProblem)
      expect(() => readConfig(env, ['--reset'])).toThrow(named)
      expect(() => readConfig(env, ['--reset'])).not.toThrow('geheim')
      expect(readConfig(env, ['--reset', '--shared']).reset).toBe(true)
      expect(readConfig(env, []).reset).toBe(false)
    }
    expect(readConfig({}, ['--reset']).reset).toBe(true)
  })

  it('takes the origin of the public address, which mailed links begin with', () => {
    const of = (PUBLIC_URL: string) => readConfig({ PUBLIC_URL }, []).publicUrl
    expect(of('https://Player.Example:443//')).toBe('https://player.example')
    expect(of('http://192.168.1.20:4173')).toBe('http://192.168.1.20:4173')
  })

  it('H-644: believes a proxy on this machine at both of its own addresses, and no others than are listed', () => {
    const of = (TRUST_PROXY: string) => readConfig({ TRUST_PROXY }, []).trustProxy
    expect(of('127.0.0.1')).toEqual(['127.0.0.1', '::1'])
    expect(of('::1 , 10.0.0.0/8')).toEqual(['::1', '10.0.0.0/8', '127.0.0.1'])
    for (const list of ['10.0.0.0/8,192.168.1.20', '10.0.0.0/255.0.0.0', '2001:db8::/32', '::ffff:10.0.0.1'])
      expect(of(list)).toEqual(list.split(','))
    expect(readConfig({}, []).trustProxy).toBeNull()
  })

  it.each([
    '1', '10.0', 'cafe', '127.0.0.1,', '10.0.0.0/33', '10.0.0.0/0', '10.0.0.0/', '10.0.0.0/8/8', '10.0.0.0/255.0.255.0', '::1/129', 'fe80::1%eth0',
  ])('takes %j for no proxy', (TRUST_PROXY) => {
    expect(() => readConfig({ TRUST_PROXY }, [])).toThrow(StartProblem)
    expect(() => readConfig({ TRUST_PROXY }, [])).toThrow('127.0.0.1, 10.0.0.0/8, and not how many')
  }) // biome-ignore format: a list

  it.each([
    [{ PORT: 'abc' }, [], 'PORT'],
    [{ PORT: '70000' }, [], 'PORT'],
    [{ DATABASE_URL: 'mysql://x' }, [], 'DATABASE_URL'],
    [{ MEDIA_CACHE_MB: '-1' }, [], 'MEDIA_CACHE_MB'],
    [{ COVERS_AHEAD: 'all' }, [], 'COVERS_AHEAD'],
    [{ DEMO_SONG_PERCENT: '0' }, [], 'DEMO_SONG_PERCENT'],
    [{ DEMO_SONG_PERCENT: '101' }, [], 'DEMO_SONG_PERCENT'],
    [{ MEDIA_URL: 'https://store.example/media' }, [], 's3://KEY:SECRET@host'],
    [{ MEDIA_URL: 's3://store.example/media' }, [], 'AWS_ACCESS_KEY_ID'],
    [{ PUBLIC_URL: 'player.example' }, [], 'PUBLIC_URL'],
    [{ PUBLIC_URL: 'https://label.example/player' }, [], 'no path'],
    [{ PUBLIC_URL: 'https://player.example/?from=mail' }, [], 'no path'],
    [{ PUBLIC_URL: 'https://player.example/#/' }, [], 'no path'],
    [{ PUBLIC_URL: 'https://vera:secret@player.example' }, [], 'no path'],
    [{ ALLOWED_HOSTS: 'player.lan, https://player.example' }, [], 'ALLOWED_HOSTS'],
    [{ SMTP_URL: 'http://mail' }, [], 'smtps://'],
    [{ MAIL_FROM: 'Player' }, [], 'MAIL_FROM'],
    [{ SUPPORT_EMAIL: 'nobody' }, [], 'SUPPORT_EMAIL'],
    [{ APPROVE_AFTER_MIN: 'soon' }, [], 'APPROVE_AFTER_MIN'],
    [{ TRUST_PROXY: 'everybody' }, [], 'TRUST_PROXY'],
    [{}, ['--catalogue', 'huge'], '--catalogue small, demo or large'],
    [{}, ['--catalogue'], '--catalogue small, demo or large'],
    [{}, ['--verbose'], '--catalogue small, demo or large'],
  ])('refuses %j %j in a sentence that says what to do', (env, args, hint) => {
    expect(() => readConfig(env as Record<string, string>, args)).toThrow(StartProblem)
    expect(() => readConfig(env as Record<string, string>, args)).toThrow(hint)
  })
})
