import type { RollPerson } from '@muster/contract/presence.ts'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { api } from '../../lib/api.ts'
import { errorText } from '../../lib/error-text.ts'
import { useAct } from '../../ui/forms/use-act.ts'

/** As many rows as one answer may have. */
const limit = 200

/** Everybody inside, page after page. */
async function readEverybody(zoneId: string): Promise<RollPerson[]> {
  const people = new Map<string, RollPerson>()
  let cursor: string | undefined
  do {
    const page = await api.presence.roll({ zoneId, cursor, limit })
    for (const person of page.rows) people.set(person.userId, person)
    cursor = page.next ?? undefined
  } while (cursor !== undefined)
  return [...people.values()]
}

export type Roll = { readonly people: readonly RollPerson[]; readonly at: Date }

/**
 * Puts everybody on paper, however many are shown on the screen and whatever is searched for: they are read first, and `roll`
 * holds them while the paper is laid out.
 */
export function usePrinting(zoneId: string | undefined) {
  const [roll, setRoll] = useState<Roll>()
  useEffect(() => {
    const end = () => setRoll(undefined)
    window.addEventListener('afterprint', end)
    return () => window.removeEventListener('afterprint', end)
  }, [])
  const print = useAct({
    call: () => readEverybody(zoneId ?? ''),
    onDone: people => {
      // Before the paper is laid out, not after.
      flushSync(() => setRoll({ people, at: new Date() }))
      window.print()
    },
    failed: error => ['Print failed', errorText(error, 'Who is inside could not be read. Try again.')],
  })
  return { roll, print }
}
