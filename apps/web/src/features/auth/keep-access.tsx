import { plural, t } from '@lingui/core/macro'
import { Button, Checkbox, Stack } from '@mantine/core'
import type { OtherAccess } from '@muster/contract/auth.ts'
import { useState } from 'react'
import { OtherAccessList, toAccessRows } from './other-access.tsx'

type Props = {
  access: OtherAccess
  working: boolean
  onDecided: (keep: string[]) => void
  onBack: () => void
}

/** These work without the password. Recently added ones are preselected. */
export function KeepAccess({ access, working, onDecided, onBack }: Props) {
  const [rows] = useState(() => toAccessRows(access, Date.now()))
  const [removedIds, setRemovedIds] = useState(() => new Set(rows.filter(it => it.recent).map(it => it.id)))
  const toggle = (id: string) =>
    setRemovedIds(previousIds => {
      const nextIds = new Set(previousIds)
      if (!nextIds.delete(id)) nextIds.add(id)
      return nextIds
    })
  return (
    <Stack>
      <OtherAccessList rows={rows}>
        {({ id, name }) => (
          <Checkbox
            flex="none"
            label={t`Remove`}
            aria-label={t`Remove ${name}`}
            checked={removedIds.has(id)}
            disabled={working}
            onChange={() => toggle(id)}
          />
        )}
      </OtherAccessList>
      <Button
        variant="default"
        fullWidth
        disabled={working || removedIds.size === rows.length}
        onClick={() => setRemovedIds(new Set(rows.map(it => it.id)))}
      >
        {t`Remove all`}
      </Button>
      <Button
        fullWidth
        disabled={working}
        onClick={() => onDecided(rows.filter(it => !removedIds.has(it.id)).map(it => it.id))}
      >
        {working ? t`Setting password…` : submitLabel(removedIds.size)}
      </Button>
      <Button variant="subtle" fullWidth disabled={working} onClick={onBack}>
        {t`Back`}
      </Button>
    </Stack>
  )
}

const submitLabel = (removed: number) =>
  removed === 0 ? t`Set password` : plural(removed, { other: 'Set password and remove #' })
