import { can } from '@muster/domain/permission.ts'
import { type Role, roles } from '@muster/domain/role.ts'
import type { Access, NamedResource } from '../../../rpc/access.ts'
import { calls } from './calls.generated.ts'
import { formatRoles, parseRoles } from './parse-roles.ts'

export type CallRow = {
  readonly who: Access['who']
  /** The resource that the call names instead of a zone; null if it names none. */
  readonly thing: Omit<NamedResource, 'notFound'> | null
  readonly roles: ReadonlySet<Role>
  /** The error code for an unknown id, a hidden resource and an inaccessible zone. */
  readonly notFound: string
  /** The error code for callers who lack the permission. */
  readonly refuses: string
  /** True if callers who see all zones may omit the zone. */
  readonly includesAllZones: boolean
  /** True if people whose role requires the PIN must have entered it. */
  readonly pin: boolean
  readonly invited: boolean
}

/**
 * Formats a procedure's declaration as a line of the table. `access-table.pg.test.ts` compares the line with the procedure's
 * behaviour for every kind of person:
 *
 * - `name | anyone`
 * - `name | signed in: roles`: by the account's role, wherever the person is
 * - `name | in zone permission: roles`: by the role in the zone, for members who have accepted and entered with their PIN
 * - `name | in zone of thing permission: roles`: the same in the zone of the named thing; with `only …`, just for people whose row
 * says so
 * - `name | sees thing permission: roles`: by the account's role, for everybody whom row-level security shows the thing
 *
 * Then come the code for a hidden thing and any differences: `without PIN`, `or all zones` (internal admins may omit the zone),
 * `also invited`, `before two-step` (for people who must set up a second step first), a code other than FORBIDDEN for callers who
 * lack the permission, `as owner`, `no transaction`.
 */
export function formatCallLine(name: string, access: Access): string {
  const { refuses, includesAllZones, pin, invited, beforeTwoStep, transaction, who, thing, permission } =
    access
  const allowedRoles = permission === null ? roles : roles.filter(role => can(role, permission))
  const line = `${[who, thing?.name, permission].filter(Boolean).join(' ')}: ${formatRoles(allowedRoles)}`
  const notes = [
    thing?.only ? `only ${thing.only}` : '',
    thing ? `hidden: ${thing.notFound}` : '',
    includesAllZones ? 'or all zones' : '',
    who.startsWith('in zone') && !pin ? 'without PIN' : '',
    invited ? 'also invited' : '',
    beforeTwoStep ? 'before two-step' : '',
    refuses === 'FORBIDDEN' ? '' : refuses,
    transaction === 'actor' ? '' : 'owner' in transaction ? 'as owner' : 'no transaction',
  ].filter(Boolean)
  return [name, who === 'anyone' ? who : line, ...notes].join(' | ')
}

/** The possible beginnings of a line. Longer ones come before their prefixes. */
const accessKinds = ['in zone of', 'in zone', 'sees', 'signed in'] as const

/** The rows of the access table by procedure name. */
export const callRowsByName: ReadonlyMap<string, CallRow> = new Map(calls.map(readLine))

/** Parses a line of the table: `name | who permission: roles | notes`. */
export function readLine(line: string): [name: string, row: CallRow] {
  const [name = '', reach = '', ...notes] = line.split(' | ')
  const [reachText = '', roleNames = 'all'] = reach.split(': ')
  const who = accessKinds.find(kind => reachText.startsWith(kind)) ?? 'anyone'
  const [resourceName = ''] = reachText.slice(who.length + 1).split(' ')
  const findNote = (prefix: string) => notes.find(note => note.startsWith(prefix))?.slice(prefix.length)
  return [
    name,
    {
      who,
      thing:
        who === 'in zone of' || who === 'sees'
          ? { name: resourceName, only: findNote('only ') ?? null }
          : null,
      roles: parseRoles(roleNames),
      notFound: findNote('hidden: ') ?? 'ZONE_NOT_FOUND',
      refuses: notes.find(note => /^[A-Z_]+$/.test(note)) ?? 'FORBIDDEN',
      includesAllZones: notes.includes('or all zones'),
      pin: who.startsWith('in zone') && !notes.includes('without PIN'),
      invited: notes.includes('also invited'),
    },
  ]
}
