import type { Team } from '@muster/contract/captains.ts'
import type { EmergencyDetail } from '@muster/contract/emergencies.ts'
import type { LastPosition } from '@muster/contract/emergency-board.ts'
import type { RollPerson } from '@muster/contract/roll-person.ts'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { orpc } from '../../../lib/api.ts'
import { language } from '../../../lib/language.ts'
import { usePrinted } from '../../../ui/print/use-printed.ts'
import { MissingRoll, type MissingRollProps } from '../missing-roll.tsx'

type StoredRoll = Omit<MissingRollProps, 'emergency'>

/** Prints the people who are not accounted for, as far as this device has read them. Render `sheets` beside the button. */
export function useStoredRoll(emergency: EmergencyDetail): { print: () => void; sheets: ReactNode } {
  const client = useQueryClient()
  const [printed, print] = usePrinted<StoredRoll>()
  return {
    print: () => print(readStoredRoll(client, emergency.id)),
    sheets: printed && <MissingRoll emergency={emergency} {...printed} />,
  }
}

function readStoredRoll(client: QueryClient, emergencyId: string): StoredRoll {
  const input = { emergencyId }
  const lists = client
    .getQueryCache()
    .findAll({ queryKey: orpc.emergencies.people.key({ input }) })
    .map(({ state }) => ({ at: state.dataUpdatedAt, rows: readRows(state.data as PeopleList | undefined) }))
    .filter(({ rows }) => rows.length > 0)
    .sort((a, b) => a.at - b.at)
  // The newest row of a person replaces older ones.
  const peopleById = new Map(lists.flatMap(({ rows }) => rows).map(row => [row.id, row]))
  const people = [...peopleById.values()].sort((a, b) => a.listName.localeCompare(b.listName, language))
  const read = <Answer,>(queryKey: readonly unknown[]) => client.getQueryData<Answer>(queryKey)
  const positions = read<{ positions: LastPosition[] }>(
    orpc.emergencyBoard.positions.queryKey({ input }),
  )?.positions
  const teams = read<{ teams: Team[] }>(orpc.captains.teams.queryKey({ input }))?.teams
  return {
    people: ['help', 'missing'].flatMap(state => people.filter(it => it.state === state)),
    positions: new Map(positions?.map(it => [it.personId, it])),
    teams: teams?.filter(it => it.endedAt === null) ?? [],
    at: new Date(lists[0]?.at ?? Date.now()),
  }
}

type PeoplePage = { readonly rows: readonly RollPerson[] }
type PeopleList = PeoplePage | { readonly pages: readonly PeoplePage[] }

const readRows = (list: PeopleList | undefined) =>
  list === undefined ? [] : 'pages' in list ? list.pages.flatMap(page => page.rows) : list.rows
