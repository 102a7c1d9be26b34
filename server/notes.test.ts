import { describe, expect, it } from 'vitest'
import { readS3Address } from './media/objects/s3/address.ts'
import { checkMediaPlace, type Notes } from './notes.ts'

const config = (url: string | null) => ({ mediaStore: url === null ? null : readS3Address(url, {}) })
const notes = (media: string | null): Notes => ({ origin: 'http://localhost', delivers: false, media })
const check = (mine: string | null, media: string | null) => checkMediaPlace(config(mine), notes(media))

describe('H-400: an import', () => {
  it('goes on in silence where the server keeps its media, and where none has noted that', () => {
    expect(check('s3://k:s@minio:9000/media/label', 's3://minio:9000/media/label')).toBeNull()
    expect(check(null, null)).toBeNull()
    expect(checkMediaPlace(config('s3://k:s@minio:9000/media'), null)).toBeNull()
  })

  it('goes on where the host of the store alone has another name, and says so', () => {
    const said = check('s3://k:geheim@localhost:9000/media/label', 's3://minio:9000/media/label')
    expect(said).toContain('s3://minio:9000/media/label, and MEDIA_URL names s3://localhost:9000/media/label:')
    expect(said).not.toContain('geheim')
  })

  it.each([
    ['another bucket', 's3://k:s@minio:9000/other/label', 's3://minio:9000/media/label'],
    ['another prefix', 's3://k:s@localhost:9000/media', 's3://minio:9000/media/label'],
    ['no store', null, 's3://minio:9000/media'],
    ['a store the server has not', 's3://k:s@minio:9000/media', null],
  ])('is refused with %s', (_what, mine, media) => {
    expect(() => check(mine, media)).toThrow('Nothing was imported.')
  })
})
