import { expect, test } from 'vitest'
import { shortTitleOf, titleOf } from './songTitle.ts'

const song = { title: 'Harbour', version: 'Club Mix' }

test('a song is called by its title, with its version in brackets where it has one', () => {
  expect([titleOf(song), titleOf({ ...song, version: '' })]).toEqual(['Harbour (Club Mix)', 'Harbour'])
})

test('beside its versions a song is called by its title alone', () => {
  expect([shortTitleOf(song, ['Club Mix']), shortTitleOf(song, [])]).toEqual(['Harbour', 'Harbour (Club Mix)'])
})
