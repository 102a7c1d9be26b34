// The reducers the page takes in later, for whoever makes the whole state of a log.
import '../events/late.ts'
import { reduceAccess } from './people/access.ts'
import { reduceConnections } from './people/connections.ts'
import { reduceProfile } from './people/profile.ts'
import { reduceSharing } from './people/sharing.ts'
import { reduceSignUp } from './people/signup.ts'
import { admitReducer } from './root.ts'

admitReducer(reduceAccess, 'access')
admitReducer(reduceConnections, 'connection', 'change', 'session')
admitReducer(reduceProfile, 'profile', 'session')
admitReducer(reduceSharing, 'sharing', 'change', 'session')
admitReducer(reduceSignUp, 'signup', 'app')
