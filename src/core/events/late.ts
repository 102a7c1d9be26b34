// The domains the page takes in later, for whoever has to know every event: workers, logs, replays and tests.

import { admit } from './index.ts'
import * as access from './people/access.ts'
import * as changes from './people/changes.ts'
import * as connections from './people/connections.ts'
import * as profile from './people/profile.ts'
import * as sharing from './people/sharing.ts'
import * as signup from './people/signup.ts'

admit(access)
admit(changes)
admit(connections)
admit(profile)
admit(sharing)
admit(signup)
