import { t } from '@lingui/core/macro'
import type { SearchResult } from '@muster/contract/search.ts'
import { IconArrowRight, IconLock } from '@tabler/icons-react'
import type { Command } from './commands.ts'
import { searchKindViews } from './search-kinds.ts'

type Results = {
  readonly results: readonly SearchResult[]
  readonly text: string
  readonly allZones: boolean
}

/** Returns the entry that says why the contents of a zone are not searched, and opens the zone selection. */
export function toEntryCommand(missing: 'pin' | 'zone', enterZone: () => void): Command {
  const isPin = missing === 'pin'
  return {
    id: 'enter zone',
    group: t`Zones`,
    label: isPin ? t`Enter Zone` : t`Select Zone`,
    detail: isPin
      ? t`The zone’s content isn’t searched until you enter your PIN.`
      : t`A zone’s content isn’t searched until you select it.`,
    icon: IconLock,
    run: enterZone,
  }
}

/** Returns the results of a search as entries of the palette, by kind. A kind with more matches ends with a link to its list. */
export function toSearchCommands({ results, text, allZones }: Results): Command[] {
  return results.flatMap(({ kind, hits, more }) => {
    const { group, icon, toHit, toList } = searchKindViews[kind]
    const hitCommands = hits.map(
      (hit): Command => ({
        id: `${kind} ${hit.id}`,
        group,
        label: hit.title,
        detail: hit.text,
        zoneName: hit.zone?.name,
        at: hit.at ?? undefined,
        icon,
        address: toHit(hit, allZones),
      }),
    )
    if (!more) return hitCommands
    return [
      ...hitCommands,
      {
        id: `all ${kind}`,
        group,
        label: t`See all in ${{ page: group }}`,
        icon: IconArrowRight,
        address: toList(text, allZones),
      },
    ]
  })
}
