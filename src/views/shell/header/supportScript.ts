import { script } from '../../kit/script.ts'

export const supportPanel = script(() => import('./SupportPanel.tsx'))
