// What a demo's server has besides; no other server has it.
import { type DemoAccounts, DemoAccountsAnswer } from '#core/model/people/demoAccounts.ts'
import type { Api } from './transport/client.ts'

/** @throws ApiError 404 of a server that is no demo */
export async function demoAccounts(api: Api): Promise<DemoAccounts> {
  return (await api.call(DemoAccountsAnswer, { method: 'GET', path: '/demo/accounts', auth: false })).data
}
