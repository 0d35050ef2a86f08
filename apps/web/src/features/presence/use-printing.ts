import { t } from '@lingui/core/macro'
import type { RollPerson } from '@muster/contract/presence.ts'
import type { Visit } from '@muster/contract/visitors.ts'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { api } from '../../lib/api.ts'
import { errorText } from '../../lib/error-text.ts'
import { useAct } from '../../ui/forms/use-act.ts'
import { readBadgeRoll } from '../badges/public.ts'
import { readVisitors } from '../visitors/public.ts'

/** Maximum number of rows per request. */
const pageSize = 200

async function readEverybody(zoneId: string): Promise<RollPerson[]> {
  const peopleById = new Map<string, RollPerson>()
  let cursor: string | undefined
  do {
    const page = await api.presence.roll({ zoneId, cursor, limit: pageSize })
    for (const person of page.rows) peopleById.set(person.userId, person)
    cursor = page.next ?? undefined
  } while (cursor !== undefined)
  return [...peopleById.values(), ...(await readBadgeRoll(zoneId))]
}

export type Roll = {
  readonly people: readonly RollPerson[]
  readonly visitors: readonly Visit[]
  readonly at: Date
}

/** Ignores the search and the rows on screen: loads everybody first. `roll` is set only while printing. */
export function usePrinting(zoneId: string | undefined) {
  const [roll, setRoll] = useState<Roll>()
  useEffect(() => {
    const endPrinting = () => setRoll(undefined)
    window.addEventListener('afterprint', endPrinting)
    return () => window.removeEventListener('afterprint', endPrinting)
  }, [])
  const print = useAct({
    call: () => Promise.all([readEverybody(zoneId ?? ''), readVisitors(zoneId ?? '')]),
    onDone: ([people, visitors]) => {
      // The roll must be rendered before the print layout is created.
      flushSync(() => setRoll({ people, visitors, at: new Date() }))
      window.print()
    },
    failed: error => [
      t`Print failed`,
      errorText(error, t`The list of people inside couldn’t be loaded. Try again.`),
    ],
  })
  return { roll, print }
}
