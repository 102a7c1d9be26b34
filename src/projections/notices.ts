import { computed } from '@preact/signals-react'
import { entity, single } from './entity.ts'

/** Notifications of the session, oldest first. */
export const noticeOrder = single('noticeOrder')
/** Those that are on the screen, oldest first: 5 at most. */
export const noticesShown = computed(() => noticeOrder.value.ids.slice(-5))
/** The last 20, oldest first, dismissed or not (D-059). */
export const noticeHistory = single('noticeHistory')
/** How many of them nobody has looked at. */
export const unreadNotices = computed(() => noticeHistory.value.entries.filter(({ read }) => !read).length)
export const notice = (id: string) => entity('notice', id)
