import { single } from './entity.ts'

export const settings = single('setting')
