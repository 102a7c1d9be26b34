// The page takes in the profile after its first screen.
import { admit } from '#core/events/index.ts'
import * as profile from '#core/events/people/profile.ts'
import { reduceProfile } from '#core/reducers/people/profile.ts'
import { admitReducer } from '#core/reducers/root.ts'

admit(profile)
admitReducer(reduceProfile, 'profile', 'session')
