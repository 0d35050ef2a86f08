import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { EmergencyDetail, EmergencyPerson } from '@muster/contract/emergencies.ts'
import type { PersonState } from '@muster/domain/emergency.ts'
import { IconPrinter } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { api } from '../../lib/api.ts'
import { errorText } from '../../lib/error-text.ts'
import { useAct } from '../../ui/forms/use-act.ts'
import { MissingRoll } from './missing-roll.tsx'

/** Maximum number of rows per request. */
const pageSize = 200

/**
 * Loads those who need help, then the missing, page by page. It reads the missing first: somebody who calls for help between the two is
 * read twice, and never not at all.
 */
async function readUnaccounted(emergencyId: string): Promise<EmergencyPerson[]> {
  const missing = await readInState(emergencyId, 'missing')
  const help = await readInState(emergencyId, 'help')
  const helpIds = new Set(help.map(it => it.id))
  return [...help, ...missing.filter(it => !helpIds.has(it.id))]
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

/** Prints the people who are not accounted for, for responders. */
export function PrintMissingButton({ emergency }: { emergency: EmergencyDetail }) {
  const [printed, setPrinted] = useState<{ people: EmergencyPerson[]; at: Date }>()
  useEffect(() => {
    const endPrinting = () => setPrinted(undefined)
    window.addEventListener('afterprint', endPrinting)
    return () => window.removeEventListener('afterprint', endPrinting)
  }, [])
  const print = useAct({
    call: () => readUnaccounted(emergency.id),
    onDone: people => {
      // The list must be rendered before the print layout is created.
      flushSync(() => setPrinted({ people, at: new Date() }))
      window.print()
    },
    failed: error => [t`Print failed`, errorText(error, t`The list couldn’t be loaded. Try again.`)],
  })
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconPrinter size="1.125rem" aria-hidden />}
        disabled={print.isPending}
        onClick={() => print.mutate()}
      >
        {print.isPending ? t`Preparing…` : <Trans>Print</Trans>}
      </Button>
      {printed && <MissingRoll emergency={emergency} {...printed} />}
    </>
  )
}
