import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { later } from './later.ts'

function songs() {
  const counted = { made: 0 }
  const Song = later(() => {
    counted.made++
    return z.strictObject({ title: z.string(), seconds: z.optional(z.int()) })
  })
  return { Song, counted }
}

it('is made when something is parsed, and once', () => {
  const { Song, counted } = songs()
  expect(counted.made).toBe(0)
  expect(z.parse(Song, { title: '雨上がり' })).toEqual({ title: '雨上がり' })
  expect(z.safeParse(Song, { title: 3 }).success).toBe(false)
  expect(z.safeParse(Song, { title: '', more: 1 }).success).toBe(false)
  expect(counted.made).toBe(1)
})

it('stands in other schemas without being made', () => {
  const { Song, counted } = songs()
  const Kept = z.object({ songs: z.array(Song), last: z.nullable(Song), next: z.optional(Song) })
  expect(counted.made).toBe(0)
  const kept = { songs: [{ title: 'a' }], last: null }
  expect(z.parse(Kept, kept)).toEqual(kept)
  expect(() => z.parse(Kept, { ...kept, songs: [{ title: null }] })).toThrow(/songs|expected string/)
  expect(counted.made).toBe(1)
})

it('has what the schema has, whatever is asked for first', () => {
  const { Song } = songs()
  expect(Object.keys(Song.shape)).toEqual(['title', 'seconds'])
  expect('shape' in songs().Song).toBe(true)
  const Played = z.extend(songs().Song, { at: z.int() })
  expect(z.parse(Played, { title: 'a', at: 1 })).toEqual({ title: 'a', at: 1 })
  const Format = later(() => z.enum(['wav', 'mp3']))
  expect(Format.options).toEqual(['wav', 'mp3'])
  const Way = later(() => z.discriminatedUnion('kind', [z.object({ kind: z.literal('a') }), One]))
  const One = later(() => z.object({ kind: z.literal('b') }))
  expect(z.parse(Way, { kind: 'b' })).toEqual({ kind: 'b' })
})
