// The page takes in the ways in that lead through a mail with the script that shows them.
import * as access from '#core/events/access.ts'
import { admit } from '#core/events/index.ts'
import { reduceAccess } from '#core/reducers/access.ts'
import { admitReducer } from '#core/reducers/root.ts'

admit(access)
admitReducer(reduceAccess)
