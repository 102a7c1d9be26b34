// The page takes in the sign-up with the script that shows it.
import { admit } from '#core/events/index.ts'
import * as signup from '#core/events/people/signup.ts'
import { reduceSignUp } from '#core/reducers/people/signup.ts'
import { admitReducer } from '#core/reducers/root.ts'

admit(signup)
admitReducer(reduceSignUp, 'signup', 'app')
