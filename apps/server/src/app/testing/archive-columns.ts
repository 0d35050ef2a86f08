import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { archiveColumns } from '../../features/settings/download/columns.generated.ts'
import { isWithheld, ownColumns, type PersonalList } from '../../platform/personal-list.ts'
import { registered } from '../features.ts'
import { readTables, type TableFacts } from './table-facts.ts'

export const archiveColumnsPath = fileURLToPath(
  new URL('../../features/settings/download/columns.generated.ts', import.meta.url),
)

/** The columns of the archive: those it has already in their order, then new ones in the order of their table. */
export async function archiveColumnsFile(pool: Pick<pg.Pool, 'query'>): Promise<string> {
  const tables = new Map((await readTables(pool)).map(table => [table.name, table]))
  const places = Object.keys(archiveColumns)
  const place = ({ name }: PersonalList) => places.indexOf(name) + 1 || Number.POSITIVE_INFINITY
  const lines = registered('personalData')
    .flat()
    .toSorted((a, b) => place(a) - place(b) || 0)
    .map(list => {
      const columns = deliveredColumns(list, tables.get(list.table))
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
  const named = [...people, ...leftOut, ...(list.onlyAboutMe ?? []), ...(list.onlyNamingMe ?? [])]
  const unknown = named.filter(it => !table?.columns.includes(it))
  if (!table || unknown.length > 0)
    throw new Error(`The list ${list.name} names columns that ${list.table} has not: ${unknown.join(', ')}.`)
  const ofPerson = (column: string) => people.includes(column) || column in table.people
  const needless = leftOut.filter(it => isWithheld(it, ofPerson(it)))
  if (needless.length > 0)
    throw new Error(`${needless.join(', ')} of ${list.table} is withheld from every archive.`)
  return table.columns.filter(it => !leftOut.includes(it) && !isWithheld(it, ofPerson(it)))
}
