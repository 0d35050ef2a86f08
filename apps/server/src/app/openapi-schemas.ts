import * as accounts from '@muster/contract/accounts.ts'
import * as alerts from '@muster/contract/alerts.ts'
import * as auth from '@muster/contract/auth.ts'
import * as broadcasts from '@muster/contract/broadcasts.ts'
import * as consents from '@muster/contract/consents.ts'
import * as dashboards from '@muster/contract/dashboards.ts'
import * as hazards from '@muster/contract/hazards.ts'
import * as ids from '@muster/contract/ids.ts'
import * as people from '@muster/contract/listed-person.ts'
import * as maps from '@muster/contract/maps.ts'
import * as myData from '@muster/contract/my-data.ts'
import * as passkeys from '@muster/contract/passkeys.ts'
import * as presence from '@muster/contract/presence.ts'
import * as days from '@muster/contract/presence-days.ts'
import * as sharing from '@muster/contract/presence-sharing.ts'
import * as search from '@muster/contract/search.ts'
import * as security from '@muster/contract/security.ts'
import * as settings from '@muster/contract/settings.ts'
import * as storedFiles from '@muster/contract/stored-files.ts'
import * as trackers from '@muster/contract/trackers.ts'
import * as trackingRequests from '@muster/contract/tracking-requests.ts'
import * as users from '@muster/contract/users.ts'
import * as webhooks from '@muster/contract/webhooks.ts'
import * as zoneChanges from '@muster/contract/zone-changes.ts'
import * as zoneShape from '@muster/contract/zone-shape.ts'
import * as zones from '@muster/contract/zones.ts'
import { z } from 'zod'

const modules = [
  accounts,
  alerts,
  auth,
  broadcasts,
  consents,
  dashboards,
  hazards,
  ids,
  people,
  maps,
  myData,
  passkeys,
  presence,
  days,
  sharing,
  search,
  security,
  settings,
  storedFiles,
  trackers,
  trackingRequests,
  users,
  webhooks,
  zoneChanges,
  zoneShape,
  zones,
]

/** Schemas that describe requests. All others describe responses. */
const sentSchemas = new Set([
  'NewAccount',
  'SignUpInput',
  'PasskeyAssertion',
  'Reading',
  'BatchReading',
  'PositionsBatch',
  'EventFilter',
  'ProfileChange',
  'ZoneForm',
])

const isNamedSchema = (it: unknown): it is z.ZodType =>
  it instanceof z.ZodObject || it instanceof z.ZodDiscriminatedUnion

type NamedSchema = { schema: z.ZodType; strategy: 'input' | 'output' }

/** The contract's exported object schemas, named in the OpenAPI document after their export (`zoneUser`: ZoneUser). */
export const namedSchemas: Record<string, NamedSchema> = Object.fromEntries(
  modules
    .flatMap(module => Object.entries(module as Record<string, unknown>))
    .flatMap(([key, schema]): [string, NamedSchema][] => {
      const name = key.replace(/^./, first => first.toUpperCase())
      return isNamedSchema(schema)
        ? [[name, { schema, strategy: sentSchemas.has(name) ? 'input' : 'output' }]]
        : []
    }),
)
