import { useLayoutEffect } from 'react'
import { pageTitle } from './pageTitle.state.ts'

/** Says what the page that is shown calls itself, as long as it is shown. */
export function usePageTitle(title: string): void {
  // Taken back before the page that comes has the focus, which says what it is called.
  useLayoutEffect(() => {
    pageTitle.value = title
    return () => {
      pageTitle.value = ''
    }
  }, [title])
}
