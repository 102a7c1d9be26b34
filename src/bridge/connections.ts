// The page takes in invitations to connect after its first screen.
import { admit } from '#core/events/index.ts'
import * as connections from '#core/events/people/connections.ts'
import { reduceConnections } from '#core/reducers/people/connections.ts'
import { admitReducer } from '#core/reducers/root.ts'

admit(connections)
admitReducer(reduceConnections, 'connection', 'change', 'session')
