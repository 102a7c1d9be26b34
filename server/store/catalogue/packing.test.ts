import { expect, it } from 'vitest'
import { demoCatalogue } from '../../demo/catalogue/catalogue.ts'
import { packRelease } from './packing.ts'

it('H-239: refuses a release nobody could read again, and names it', () => {
  const [release] = [...demoCatalogue('small')]
  const broken = (song: object) => ({ ...release!, songs: release!.songs.map((one) => ({ ...one, ...song })) })
  const named = `${release!.artist} - ${release!.title} cannot be kept: `
  expect(packRelease(release!, 'import').tracks.length).toBe(release!.songs.length)
  expect(() => packRelease(broken({ copyrightyear: 1e20 }), 'import')).toThrow(named)
  expect(() => packRelease(broken({ disc: { no: 1e20, of: 1e20, place: 1, songs: 1 } }), 'import')).toThrow(named)
  expect(() => packRelease({ ...release!, available: 'soon' }, 'import')).toThrow(named)
  for (const one of demoCatalogue('small')) packRelease(one, 'demo')
})
