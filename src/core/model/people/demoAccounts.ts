// The accounts of a demo, as its server tells them to the sign-in page.
import * as z from 'zod/mini'
import { later } from '../later.ts'

/** What an account shows; the page has the words for it. */
export const DemoAccountKind = later(() => z.enum(['verified', 'unverified', 'staff', 'pending', 'inactive', 'many']))
export type DemoAccountKind = z.infer<typeof DemoAccountKind>

export const DemoAccounts = later(() =>
  z.object({
    /** Of each of them. */
    password: z.string(),
    accounts: z.array(z.object({ email: z.string(), name: z.string(), kind: DemoAccountKind })),
  }),
)
export type DemoAccounts = z.infer<typeof DemoAccounts>

export const DemoAccountsAnswer = later(() => z.object({ data: DemoAccounts }))
