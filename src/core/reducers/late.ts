// The reducers the page takes in later, for whoever makes the whole state of a log.
import '../events/late.ts'
import { reduceAccess } from './access.ts'
import { admitReducer } from './root.ts'
import { reduceSignUp } from './signup.ts'

admitReducer(reduceAccess)
admitReducer(reduceSignUp)
