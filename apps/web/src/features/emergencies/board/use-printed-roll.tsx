import { t } from '@lingui/core/macro'
import { useHotkeys } from '@mantine/hooks'
import type { EmergencyDetail, EmergencyPerson } from '@muster/contract/emergencies.ts'
import type { PersonState } from '@muster/domain/emergency.ts'
import { type ReactNode, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { api } from '../../../lib/api.ts'
import { errorText } from '../../../lib/error-text.ts'
import { useAct } from '../../../ui/forms/use-act.ts'
import { MissingRoll, type MissingRollProps } from '../missing-roll.tsx'

/** Maximum number of rows per request. */
const pageSize = 200

type Printed = Pick<MissingRollProps, 'people' | 'positions' | 'teams' | 'at'>

/** Reads the missing first, so that somebody who calls for help between the two reads is in at least one of them. */
async function readUnaccounted(emergencyId: string): Promise<Printed> {
  const missing = await readInState(emergencyId, 'missing')
  const help = await readInState(emergencyId, 'help')
  const helpIds = new Set(help.map(it => it.id))
  const { positions } = await api.emergencyBoard.positions({ emergencyId })
  const { teams } = await api.captains.teams({ emergencyId })
  return {
    people: [...help, ...missing.filter(it => !helpIds.has(it.id))],
    positions: new Map(positions.map(it => [it.personId, it])),
    teams: teams.filter(it => it.endedAt === null),
    at: new Date(),
  }
}

async function readInState(emergencyId: string, state: PersonState): Promise<EmergencyPerson[]> {
  const people: EmergencyPerson[] = []
  let cursor: string | undefined
  do {
    const page = await api.emergencies.people({ emergencyId, state, cursor, limit: pageSize })
    people.push(...page.rows)
    cursor = page.next ?? undefined
  } while (cursor !== undefined)
  return people
}

/** The browser's own keys print it too, because the page has only the rows that were scrolled to. Render `sheets` beside the button. */
export function usePrintedRoll(emergency: EmergencyDetail): {
  print: () => void
  isPreparing: boolean
  sheets: ReactNode
} {
  const [printed, setPrinted] = useState<Printed>()
  useEffect(() => {
    const endPrinting = () => setPrinted(undefined)
    window.addEventListener('afterprint', endPrinting)
    return () => window.removeEventListener('afterprint', endPrinting)
  }, [])
  const print = useAct({
    call: () => readUnaccounted(emergency.id),
    onDone: roll => {
      // The list must be rendered before the print layout is created.
      flushSync(() => setPrinted(roll))
      window.print()
    },
    failed: error => [t`Print failed`, errorText(error, t`The list couldn’t be loaded. Try again.`)],
  })
  useHotkeys([['mod+P', () => print.isPending || print.mutate()]], [])
  return {
    print: () => print.mutate(),
    isPreparing: print.isPending,
    sheets: printed && <MissingRoll emergency={emergency} {...printed} />,
  }
}
