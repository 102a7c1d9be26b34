/**
 * Pictures in other sizes and formats (libvips). Its own caches are off and one picture is worked on by one
 * thread: a server's memory is for its clients.
 */
import sharp from 'sharp'
import type { CoverFormat } from '#core/model/catalogue/cover.ts'
import { createTurns } from './threads/turns.ts'

sharp.cache(false)
sharp.concurrency(1)

/** A picture of more pixels is refused before it is unpacked: 50 megapixels take 150 MB. */
const PIXELS_MAX = 50_000_000
/** Near the eye's limit for photographs at this size; half the bytes of the format's 95. */
const WEBP_QUALITY = 82
const JPEG_QUALITY = 88
/** Pictures unpacked at a time. */
const AT_ONCE = 2

/**
 * Bytes of a picture, the absolute path of one, or what reads one when its turn has come: pictures that wait take no
 * memory.
 */
export type Picture = Buffer | string | (() => Promise<Buffer>)

const turns = createTurns(AT_ONCE)

/**
 * A square of `size` px, filled by the middle of the picture, turned as its EXIF data say. Transparent
 * parts stand on black.
 * @param picture JPEG, PNG or WebP
 * @throws Error when it cannot be decoded from end to end
 */
export async function scalePicture(picture: Picture, size: number, format: CoverFormat): Promise<Buffer> {
  return inTurn(async () => {
    const bytes = typeof picture === 'function' ? await picture() : picture
    const image = sharp(bytes, { failOn: 'error', limitInputPixels: PIXELS_MAX })
      .rotate()
      .resize(size, size, { fit: 'cover' })
      .flatten()
    return (format === 'webp' ? image.webp({ quality: WEBP_QUALITY }) : image.png()).toBuffer()
  })
}

/**
 * A picture as JPEG of at most `size` px a side, for tags, which every player reads.
 * @throws Error when it cannot be decoded from end to end
 */
export async function scaleToJpeg(picture: Buffer | string, size: number): Promise<Buffer> {
  return inTurn(() =>
    sharp(picture, { failOn: 'error', limitInputPixels: PIXELS_MAX })
      .rotate()
      .resize(size, size, { fit: 'inside', withoutEnlargement: true })
      .flatten()
      .jpeg({ quality: JPEG_QUALITY, mozjpeg: false })
      .toBuffer(),
  )
}

/** Width and height of a picture, px, from its head. @throws Error for what is none */
export async function pictureSize(picture: Buffer): Promise<{ width: number; height: number }> {
  const { width, height } = await sharp(picture, { limitInputPixels: false }).metadata()
  return { width, height }
}

/** Few at a time: an unpacked picture is large. */
const inTurn = <T>(work: () => Promise<T>): Promise<T> => turns.take({ by: null }, work)
