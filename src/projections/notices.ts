import { entity, single } from './entity.ts'

/** Notifications of the session, oldest first. */
export const noticeOrder = single('noticeOrder')
export const notice = (id: string) => entity('notice', id)
