// The page takes in sharing with the script of its forms.
import { admit } from '#core/events/index.ts'
import * as sharing from '#core/events/people/sharing.ts'
import { reduceSharing } from '#core/reducers/people/sharing.ts'
import { admitReducer } from '#core/reducers/root.ts'

admit(sharing)
admitReducer(reduceSharing, 'sharing', 'change', 'session')
