// The domains the page takes in later, for whoever has to know every event: workers, logs, replays and tests.
import * as access from './access.ts'
import { admit } from './index.ts'
import * as signup from './signup.ts'

admit(access)
admit(signup)
