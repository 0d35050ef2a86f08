import { readFileSync } from 'node:fs'
import type { ZoneShape } from '@muster/domain/geo/shape.ts'
import type { Role, ZoneRole } from '@muster/domain/role.ts'
import type { ZoneStatus } from '@muster/domain/zone.ts'
import type { DB } from '../db/schema.generated.ts'

/** The password and PIN of everybody in the demo. */
export const demoPassword = 'muster-demo'
export const demoPin = '2468'

type DemoPerson = {
  readonly key: string
  readonly firstName: string
  readonly lastName: string
  readonly role: Role
  /** Zone roles by zone key. The first zone is where a simulated person starts. */
  readonly zones: Readonly<Record<string, ZoneRole>>
  /** True for people whom the simulation moves. */
  readonly simulated?: boolean
}

type DemoZone = {
  readonly key: string
  readonly name: string
  readonly description: string
  readonly shape: ZoneShape
  readonly maxCapacity: number | null
  readonly status: ZoneStatus
}

/** The columns of a row. Strings in them may be references and times (`seed-demo.ts`); `key` names the row's id. */
export type DemoRow = { readonly [column: string]: unknown; readonly key?: string }

type Scenario = {
  readonly people: readonly DemoPerson[]
  readonly zones: readonly DemoZone[]
  /** The demo accounts offered on the login screen. */
  readonly signIns: readonly { readonly label: string; readonly key: string }[]
  /** Rows by table, in the order in which they are inserted; `all` holds the columns that have the same value in every row. */
  readonly past: readonly {
    readonly table: keyof DB
    readonly all?: DemoRow
    readonly rows: readonly DemoRow[]
  }[]
  /** The share of recipients who answered a broadcast, and the share of the remaining ones who saw it. */
  readonly replies: readonly {
    readonly broadcast: string
    readonly answered: number
    readonly seen: number
  }[]
}

export const scenario: Scenario = JSON.parse(readFileSync(new URL('scenario.json', import.meta.url), 'utf8'))
export const { people: demoPeople, zones: demoZones } = scenario

export const demoEmail = (key: string) => `${key}@demo.muster.example`

export const demoSignIns = scenario.signIns.map(({ label, key }) => ({
  label,
  email: demoEmail(key),
  password: demoPassword,
}))

/** Returns whether these are a demo person's email address and the demo's public password. */
export const isDemoSignIn = ({ email, password }: { email: string; password: string }): boolean =>
  password === demoPassword && demoPeople.some(({ key }) => demoEmail(key) === email.trim().toLowerCase())
