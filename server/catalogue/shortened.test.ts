import { describe, expect, it } from 'vitest'
import { demoCatalogue } from '../demo/catalogue/catalogue.ts'
import { shortened } from './shortened.ts'

const whole = [...demoCatalogue('small')]
const short = [...shortened(whole, 25)]

describe('a catalogue with shorter songs', () => {
  it('is the same at a hundred percent', () => {
    expect([...shortened(whole, 100)]).toEqual(whole)
  })

  it('has songs of a quarter, none below half a minute that was not', () => {
    const before = whole.flatMap(({ songs }) => songs)
    short
      .flatMap(({ songs }) => songs)
      .forEach(({ duration, source }, i) => {
        const full = before[i]?.duration ?? 0
        expect(duration).toBe(source.kind !== 'synth' || full <= 30 ? full : Math.max(30, Math.round(full / 4)))
      })
  })

  it('says the length of a release that its songs have', () => {
    for (const [i, { duration, songs }] of short.entries()) {
      if (whole[i]?.duration === 0) continue
      const audio = songs.filter(({ assettype }) => assettype === 'audio')
      expect(duration).toBe(audio.reduce((sum, song) => sum + song.duration, 0))
    }
  })

  it('makes as much of a song as it says', () => {
    for (const { songs } of short)
      for (const { duration, source } of songs)
        if (source.kind === 'synth' && duration > 0) expect(source.seconds).toBe(duration)
  })
})
