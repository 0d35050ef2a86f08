import { plural, t } from '@lingui/core/macro'
import type { ImportKind, ImportRun } from '@muster/contract/imports.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, orpc } from '../../lib/api.ts'
import { errorTextWithTime } from '../../lib/error-text.ts'
import { formatCount } from '../../lib/format-count.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { FailedAct } from '../../ui/forms/failed-act.tsx'
import { ListSkeleton } from '../../ui/states/skeletons.tsx'

type Props = { importRun: ImportRun; opened: boolean; onClose: () => void }

/** Undoes an import batch by batch, after saying what goes and what stays. An undo that stopped is continued by opening it again. */
export function UndoImportDialog({ importRun, opened, onClose }: Props) {
  const { id: importId, kind, changed } = importRun
  const [removed, setRemoved] = useState(0)
  const preview = useQuery({
    ...orpc.imports.removal.queryOptions({ input: { importId } }),
    enabled: opened,
    staleTime: 0,
  })
  const { removes = 0, keeps = 0 } = preview.data ?? {}
  const undo = async () => {
    let total = 0
    for (;;) {
      const batch = await api.imports.undo({ importId })
      total += batch.removed
      setRemoved(total)
      if (batch.left === 0) return
    }
  }
  const [done, total] = [formatCount(removed), formatCount(removes)]
  const sentences = [
    removes === 0 && t`Nothing to remove.`,
    keeps > 0 && texts[kind].keeps(keeps),
    changed > 0 && texts[kind].changed,
    removes > 0 && t`This can’t be undone.`,
  ]
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={removes > 0 ? texts[kind].removes(removes) : t`Undo this import?`}
      confirmLabel={t`Remove`}
      workingLabel={t`Removing ${done} of ${total}…`}
      disabled={removes === 0}
      onConfirm={undo}
      done={t`Import undone`}
      invalidates={[orpc.imports.key(), orpc.accounts.key(), orpc.zones.key(), orpc.badges.key()]}
      failure={error => errorTextWithTime(error, t`The undo stopped. Try again to continue from there.`)}
    >
      {preview.isPending && <ListSkeleton count={1} />}
      <FailedAct act={preview} failed={t`Couldn’t check what would be removed. Try again.`} />
      {preview.data && sentences.filter(Boolean).join(' ')}
    </ConfirmDialog>
  )
}

type Texts = { removes: (count: number) => string; keeps: (count: number) => string; changed?: string }

const texts: Readonly<Record<ImportKind, Texts>> = {
  people: {
    removes: count => plural(count, { one: 'Remove # person?', other: 'Remove # people?' }),
    keeps: count =>
      plural(count, {
        one: '# person has been active or edited since and will be kept.',
        other: '# people have been active or edited since and will be kept.',
      }),
    changed: t`Changes to existing people are not undone.`,
  },
  zones: {
    removes: count => plural(count, { one: 'Remove # zone?', other: 'Remove # zones?' }),
    keeps: count =>
      plural(count, {
        one: '# zone has been used or edited since and will be kept.',
        other: '# zones have been used or edited since and will be kept.',
      }),
  },
  badges: {
    removes: count => plural(count, { one: 'Remove # badge?', other: 'Remove # badges?' }),
    keeps: count =>
      plural(count, {
        one: '# badge has been read or reassigned since and will be kept.',
        other: '# badges have been read or reassigned since and will be kept.',
      }),
    changed: t`Reassigned badges keep their new holder.`,
  },
}
