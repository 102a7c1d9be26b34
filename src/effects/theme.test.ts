import { beforeEach, describe, expect, it } from 'vitest'
import { settingRestored, settingThemeChosen, settingThemeFollowed } from '#core/events/settings.ts'
import { SETTINGS_DEFAULT } from '#core/model/settings.ts'
import type { Theme } from '#core/model/theme.ts'
import { heardBus } from '#tests/support/heard.ts'
import { followTheme } from './theme.ts'

let bus: ReturnType<typeof heardBus>
let told: (theme: Theme) => void
let page: { theme: Theme; mark: Theme | null; worn: Theme[]; observed: unknown[] }

function setUp(theme: Theme, mark: Theme | null) {
  bus = heardBus()
  page = { theme, mark, worn: [], observed: [] }
  return followTheme({
    on: bus.on,
    observe: (draft) => page.observed.push(draft),
    theme: () => page.theme,
    marked: () => page.mark,
    mark: (one) => {
      page.mark = one
    },
    wear: (one) => page.worn.push(one),
    watch: (listener) => {
      told = listener
      return () => undefined
    },
  })
}

describe('the theme', () => {
  beforeEach(() => void setUp('system', null))

  it('is on the page and marked as soon as it is chosen', () => {
    bus.happens(settingThemeChosen({ theme: 'dark' }))
    expect(page).toMatchObject({ worn: ['dark'], mark: 'dark' })
  })

  it('of another tab is told to the state, and worn when the state has it, without being marked again', () => {
    told('light')
    expect(page.observed).toEqual([settingThemeFollowed({ theme: 'light' })])
    expect(page.worn).toEqual([])
    bus.happens(settingThemeFollowed({ theme: 'light' }))
    expect(page).toMatchObject({ worn: ['light'], mark: null })
  })

  it('that the state has already is not told again', () => {
    told('system')
    expect(page.observed).toEqual([])
  })

  it('that nobody ever chose leaves no mark', () => {
    bus.happens(settingRestored({ settings: SETTINGS_DEFAULT }))
    expect(page).toMatchObject({ worn: [], mark: null, observed: [] })
  })

  it('of the mark goes before what was restored: the page was painted by it', () => {
    setUp('system', 'contrast')
    expect(page.observed).toEqual([settingThemeFollowed({ theme: 'contrast' })])
    page.theme = 'light'
    bus.happens(settingRestored({ settings: { ...SETTINGS_DEFAULT, theme: 'light' } }))
    expect(page.observed).toHaveLength(2)
    expect(page.mark).toBe('contrast')
  })

  it('that was restored is put on and marked where there is no mark any more', () => {
    page.theme = 'dark'
    bus.happens(settingRestored({ settings: { ...SETTINGS_DEFAULT, theme: 'dark' } }))
    expect(page).toMatchObject({ worn: ['dark'], mark: 'dark', observed: [] })
  })

  it('is followed no more once that was stopped', () => {
    setUp('system', null)()
    bus.happens(settingThemeChosen({ theme: 'dark' }))
    expect(page.worn).toEqual([])
  })
})
