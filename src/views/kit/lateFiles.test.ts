import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const ORIGIN = 'https://player.test'

interface Link {
  rel: string
  href: string
  crossOrigin: string | null
  isThere: boolean
  heard: Record<string, () => void>
}

/** A page as far as it is looked at, and what was asked for in it. */
let page: { readyState: string; own: { href?: string; src?: string }[]; links: Link[]; fetched: string[] }
/** What the server says of an address; nothing: 200. */
let answers: Map<string, number | 'away' | 'cut'>
/** What was imported. */
let imported: string[]
let late: typeof import('./lateFiles.ts')

beforeEach(async () => {
  page = { readyState: 'complete', own: [], links: [], fetched: [] }
  answers = new Map()
  imported = []
  vi.stubGlobal('location', { href: `${ORIGIN}/releases` })
  vi.stubGlobal('document', {
    get readyState() {
      return page.readyState
    },
    querySelectorAll: () => page.own,
    createElement: () => {
      const link: Link & Record<string, unknown> = {
        rel: '',
        href: '',
        crossOrigin: null,
        isThere: false,
        heard: {},
        addEventListener: (type: string, hear: () => void) => {
          link.heard[type] = hear
        },
        remove: () => {
          link.isThere = false
        },
      }
      return link
    },
    head: {
      append: (link: Link) => {
        link.isThere = true
        page.links.push(link)
      },
    },
  })
  vi.stubGlobal('fetch', async (address: string) => {
    const file = address.replace(`${ORIGIN}/`, '')
    page.fetched.push(file)
    const answer = answers.get(file) ?? 200
    if (answer === 'away') throw new TypeError('Failed to fetch')
    return {
      status: answer === 'cut' ? 200 : answer,
      ok: answer === 'cut' || answer === 200,
      arrayBuffer: async () => {
        if (answer === 'cut') throw new TypeError('network error')
      },
    }
  })
  // What is here is kept by module: each test has a page of its own.
  vi.resetModules()
  late = await import('./lateFiles.ts')
})
afterEach(() => vi.unstubAllGlobals())

const screen = (needed: string[] = ['a/screen.js', 'a/shared.js']) =>
  late.importLate(async () => {
    imported.push('screen')
    return { screen: true }
  }, needed)

describe('a script that comes late', () => {
  it('is imported once every file it needs was fetched', async () => {
    let isCome = () => {}
    const fetched = fetch
    vi.stubGlobal('fetch', async (address: string) => {
      if (address.endsWith('shared.js')) await new Promise<void>((come) => (isCome = come))
      return fetched(address)
    })
    const coming = screen()
    await new Promise((done) => setTimeout(done))
    expect([page.fetched, imported]).toEqual([['a/screen.js'], []])
    isCome()
    expect(await coming).toEqual({ screen: true })
    expect(page.fetched).toEqual(['a/screen.js', 'a/shared.js'])
    expect(imported).toEqual(['screen'])
  })

  it.each([['away'], ['cut'], [502], [503]] as const)(
    'is not imported while a file it needs does not come (%s), and is asked for again by the next',
    async (answer) => {
      answers.set('a/shared.js', answer)
      await expect(screen()).rejects.toThrow(late.FilesAway)
      expect(imported).toEqual([])
      answers.clear()
      page.fetched = []
      await screen()
      expect(imported).toEqual(['screen'])
      expect(page.fetched, 'what has come is not fetched again').toEqual(['a/shared.js'])
    },
  )

  it('is not away where the server says that there is no such file', async () => {
    answers.set('a/screen.js', 404)
    const failure = await screen().catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(Error)
    expect(failure).not.toBeInstanceOf(late.FilesAway)
    expect(imported).toEqual([])
  })

  it('fetches what two need once', async () => {
    await Promise.all([screen(), screen(['a/other.js', 'a/shared.js'])])
    expect(page.fetched).toEqual(['a/screen.js', 'a/shared.js', 'a/other.js'])
  })

  it('leaves alone what the page asked for in its head', async () => {
    page.own = [{ href: `${ORIGIN}/a/app.js` }, { src: `${ORIGIN}/a/index.js` }]
    await screen(['a/screen.js', 'a/app.js', 'a/index.js'])
    expect(page.fetched).toEqual(['a/screen.js'])
  })

  it('is fetched by the address in its import where it needs no other file', async () => {
    const load = Object.assign(async () => ({}), { toString: () => '()=>import(`./pull-1.js`)' })
    await late.importLate(load)
    expect(page.fetched).toHaveLength(1)
    expect(page.fetched[0]).toMatch(/\/pull-1\.js$/)
  })

  it('is imported at once while the page is loading, as the page waits for no file twice', async () => {
    page.readyState = 'interactive'
    await screen()
    expect([page.fetched, imported]).toEqual([[], ['screen']])
    expect(page.links.map(({ rel, href, crossOrigin }) => [rel, href, crossOrigin])).toEqual([
      ['modulepreload', `${ORIGIN}/a/screen.js`, ''],
      ['modulepreload', `${ORIGIN}/a/shared.js`, ''],
    ])
    page.readyState = 'complete'
    page.links[0]?.heard.error?.()
    await screen()
    expect(page.fetched, 'what failed then is fetched later').toEqual(['a/screen.js'])
  })
})

describe('its styles', () => {
  const styled = ['a/screen.js', 'a/screen.css']

  it('are there before it is imported', async () => {
    const coming = screen(styled)
    await new Promise((done) => setTimeout(done))
    expect(page.links.map(({ rel, href, isThere }) => [rel, href, isThere])).toEqual([
      ['stylesheet', `${ORIGIN}/a/screen.css`, true],
    ])
    expect(imported).toEqual([])
    page.links[0]?.heard.load?.()
    await coming
    expect(imported).toEqual(['screen'])
    await screen(styled)
    expect(page.links).toHaveLength(1)
  })

  it('are asked for again when they failed', async () => {
    const coming = screen(styled)
    await new Promise((done) => setTimeout(done))
    page.links[0]?.heard.error?.()
    await expect(coming).rejects.toThrow(late.FilesAway)
    const again = screen(styled)
    await new Promise((done) => setTimeout(done))
    page.links[1]?.heard.load?.()
    await again
    expect(page.links.map(({ isThere }) => isThere)).toEqual([false, true])
    expect(imported).toEqual(['screen'])
  })

  it('say less than the script of why they did not come', async () => {
    answers.set('a/screen.js', 404)
    const coming = screen(styled)
    page.links[0]?.heard.error?.()
    const failure = await coming.catch((error: unknown) => error)
    expect(failure).not.toBeInstanceOf(late.FilesAway)
  })
})
