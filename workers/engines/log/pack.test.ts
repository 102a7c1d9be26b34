import { gunzipSync } from 'node:zlib'
import { afterEach, expect, test, vi } from 'vitest'
import { pack } from './pack.ts'

afterEach(() => vi.unstubAllGlobals())

test('packs a text so that any gunzip gives it back', async () => {
  const text = '["player.volumeChanged",1,"person",0,{"volume":7}]\n["شيء","日本語","😀"]\n'.repeat(300)
  const packed = await pack(text)
  expect(gunzipSync(packed ?? '').toString('utf8')).toBe(text)
  expect(packed?.length).toBeLessThan(text.length / 20)
})
test('leaves it to the codec where the browser cannot', async () => {
  vi.stubGlobal('CompressionStream', undefined)
  expect(await pack('[]')).toBeUndefined()
})
