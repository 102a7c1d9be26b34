import { describe, expect, it } from 'vitest'
import { BP_1024, BP_1440, BP_MOBILE, BP_TABLET } from '#core/model/constants.ts'
import { media } from './media.ts'

/** Whether a query of widths alone holds at a width in px. */
function holds(query: string, width: number): boolean {
  const parts = query.split(' and ').map((part) => /^\((min|max)-width: ([\d.]+)px\)$/.exec(part))
  return parts.every((part) => {
    if (!part) throw new Error(`"${query}" asks for more than widths`)
    return part[1] === 'min' ? width >= Number(part[2]) : width <= Number(part[2])
  })
}
const at = (query: string, ...widths: number[]) => widths.map((width) => holds(query, width))

describe('breakpoints', () => {
  it('DEVICE-001: the phone ends at 768', () => {
    expect(BP_MOBILE).toBe(768)
    expect(at(media.phone, 390, 767, 767.5, 768)).toEqual([true, true, true, false])
    expect(at(media.tabletUp, 767, 768)).toEqual([false, true])
  })
  it('DEVICE-002: the middle begins at 1024', () => {
    expect(BP_1024).toBe(1024)
    expect(at(media.middle, 1023, 1024)).toEqual([false, true])
  })
  it('DEVICE-003: the desktop begins at 1280', () => {
    expect(BP_TABLET).toBe(1280)
    expect(at(media.desktop, 1279, 1280)).toEqual([false, true])
    expect(at(media.belowDesktop, 1279, 1280)).toEqual([true, false])
  })
  it('DEVICE-004: the wide screen begins at 1440, and the middle ends there', () => {
    expect(BP_1440).toBe(1440)
    expect(at(media.wide, 1439, 1440)).toEqual([false, true])
    expect(at(media.belowWide, 1439, 1440)).toEqual([true, false])
    expect(at(media.middle, 1439, 1440)).toEqual([true, false])
  })
})
