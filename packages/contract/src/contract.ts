import { auth } from './auth.ts'
import { presence } from './presence.ts'
import { security } from './security.ts'
import { settings } from './settings.ts'
import { trackers } from './trackers.ts'
import { users } from './users.ts'
import { zones } from './zones.ts'

/** All that the server answers, by feature. The client, the server and the OpenAPI document are made from it. */
export const contract = { auth, zones, users, presence, trackers, settings, security }
