import sharp from 'sharp'
import { expect, it } from 'vitest'
import { scalePicture } from './scale.ts'

it('reads a picture when its turn has come, so that those that wait take no memory', async () => {
  const picture = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#123456' } }).png().toBuffer() // biome-ignore format: one picture
  let held = 0
  let most = 0
  const scaled = Array.from({ length: 12 }, async () => {
    await scalePicture(
      async () => {
        most = Math.max(most, ++held)
        await new Promise(setImmediate)
        return picture
      },
      300,
      'webp',
    )
    held -= 1
  })
  await Promise.all(scaled)
  expect(most).toBeLessThanOrEqual(3)
})

it('goes on after a picture that cannot be read', async () => {
  const lost = Array.from({ length: 4 }, () => scalePicture(() => Promise.reject(new Error('gone')), 300, 'png'))
  for (const each of lost) await expect(each).rejects.toThrow('gone')
})
