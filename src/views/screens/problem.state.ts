// Whether a problem is being reported: from the account's menu and page, a download's row, and whatever tells of an error.
import { signal } from '@preact/signals-react'

export const problemOpen = signal(false, { name: 'problemOpen' })
