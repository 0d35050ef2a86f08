import { fileURLToPath } from 'node:url'
import { archiveColumns } from '../../features/settings/download/columns.generated.ts'
import { listOwnColumns, type PersonalList } from '../../platform/personal-list.ts'
import { collectFromFeatures } from '../features.ts'
import type { TableFacts } from './table-facts.ts'

export const archiveColumnsPath = fileURLToPath(
  new URL('../../features/settings/download/columns.generated.ts', import.meta.url),
)

/**
 * Columns that every archive leaves out automatically: secrets and their hashes, the request id and the search words. Columns that
 * refer to a person are left out, too.
 */
const neverDeliveredPattern = /^(request_id|search)$|(hash|token|secret|password)$/

/**
 * Generates the file of archive columns. Existing lists and columns keep their order; new lists are appended in feature order, new
 * columns in table order.
 */
export function renderArchiveColumnsFile(tables: readonly TableFacts[]): string {
  const listNames = Object.keys(archiveColumns)
  const toPosition = ({ name }: PersonalList) => listNames.indexOf(name) + 1 || Number.POSITIVE_INFINITY
  const lines = collectFromFeatures('personalData')
    .flat()
    .toSorted((a, b) => toPosition(a) - toPosition(b) || 0)
    .map(list => {
      const columns = listDeliveredColumns(
        list,
        tables.find(it => it.name === list.table),
      )
      const knownColumns = archiveColumns[list.name] ?? []
      const orderedColumns = [
        ...knownColumns.filter(it => columns.includes(it)),
        ...columns.filter(it => !knownColumns.includes(it)),
      ]
      return `  '${list.name}': [${orderedColumns.map(it => `'${it}'`).join(', ')}],`
    })
  return `// Generated from the catalogue and the features' lists of personal data by \`npm run generate\`. Do not edit: the difference in the
// commit is what is reviewed, because people are given what stands here.

export const archiveColumns: Readonly<Record<string, readonly string[]>> = {
${lines.join('\n')}
}
`
}

function listDeliveredColumns(list: PersonalList, table: TableFacts | undefined): string[] {
  const ownColumns = listOwnColumns(list)
  const omittedColumns = Object.values(list.leftOut ?? {}).flat()
  const declaredColumns = [
    ...ownColumns,
    ...omittedColumns,
    ...(list.onlyAboutMe ?? []),
    ...(list.onlyNamingMe ?? []),
  ]
  const tableColumns = table?.columns.map(({ name }) => name) ?? []
  const unknownColumns = declaredColumns.filter(it => !tableColumns.includes(it))
  if (unknownColumns.length > 0)
    throw new Error(
      `The list ${list.name} names columns that ${list.table} has not: ${unknownColumns.join(', ')}.`,
    )
  const personColumns = new Set([
    ...ownColumns,
    ...(table?.columns ?? []).flatMap(it => (it.person ? it.name : [])),
  ])
  const isWithheld = (column: string) =>
    (personColumns.has(column) && column !== 'id') || neverDeliveredPattern.test(column)
  const needlessOmissions = omittedColumns.filter(isWithheld)
  if (needlessOmissions.length > 0)
    throw new Error(`${needlessOmissions.join(', ')} of ${list.table} is withheld from every archive.`)
  return tableColumns.filter(it => !omittedColumns.includes(it) && !isWithheld(it))
}
