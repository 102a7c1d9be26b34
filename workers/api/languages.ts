// The languages there are (API-MISC-001).
import * as z from 'zod/mini'
import { later } from '#core/model/later.ts'
import { Language } from '#core/model/people/signupWizard.ts'
import type { Api } from './transport/client.ts'

const Languages = later(() => z.array(z.object(Language.shape)))

/**
 * Each by its own name and its code.
 * @param answered told the headers of the answer
 * @throws ApiError
 */
export async function languages(api: Api, answered?: (headers: Headers) => void): Promise<Language[]> {
  return api.call(Languages, { method: 'GET', path: '/player.json', auth: false, ...(answered ? { answered } : {}) })
}
