// The demo accounts for the sign-in page, so that nobody has to read about them first. Absent in production and without a demo.
import type { FastifyInstance } from 'fastify'
import type { DemoAccounts } from '#core/model/people/demoAccounts.ts'

/** @param accounts is not asked before somebody wants to know */
export function demoRoutes(app: FastifyInstance, accounts: () => Promise<DemoAccounts>): void {
  app.get('/demo/accounts', async () => ({ data: await accounts() }))
}
