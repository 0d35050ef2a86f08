import { fileURLToPath } from 'node:url'
import { archiveColumns } from '../../features/settings/download/columns.generated.ts'
import { ownColumns, type PersonalList } from '../../platform/personal-list.ts'
import { registered } from '../features.ts'
import type { TableFacts } from './table-facts.ts'

export const archiveColumnsPath = fileURLToPath(
  new URL('../../features/settings/download/columns.generated.ts', import.meta.url),
)

/**
 * Columns left out of every archive implicitly, like those that refer to a person: secrets and their hashes, the request id and the
 * search words.
 */
const neverDelivered = /^(request_id|search)$|(hash|token|secret|password)$/

/** Generates the columns of the archive: existing ones in their order, then new ones in table order. */
export function archiveColumnsFile(tables: readonly TableFacts[]): string {
  const places = Object.keys(archiveColumns)
  const place = ({ name }: PersonalList) => places.indexOf(name) + 1 || Number.POSITIVE_INFINITY
  const lines = registered('personalData')
    .flat()
    .toSorted((a, b) => place(a) - place(b) || 0)
    .map(list => {
      const columns = deliveredColumns(
        list,
        tables.find(it => it.name === list.table),
      )
      const known = archiveColumns[list.name] ?? []
      const ordered = [
        ...known.filter(it => columns.includes(it)),
        ...columns.filter(it => !known.includes(it)),
      ]
      return `  '${list.name}': [${ordered.map(it => `'${it}'`).join(', ')}],`
    })
  return `// Generated from the catalogue and the features' lists of personal data by \`npm run generate\`. Do not edit: the difference in the
// commit is what is reviewed, because people are given what stands here.

export const archiveColumns: Readonly<Record<string, readonly string[]>> = {
${lines.join('\n')}
}
`
}

function deliveredColumns(list: PersonalList, table: TableFacts | undefined): string[] {
  const people = ownColumns(list)
  const leftOut = Object.values(list.leftOut ?? {}).flat()
  const names = [...people, ...leftOut, ...(list.onlyAboutMe ?? []), ...(list.onlyNamingMe ?? [])]
  const columns = table?.columns.map(({ name }) => name) ?? []
  const unknown = names.filter(it => !columns.includes(it))
  if (unknown.length > 0)
    throw new Error(`The list ${list.name} names columns that ${list.table} has not: ${unknown.join(', ')}.`)
  const referring = new Set([...people, ...(table?.columns ?? []).flatMap(it => (it.person ? it.name : []))])
  const withheld = (column: string) =>
    (referring.has(column) && column !== 'id') || neverDelivered.test(column)
  const needless = leftOut.filter(withheld)
  if (needless.length > 0)
    throw new Error(`${needless.join(', ')} of ${list.table} is withheld from every archive.`)
  return columns.filter(it => !leftOut.includes(it) && !withheld(it))
}
