import { useEffect } from 'react'
import { pageTitle } from './pageTitle.state.ts'

/** Says what the page that is shown calls itself, as long as it is shown. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    pageTitle.value = title
    return () => {
      pageTitle.value = ''
    }
  }, [title])
}
