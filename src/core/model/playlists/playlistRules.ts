// What a playlist may be called and said to be (PLAYLIST-016 to PLAYLIST-019, D-114).
import { PLAYLIST_DESC_MAX, PLAYLIST_NAME_MAX } from '../constants.ts'
import { cleanLines, type TextRule } from '../text/textRule.ts'

export const PLAYLIST_NAME: TextRule = { needed: true, max: PLAYLIST_NAME_MAX }
export const PLAYLIST_DESC: TextRule = { needed: false, max: PLAYLIST_DESC_MAX, clean: cleanLines }
