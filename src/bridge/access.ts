// The page takes in the ways in that lead through a mail with the script that shows them.

import { admit } from '#core/events/index.ts'
import * as access from '#core/events/people/access.ts'
import { reduceAccess } from '#core/reducers/people/access.ts'
import { admitReducer } from '#core/reducers/root.ts'

admit(access)
admitReducer(reduceAccess, 'access')
