import { can } from '@muster/domain/permission.ts'
import { type Role, roles } from '@muster/domain/role.ts'
import type { Access } from '../../../rpc/access.ts'
import { calls } from './calls.generated.ts'
import { rolesOf, rolesText } from './roles-of.ts'

export type CallRow = {
  readonly who: Access['who']
  readonly roles: ReadonlySet<Role>
  /** What who lacks the permission is answered. */
  readonly refuses: string
  /** Whether callers who see all zones may leave out the zone. */
  readonly orAll: boolean
  /** Whether a role that enters by PIN must have entered. */
  readonly pin: boolean
  readonly invited: boolean
}

/**
 * The line of a procedure, from what it declares; `access-table.pg.test.ts` holds it against what the procedure does, for every
 * kind of person:
 *
 *     name | anyone
 *     name | signed in: roles            by the role of the account, wherever they are
 *     name | in zone permission: roles   by the role there, for members who have accepted and entered with their PIN
 *
 * and after it what is different: `without PIN`, `or all zones` (internal admins may leave out the zone), `also invited`, `before two-step` (for who must set up a second step first),
 * another code than FORBIDDEN for who lacks the permission, `as owner`, `no transaction`.
 */
export function callLine(name: string, access: Access): string {
  const { refuses, orAll, pin, invited, beforeTwoStep, transaction, who, permission } = access
  const held = permission === null ? roles : roles.filter(role => can(role, permission))
  const named = `${who}${permission === null ? '' : ` ${permission}`}: ${rolesText(held)}`
  const notes = [
    orAll ? 'or all zones' : '',
    who === 'in zone' && !pin ? 'without PIN' : '',
    invited ? 'also invited' : '',
    beforeTwoStep ? 'before two-step' : '',
    refuses === 'FORBIDDEN' ? '' : refuses,
    transaction === 'actor' ? '' : 'owner' in transaction ? 'as owner' : 'no transaction',
  ].filter(Boolean)
  return [name, who === 'anyone' ? who : named, ...notes].join(' | ')
}

/** What the table says of each procedure, by its name. */
export const callRows: ReadonlyMap<string, CallRow> = new Map(calls.map(readLine))

/** What a line says, whatever it is about: `name | who permission: roles | notes`. */
export function readLine(line: string): [name: string, row: CallRow] {
  const [name = '', reach = '', ...notes] = line.split(' | ')
  const [words = '', held = 'all'] = reach.split(': ')
  const who = words.startsWith('in zone') ? 'in zone' : words.startsWith('signed in') ? 'signed in' : 'anyone'
  return [
    name,
    {
      who,
      roles: rolesOf(held),
      refuses: notes.find(note => /^[A-Z_]+$/.test(note)) ?? 'FORBIDDEN',
      orAll: notes.includes('or all zones'),
      pin: who === 'in zone' && !notes.includes('without PIN'),
      invited: notes.includes('also invited'),
    },
  ]
}
