import { expect, it } from 'vitest'
import { aRequest } from '#tests/support/story.ts'
import { wavTexts } from './wavTexts.ts'

const { tags: _tags, ...plain } = aRequest('a')
const tags = { isrc: '', release: 'Strata', label: '', upc: '' }

it('a title has its version behind it, where it has one', () => {
  const title = (version: string) => wavTexts({ ...plain, title: 'Song', version }, false).title
  expect([title('Demo'), title(' Demo '), title(''), title(' ')]).toEqual(['Song (Demo)', 'Song (Demo)', 'Song', 'Song']) // biome-ignore format: one line
})

it('what is not known of a song is empty', () => {
  const unknown = { label: '', isrc: '', disc: '', genre: '', composer: '', year: '', loudness: null }
  expect(wavTexts(plain, true)).toMatchObject({ release: '', ...unknown })
  expect(wavTexts({ ...plain, tags }, true)).toMatchObject({ release: 'Strata', ...unknown })
})

it('a year has four digits', () => {
  expect(wavTexts({ ...plain, tags: { ...tags, year: 987 } }, false).year).toBe('0987')
})
