import { CircleAlert, CircleCheck, Info } from 'lucide-react'

/** Of a notice, by its kind. */
export const NOTICE_ICONS = { success: CircleCheck, error: CircleAlert, info: Info } as const
