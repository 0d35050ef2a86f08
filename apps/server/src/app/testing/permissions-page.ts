import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sourceLanguage } from '@muster/domain/language.ts'
import { can, type Permission, permissions } from '@muster/domain/permission.ts'
import { permissionTexts } from '@muster/domain/permission-texts.ts'
import { roleLabel, roles } from '@muster/domain/role.ts'
import { isGrantable } from '@muster/domain/zone-permission.ts'
import { render } from '../../lib/texts/render.ts'
import type { Access } from '../../rpc/access.ts'
import { formatCallLine, readLine } from './access-table/call-row.ts'
import { listOutsideTests } from './foreign-ids.ts'
import type { Procedure } from './procedures.ts'

export const permissionsPagePath = fileURLToPath(
  new URL('../../../../../docs/permissions.md', import.meta.url),
)

type DeclaredProcedure = Procedure & { readonly access: Access | undefined }
/** The places where a permission has an effect: calls that require it, and TypeScript and SQL files that check it. */
export type PermissionUses = { readonly calls: readonly string[]; readonly files: readonly string[] }

const root = fileURLToPath(new URL('../../../../..', import.meta.url))
/** Files that only declare, label, test or generate permissions, so that a mention in them is not an effect. */
const excludedPaths = /permission[^/]*\.ts$|\/app\/testing\/|\.test\.ts$|\/demo\//

/** The code that precedes a permission's name in SQL and in TypeScript checks. Declarations of calls are read separately. */
const permissionCallPattern =
  /(?:(?:actor_zones_with|actor_can|members_with|can|mayInZone|viewerMay|inZoneWith)\(|permission(?: =|:)|then |else )/
    .source

/** Returns the files of the server, its database functions and the domain rules that may check a permission by name. */
function readSourceFiles(): { path: string; text: string }[] {
  return ['apps/server/src', 'packages/domain/src'].flatMap(folder =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map(name => `${folder}/${name}`)
      .filter(path => /(functions\/.*\.sql|\.ts)$/.test(path) && !excludedPaths.test(path))
      .sort()
      .map(path => ({ path, text: readFileSync(join(root, path), 'utf8') })),
  )
}

/** Returns the places where each permission has an effect. */
export function listPermissionUses(
  declared: readonly DeclaredProcedure[],
): ReadonlyMap<Permission, PermissionUses> {
  const sourceFiles = readSourceFiles()
  return new Map(
    permissions.map(permission => {
      const calls = declared.flatMap(({ name, access }) =>
        access?.permission === permission || (access?.includesAllZones && permission === 'view_all_zones')
          ? name
          : [],
      )
      const pattern = new RegExp(`${permissionCallPattern}[^'()]*'${permission}'`)
      const files = sourceFiles.filter(({ text }) => pattern.test(text)).map(({ path }) => shortenPath(path))
      return [permission, { calls, files }]
    }),
  )
}

const shortenPath = (path: string) =>
  path
    .replace(/^apps\/server\/src\/db\/functions\//, 'SQL ')
    .replace(/^(apps\/server|packages\/domain)\/src\//, '')

/** Returns the calls that run as the owner, with the reason and the tests that call them from outside; null for a missing one. */
export const listOwnerCalls = (declared: readonly DeclaredProcedure[]) =>
  declared.flatMap(({ access, ...procedure }) => {
    if (typeof access?.transaction !== 'object' || !('owner' in access.transaction)) return []
    const [name, row] = readLine(formatCallLine(procedure.name, access))
    return { name, reason: access.transaction.owner, tests: listOutsideTests(procedure, row) }
  })

/** Generates the page about permissions: what each allows, who has it, and the calls that bypass row-level security. */
export function renderPermissionsPage(declared: readonly DeclaredProcedure[]): string {
  const rows = permissions.map(permission => {
    const holders = roles
      .filter(role => can(role, permission))
      .map(role => render(roleLabel(role), sourceLanguage))
    return `| \`${permission}\` | ${render(permissionTexts[permission], sourceLanguage)} | ${holders.length === roles.length ? 'everybody' : holders.join(', ')} | ${isGrantable(permission) ? 'yes' : ''} |`
  })
  const ownerCalls = listOwnerCalls(declared).map(
    ({ name, reason, tests }) => `| \`${name}\` | ${reason} | ${tests.join('<br>')} |`,
  )
  return `# Permissions

Generated from \`packages/domain/src/permission.ts\` and the declarations of the calls by \`npm run generate\`. Do not edit.

A role holds its permissions through the account or, in a zone, through the membership there. Those that are grantable may be granted
to the managers of one zone beyond their role, or taken away, by anyone who holds \`grant_zone_permissions\`. The calls that require
each permission are listed in \`apps/server/src/app/testing/access-table/calls.generated.ts\`.

| Permission | Lets a person | Held by | Grantable |
|---|---|---|---|
${rows.join('\n')}

## Calls that bypass row-level security

These ${ownerCalls.length} calls run as the owner of the database, because they read or change rows that their caller may not. Row-level security does
not back up their checks, so tests do: each call is made by every kind of person, and each field that takes an id is tried with an id
from another zone.

| Call | Why | Tried by |
|---|---|---|
${ownerCalls.join('\n')}
`
}
