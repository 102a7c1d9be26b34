/**
 * A chosen theme lies in the browser as one word (the mark), which the page reads before its first paint; `FIRST_PAINT` is
 * all of the script that does so.
 */
import * as z from 'zod/mini'
import { Theme } from './theme.ts'

/** Where the mark lies in the browser. */
export const THEME_MARK = 'theme'

/** Reads a mark; null: there is none, or nothing that anybody here wrote. */
export function readTheme(mark: string | null): Theme | null {
  const read = z.safeParse(Theme, mark)
  return read.success ? read.data : null
}

/**
 * Runs in the page's head, before anything is painted: puts a chosen theme on <html>, its scheme where the browser takes
 * the ground of an empty page from, and its colour around the page. Its digest is in the policy of every page, so it is
 * one constant text.
 */
export const FIRST_PAINT = [
  `try{let d=document,t=localStorage.getItem('${THEME_MARK}')`,
  `if(/^(light|dark|contrast)$/.test(t)){d.documentElement.dataset.theme=t`,
  `if(t!='contrast'){d.querySelector('meta[name=color-scheme]').content=t`,
  `for(let m of d.querySelectorAll('meta[name=theme-color]'))m.media=m.media.includes(t)?'all':'not all'}}}catch{}`,
].join(';')
