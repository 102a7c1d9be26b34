import { KeyRound, type LucideIcon, Settings, User, Users } from 'lucide-react'
import type { AccountTab } from '#core/model/accountPages.ts'

/** The sign of each page of the account, in its menu and in its list. */
export const TAB_ICONS: Readonly<Record<AccountTab, LucideIcon>> = {
  profile: User,
  network: Users,
  management: KeyRound,
  preferences: Settings,
}
