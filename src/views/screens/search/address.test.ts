import { expect, test } from 'vitest'
import { profileAddress, searchAddress } from './address.ts'

test('ROUTE-022: a term stands trimmed and encoded in its address', () => {
  expect(searchAddress('top', '  AC/DC & “who?” ')).toBe('/search/top?q=AC%2FDC%20%26%20%E2%80%9Cwho%3F%E2%80%9D')
  expect(searchAddress('tracks', 'a', 'r 1')).toBe('/search/tracks?q=a&release=r%201')
})

test('ROUTE-023, ROUTE-024: artists and labels have their own addresses', () => {
  expect(profileAddress('artist', 'Sigur Rós')).toBe('/search/releases/artist?q=Sigur%20R%C3%B3s')
  expect(profileAddress('label', 'A&M')).toBe('/search/releases/label?q=A%26M')
})
